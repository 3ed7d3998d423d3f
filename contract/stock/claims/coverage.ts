import { z } from 'zod';
import { dateAnswer } from '../../core/fields.ts';

/** A suspension of a certification body, from its first day until the day on which its certificates cover again. */
export interface Suspension {
  from: string;
  /** Null while its end is open. */
  until: string | null;
}

/** The validity and scope of a certificate: whether it covers an item on a day. */
export interface Scope {
  validFrom: string;
  validTo: string;
  withdrawnOn: string | null;
  /** Suspensions of its certification body for its scheme. */
  suspensions: readonly Suspension[];
  allItems: boolean;
  itemIds: readonly number[];
}

/** The suspensions of a certificate, in an answer. */
export function suspensionsAnswer() {
  return z
    .array(
      z.object({ from: dateAnswer(), until: dateAnswer().nullable().describe('From this day on it covers again.') }),
    )
    .describe('When its certification body is suspended for its scheme: it covers nothing then.');
}

/** Whether one of the suspensions holds on a day: from its first day on, and on the day of its end no more. */
export function isSuspended(suspensions: readonly Suspension[], day: string): boolean {
  return suspensions.some(({ from, until }) => from <= day && (until === null || day < until));
}

/** Whether a certificate covers an item on a day; on the day of its withdrawal no more, nor while its body is suspended. */
export function covers(
  { validFrom, validTo, withdrawnOn, suspensions, allItems, itemIds }: Scope,
  itemId: number,
  day: string,
): boolean {
  const isValid = validFrom <= day && day <= validTo && (withdrawnOn === null || day < withdrawnOn);
  return isValid && !isSuspended(suspensions, day) && (allItems || itemIds.includes(itemId));
}
