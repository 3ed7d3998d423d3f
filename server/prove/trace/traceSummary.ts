/** Sums over the flows of a trace: quantities by place, the purchased mass, and its certified percentage. */
import { least } from '#contract/core/values/ratios.ts';
import { massBeyond } from '#contract/stock/claims/massBound.ts';
import { runKey, type Flows, type FlowsInto } from '../../stock/origins/flows.ts';
import { inputMassOf } from '../../stock/origins/origins.ts';
import type { TracedLot } from '../../stock/origins/tracedLots.ts';
import { isIngredient, massOf, type TraceAnswer } from './graph.ts';
import { ALL, partOf, roundedAmount, type Shares } from './shares.ts';

type Summary = TraceAnswer['summary'];

/** The flows into the root, with the share of the root in each lot and run. */
export interface Backward {
  flows: FlowsInto;
  shares: Shares;
}

/** The flows out of the root. */
export interface Forward {
  flows: Flows;
  /** Quantity of the root in each lot, in its own unit or in milligrams, times ALL. */
  amounts: Shares;
  /** The lot whose unit amounts are in; undefined if they are milligrams. */
  unitOf: TracedLot | undefined;
}

/** Quantities of the root lots that are in stock, with buyers or lost, in their unit; none if they have several. */
export function quantitiesByPlace({ flows, amounts, unitOf }: Forward, lotIds: readonly number[]): Partial<Summary> {
  if (!unitOf) return {};
  const seeds = new Set(lotIds);
  const part = (lotId: number, quantity: number): bigint | undefined => {
    const lot = flows.lots.get(lotId);
    const amount = amounts.get(lotId);
    return !lot || amount === undefined ? undefined : (amount * BigInt(quantity)) / BigInt(lot.quantityIn || 1);
  };
  const total = (rows: readonly { lotId: number; quantity: number }[]): number | null => {
    let sum = 0n;
    for (const { lotId, quantity } of rows) {
      const own = part(lotId, quantity);
      if (own === undefined) return null;
      sum += own;
    }
    return roundedAmount(sum);
  };
  const lots = [...flows.lots.values()];
  const sent = flows.outgoing.filter(({ documentKind }) => documentKind === 'dispatch');
  const back = lots.filter(({ parentLotId }) => parentLotId !== null && flows.lots.has(parentLotId));
  const dispatched = total(sent);
  const returned = total(back.map(({ lotId, quantityIn }) => ({ lotId, quantity: quantityIn })));
  return {
    unit: unitOf.unit,
    quantityIn: lots.reduce((sum, { lotId, quantityIn }) => sum + (seeds.has(lotId) ? quantityIn : 0), 0),
    dispatchedQty: dispatched === null || returned === null ? null : dispatched - returned,
    onHandQty: total(lots.map(({ lotId, onHand }) => ({ lotId, quantity: onHand }))),
    withoutBatchQty: total(flows.consumed.filter(({ runId }) => !flows.outputs.get(runId)?.length)),
    lostQty: total(flows.outgoing.filter(({ documentKind }) => documentKind === 'adjustment')),
  };
}

/** A tenth of a percent divided by this exceeds what cut-off digits take from a share; it is added before rounding down. */
const CUT_OFF = 1_000_000_000n;

/** The mass of outputs of runs beyond their inputs, as far as it is in the root: in milligrams times ALL. */
function unsourced({ flows: { consumed, outputs, lots }, shares }: Backward): bigint {
  const inputs = Map.groupBy(consumed, ({ runId }) => runId);
  let sum = 0n;
  for (const [runId, made] of outputs) {
    const beyond = massBeyond(
      inputMassOf(inputs.get(runId) ?? [], lots),
      made.map((output) => ({ ...output, mass: BigInt(output.quantity) * BigInt(output.milligrams ?? 0) })),
      made.some(({ hasGainReason }) => hasGainReason === 1),
    );
    sum += (beyond * (shares.get(runKey(runId)) ?? 0n)) / 1000n;
  }
  return sum;
}

/**
 * The certified part of incoming quantities with a document, without surpluses of counts and what runs made beyond them:
 * in thousandths of a percent to one decimal, rounded down like the share of a lot; null without quantities, or if a mass
 * is unknown.
 */
function certifiedPercent(lots: readonly TracedLot[], backward: Backward, proved: ReadonlySet<number>): number | null {
  const { shares } = backward;
  let [all, certified] = [unsourced(backward), 0n];
  for (const lot of lots) {
    const [mass, share] = [massOf(lot, lot.quantityIn), shares.get(lot.lotId)];
    if (mass === null || share === undefined) return null;
    all += BigInt(mass) * share;
    if (!proved.has(lot.lotId)) continue;
    const documented = BigInt(massOf(lot, lot.quantityIn - lot.undocumented) ?? 0) * ALL;
    certified += least(BigInt(mass) * share, documented);
  }
  return all === 0n ? null : Number((certified * 1000n * CUT_OFF + all) / (all * CUT_OFF)) * 100;
}

/** Purchased mass, the number of its lots, and its certified part. */
export function purchasedPart(backward: Backward, proved: ReadonlySet<number>): Partial<Summary> {
  const { flows, shares } = backward;
  const bought = [...flows.lots.values()].filter(({ origin, part }) => {
    return part !== 'packaging' && origin !== 'produced' && origin !== 'returned';
  });
  const massIn = (lots: readonly TracedLot[]): number | null => {
    let sum = 0;
    for (const lot of lots) {
      const mass = partOf(massOf(lot, lot.quantityIn), shares.get(lot.lotId));
      if (mass === null) return null;
      sum += mass;
    }
    return sum;
  };
  const counted = bought.filter(isIngredient);
  return {
    lots: bought.length,
    broughtGrams: massIn(bought),
    certifiedPercent: certifiedPercent(counted, backward, proved),
  };
}
