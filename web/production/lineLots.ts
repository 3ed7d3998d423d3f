/** From which lots a line takes: as the server proposes (design §2), or as somebody chose. Pure, in thousandths. */
import { formatDate } from '#contract/format.ts';
import { runTexts } from '#contract/runs.ts';
import { toThousandths } from '#contract/numbers.ts';
import type { LotRecord } from '#contract/lots.ts';
import { numberOf } from '#web/form/numberOf.ts';

/** A chosen lot; the quantity as typed. */
export interface TypedTake {
  lotId: number;
  lotCode: string;
  quantity: string;
}

/** What a lot gives, in thousandths. */
export interface ProposedTake {
  lot: LotRecord;
  quantity: number;
}

const NEVER = '9999-12-31';

const thousandths = (units: number) => toThousandths(units) ?? 0;

/** Those received by the day and not expired on it first, then later ones, then expired ones; never a held one. */
function inOrder(lots: readonly LotRecord[], day: string): LotRecord[] {
  const rank = (lot: LotRecord) => {
    if ((lot.expiresOn ?? NEVER) < day) return 2;
    return lot.madeOrReceivedOn > day ? 1 : 0;
  };
  const key = (lot: LotRecord) => `${rank(lot)} ${lot.expiresOn ?? NEVER} ${lot.madeOrReceivedOn}`;
  return lots
    .filter(({ state }) => state === 'released')
    .toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.lotId - b.lotId));
}

/** What the server would take from these lots on a day; `before` is what other lines take of each already. */
export function proposeTakes(
  lots: readonly LotRecord[],
  day: string,
  quantity: number,
  before: ReadonlyMap<number, number> = new Map(),
): ProposedTake[] {
  const takes: ProposedTake[] = [];
  let missing = quantity;
  for (const lot of inOrder(lots, day)) {
    const taken = Math.min(thousandths(lot.onHandQty) - (before.get(lot.lotId) ?? 0), missing);
    if (taken <= 0) continue;
    takes.push({ lot, quantity: taken });
    missing -= taken;
  }
  return takes;
}

/** The sum of what was typed, in thousandths. */
export function sumOfTakes(takes: readonly TypedTake[]): number {
  return takes.reduce((sum, { quantity }) => sum + thousandths(numberOf(quantity) ?? 0), 0);
}

/** The lots of a body: those of which something is taken. */
export function takesOf(takes: readonly TypedTake[]): { lotId: number; quantity: number }[] {
  return takes.flatMap(({ lotId, quantity }) => {
    const units = numberOf(quantity);
    return units ? [{ lotId, quantity: units }] : [];
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_DAYS = 30;

/** What is said before saving of proposed lots: received after the day, expired on it, or soon to expire. */
export function lotWarnings(takes: readonly ProposedTake[], day: string): string[] {
  if (day === '') return [];
  return takes.flatMap(({ lot: { code, madeOrReceivedOn, expiresOn } }) => {
    if (madeOrReceivedOn > day) return [runTexts.receivedAfter(code, formatDate(madeOrReceivedOn))];
    if (expiresOn === null) return [];
    const days = Math.round((Date.parse(expiresOn) - Date.parse(day)) / DAY_MS);
    if (days < 0) return [runTexts.lotExpired(code, formatDate(expiresOn))];
    return days <= SOON_DAYS ? [runTexts.lotExpiresSoon(code, formatDate(expiresOn), days)] : [];
  });
}
