/** The form values of a pack that is asked for. */
import { z } from 'zod';
import { choice } from '#web/lookup/lookup.ts';
import { today } from '#web/ui/today.ts';

export const packDraft = z.object({ from: z.string(), to: z.string(), lots: z.array(choice) });
export type PackDraft = z.output<typeof packDraft>;

const FINANCIAL_YEAR_BEGINS = '-04-01';

/** The financial year, which begins in April, up to today. */
export function newPack(day = today()): PackDraft {
  const year = Number(day.slice(0, 4));
  const first = day.slice(4) >= FINANCIAL_YEAR_BEGINS ? year : year - 1;
  return { from: `${first}${FINANCIAL_YEAR_BEGINS}`, to: day, lots: [] };
}

export function bodyOf({ from, to, lots }: PackDraft) {
  return { from, to, lotIds: lots.map(({ value }) => value) };
}
