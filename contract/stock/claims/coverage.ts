/** The validity and scope of a certificate: whether it covers an item on a day. */
export interface Scope {
  validFrom: string;
  validTo: string;
  withdrawnOn: string | null;
  allItems: boolean;
  itemIds: readonly number[];
}

/** Whether a certificate covers an item on a day; on the day of its withdrawal no more. */
export function covers(
  { validFrom, validTo, withdrawnOn, allItems, itemIds }: Scope,
  itemId: number,
  day: string,
): boolean {
  const isValid = validFrom <= day && day <= validTo && (withdrawnOn === null || day < withdrawnOn);
  return isValid && (allItems || itemIds.includes(itemId));
}
