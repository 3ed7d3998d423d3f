/**
 * The allocation of a quantity to lots where a document names none (docs/domain.md, Allocation): their order, which the
 * server's `order by` follows, too, and the quantity from each.
 */

/** A lot without an expiry date comes after all others. */
const NEVER = '9999-12-31';

/** The fields of a lot that the order compares. */
export interface AllocationKey {
  /** Its expiry date, or the last day of the calendar. */
  useBy: string;
  receivedOn: string;
  lotId: number;
}

/** Fields of the order, each ascending, the first one first. */
export const allocationOrder = ['useBy', 'receivedOn', 'lotId'] as const satisfies readonly (keyof AllocationKey)[];

/** Before that order: lots received by the day and not expired on it, then later ones, then expired ones. */
const ranks: readonly ((lot: AllocationKey, day: string) => boolean)[] = [
  ({ useBy, receivedOn }, day) => useBy >= day && receivedOn <= day,
  ({ useBy }, day) => useBy >= day,
  () => true,
];

export const allocationTexts = {
  earliestFirst: 'earliest expiry first',
  rule: 'Takes the quantity from the lots of the raw material that expire first, then from the oldest; from those that came in later only where the others are not enough.',
} as const;

/** The key of a lot in an answer of the API. */
export function allocationKeyOf(lot: {
  lotId: number;
  madeOrReceivedOn: string;
  expiresOn: string | null;
}): AllocationKey {
  return { useBy: lot.expiresOn ?? NEVER, receivedOn: lot.madeOrReceivedOn, lotId: lot.lotId };
}

/** Compares lots of one rank: below 0 where the first one is allocated first. */
export function compareAllocationKeys(a: AllocationKey, b: AllocationKey): number {
  const field = allocationOrder.find((name) => a[name] !== b[name]);
  if (field === undefined) return 0;
  return a[field] < b[field] ? -1 : 1;
}

/** Lots in the order in which they are allocated on a day. */
export function inAllocationOrder<Lot>(lots: readonly Lot[], day: string, keyOf: (lot: Lot) => AllocationKey): Lot[] {
  return lots
    .map((lot) => ({ lot, key: keyOf(lot) }))
    .map((each) => ({ ...each, rank: ranks.findIndex((isOf) => isOf(each.key, day)) }))
    .sort((a, b) => a.rank - b.rank || compareAllocationKeys(a.key, b.key))
    .map(({ lot }) => lot);
}

/** Allocates a quantity to lots in their order, as much as possible to each: one without an allocation is left out. */
export function allocateInOrder<Lot>(
  lots: readonly Lot[],
  quantity: number,
  availableOf: (lot: Lot) => number,
): { lot: Lot; quantity: number }[] {
  let missing = quantity;
  return lots.flatMap((lot) => {
    const allocated = Math.min(availableOf(lot), missing);
    if (allocated <= 0) return [];
    missing -= allocated;
    return { lot, quantity: allocated };
  });
}
