/** Lots that a line takes, and remarks about them. */
import { describeClaim } from '#contract/stock/claims/claims.ts';
import { daysUntil } from '#contract/core/values/dates.ts';
import { formatDate } from '#contract/core/values/format.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { toThousandths } from '#contract/core/values/numbers.ts';
import { runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import type { Claim, LotState } from '#contract/stock/stock.ts';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { proposeAllocations, type ProposedAllocation } from '#web/stock/allocation/proposeAllocations.ts';
import type { RunDraft, RunLine } from '../runDraft.ts';

const SOON_DAYS = 30;

export type RecordedLot = RunWithClaims['inputs'][number]['lots'][number];

export const thousandths = (typed: string) => toThousandths(numberOf(typed) ?? 0) ?? 0;

/** The server's allocation for a line, after those of earlier lines with the same item. */
export function proposedFor(
  line: RunLine,
  { lines, productionDate }: Pick<RunDraft, 'lines' | 'productionDate'>,
  lots: readonly LotRecord[],
): ProposedAllocation[] {
  const others = lines.slice(0, lines.indexOf(line)).filter(({ item }) => item?.itemId === line.item?.itemId);
  const taken = new Map<number, number>();
  for (const other of others) {
    const takes = other.takes?.map((take) => [take.lotId, thousandths(take.quantity)] as const);
    const proposed = () => proposeAllocations(lots, productionDate, thousandths(other.quantity), taken);
    for (const [id, quantity] of takes ?? proposed().map((take) => [take.lot.lotId, take.quantity] as const)) {
      taken.set(id, (taken.get(id) ?? 0) + quantity);
    }
  }
  return proposeAllocations(lots, productionDate, thousandths(line.quantity), taken);
}

/** Quantity that goes in from a lot, in thousandths, and its claim. */
export interface Allocated {
  code: string;
  quantity: number;
  claim: Claim;
  organicPercent: number | null;
}

/** True if an edited line keeps its allocation. */
export function keepsAllocation({ productionId, takes }: RunLine, recorded: readonly RecordedLot[]): boolean {
  return productionId !== undefined && takes === null && recorded.length > 0;
}

/** Allocation of an ingredient's line: chosen, present or proposed. */
export function takenOf(
  line: RunLine,
  draft: Pick<RunDraft, 'lines' | 'productionDate'>,
  lots: readonly LotRecord[],
  recorded: readonly RecordedLot[],
): Allocated[] {
  const claimed = new Map(
    [...recorded, ...lots].map(({ lotId, claim, organicPercent }) => [lotId, { claim, organicPercent }]),
  );
  const taken = (lotId: number, code: string, quantity: number): Allocated[] => {
    const { claim, organicPercent } = claimed.get(lotId) ?? {};
    return quantity > 0 && claim ? [{ code, quantity, claim, organicPercent: organicPercent ?? null }] : [];
  };
  if (line.takes) return line.takes.flatMap((take) => taken(take.lotId, take.lotCode, thousandths(take.quantity)));
  if (keepsAllocation(line, recorded)) {
    return recorded.flatMap((lot) => taken(lot.lotId, lot.lotCode, toThousandths(lot.quantity) ?? 0));
  }
  return proposedFor(line, draft, lots).flatMap(({ lot, quantity }) => taken(lot.lotId, lot.code, quantity));
}

export function isOrganic({ claim, organicPercent }: Allocated): boolean {
  return describeClaim(claim, organicPercent).isOrganic;
}

/** The codes of lots that are not organic, by their claims. */
export function withoutOrganic(taken: readonly Allocated[]): { text: string; codes: string[] }[] {
  const others = Map.groupBy(
    taken.filter((each) => !isOrganic(each)),
    ({ claim, organicPercent }) => describeClaim(claim, organicPercent).text,
  );
  return [...others].map(([text, lots]) => ({ text, codes: [...new Set(lots.map(({ code }) => code))] }));
}

/** Warnings about allocated lots that were put on hold or recalled since. */
export function heldWarnings(
  taken: readonly { lotId: number; lotCode: string }[],
  held: ReadonlyMap<number, LotState>,
): string[] {
  return taken.flatMap(({ lotId, lotCode }) => {
    const state = held.get(lotId);
    return state === undefined ? [] : runTexts.lotHeld(lotCode, state);
  });
}

/** Warnings about the lots of a line: received after the day, expired on it, or soon to expire. */
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
