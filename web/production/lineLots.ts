/** What is said of the lots that a line takes. */
import { daysUntil } from '#contract/dates.ts';
import { formatDate } from '#contract/format.ts';
import { runTexts } from '#contract/runs.ts';
import type { LotRecord } from '#contract/lots.ts';
import type { LotState } from '#contract/stock.ts';

const SOON_DAYS = 30;

/** What is said of lots that a line has and that were put on hold or recalled since. */
export function heldWarnings(
  taken: readonly { lotId: number; lotCode: string }[],
  held: ReadonlyMap<number, LotState>,
): string[] {
  return taken.flatMap(({ lotId, lotCode }) => {
    const state = held.get(lotId);
    return state === undefined ? [] : runTexts.lotHeld(lotCode, state);
  });
}

/** What is said before saving of the lots of a line: received after the day, expired on it, or soon to expire. */
export function lotWarnings(lots: readonly LotRecord[], day: string): string[] {
  if (day === '') return [];
  return lots.flatMap(({ code, madeOrReceivedOn, expiresOn }) => {
    if (madeOrReceivedOn > day) return [runTexts.receivedAfter(code, formatDate(madeOrReceivedOn))];
    if (expiresOn === null) return [];
    const days = daysUntil(day, expiresOn);
    if (days < 0) return [runTexts.lotExpired(code, formatDate(expiresOn))];
    return days <= SOON_DAYS ? [runTexts.lotExpiresSoon(code, formatDate(expiresOn), days)] : [];
  });
}
