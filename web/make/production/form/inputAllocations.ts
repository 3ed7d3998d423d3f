/** The lots that an input of a run consumes, and remarks about them. */
import { describeClaim } from '#contract/stock/claims/claims.ts';
import { daysUntil } from '#contract/core/values/dates.ts';
import { formatDate } from '#contract/core/values/format.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { toThousandths } from '#contract/core/values/numbers.ts';
import { runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import type { Claim, LotState } from '#contract/stock/stock.ts';
import { typedThousandths } from '#web/core/form/fields/numberOf.ts';
import { proposeAllocations, type ProposedAllocation } from '#web/stock/allocation/proposeAllocations.ts';
import type { InputDraft, RunDraft } from '../runDraft.ts';

const SOON_DAYS = 30;

export type RecordedLot = RunWithClaims['inputs'][number]['lots'][number];

/** A typed quantity in thousandths; 0 where it is empty or faulty. */
export function thousandthsOf(typed: string): number {
  return typedThousandths(typed) ?? 0;
}

/** The server's allocation for an input, after those of earlier inputs of the same item. */
export function proposedFor(
  input: InputDraft,
  { inputs, productionDate }: Pick<RunDraft, 'inputs' | 'productionDate'>,
  lots: readonly LotRecord[],
): ProposedAllocation[] {
  const earlier = inputs.slice(0, inputs.indexOf(input)).filter(({ item }) => item?.itemId === input.item?.itemId);
  const allocated = new Map<number, number>();
  for (const { lots: chosen, quantity } of earlier) {
    const allocations = chosen
      ? chosen.map((lot) => [lot.lotId, thousandthsOf(lot.quantity)] as const)
      : proposeAllocations(lots, productionDate, thousandthsOf(quantity), allocated).map(
          (proposed) => [proposed.lot.lotId, proposed.quantity] as const,
        );
    for (const [lotId, amount] of allocations) allocated.set(lotId, (allocated.get(lotId) ?? 0) + amount);
  }
  return proposeAllocations(lots, productionDate, thousandthsOf(input.quantity), allocated);
}

/** Quantity that goes in from a lot, in thousandths, and its claim. */
export interface ClaimedAllocation {
  code: string;
  quantity: number;
  claim: Claim;
  organicPercent: number | null;
}

/** True if an edited input keeps its allocation. */
export function keepsAllocation({ productionId, lots }: InputDraft, recorded: readonly RecordedLot[]): boolean {
  return productionId !== undefined && lots === null && recorded.length > 0;
}

/** Allocation of an input that is an ingredient: chosen, present or proposed. */
export function allocationsOfInput(
  input: InputDraft,
  draft: Pick<RunDraft, 'inputs' | 'productionDate'>,
  lots: readonly LotRecord[],
  recorded: readonly RecordedLot[],
): ClaimedAllocation[] {
  const claims = new Map(
    [...recorded, ...lots].map(({ lotId, claim, organicPercent }) => [lotId, { claim, organicPercent }]),
  );
  const withClaim = (lotId: number, code: string, quantity: number): ClaimedAllocation[] => {
    const { claim, organicPercent } = claims.get(lotId) ?? {};
    return quantity > 0 && claim ? [{ code, quantity, claim, organicPercent: organicPercent ?? null }] : [];
  };
  if (input.lots) return input.lots.flatMap((lot) => withClaim(lot.lotId, lot.lotCode, thousandthsOf(lot.quantity)));
  if (keepsAllocation(input, recorded)) {
    return recorded.flatMap((lot) => withClaim(lot.lotId, lot.lotCode, toThousandths(lot.quantity) ?? 0));
  }
  return proposedFor(input, draft, lots).flatMap(({ lot, quantity }) => withClaim(lot.lotId, lot.code, quantity));
}

export function isOrganic({ claim, organicPercent }: ClaimedAllocation): boolean {
  return describeClaim(claim, organicPercent).isOrganic;
}

/** The codes of lots that are not organic, by their claims. */
export function nonOrganicCodes(allocations: readonly ClaimedAllocation[]): { text: string; codes: string[] }[] {
  const byClaim = Map.groupBy(
    allocations.filter((allocation) => !isOrganic(allocation)),
    ({ claim, organicPercent }) => describeClaim(claim, organicPercent).text,
  );
  return [...byClaim].map(([text, lots]) => ({ text, codes: [...new Set(lots.map(({ code }) => code))] }));
}

/** Warnings about allocated lots that were put on hold or recalled since. */
export function heldWarnings(
  allocated: readonly { lotId: number; lotCode: string }[],
  heldStates: ReadonlyMap<number, LotState>,
): string[] {
  return allocated.flatMap(({ lotId, lotCode }) => {
    const state = heldStates.get(lotId);
    return state === undefined ? [] : runTexts.lotHeld(lotCode, state);
  });
}

/** Warnings about the lots of an input: received after the day, expired on it, or soon to expire. */
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
