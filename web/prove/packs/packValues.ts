/** The form values of a new pack. */
import { z } from 'zod';
import { financialYearOf } from '#contract/core/values/dates.ts';
import { choice } from '#web/core/lookup/lookup.ts';
import { today } from '#web/core/ui/today.ts';

export const packValues = z.object({ from: z.string(), to: z.string(), lots: z.array(choice) });
export type PackValues = z.output<typeof packValues>;

/** The financial year up to today. */
export function newPack(day = today()): PackValues {
  return { from: financialYearOf(day).from, to: day, lots: [] };
}

export function bodyOf({ from, to, lots }: PackValues) {
  return { from, to, lotIds: lots.map(({ value }) => value) };
}
