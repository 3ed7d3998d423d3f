/**
 * The root's share in each lot and run of a trace, or theirs in the root: in proportion to the outputs of each run
 * (docs/domain.md, Trace). In whole numbers of a fixed fraction, so that the same trace gives the same figures.
 */
import { divided } from '#contract/core/values/ratios.ts';
import { weightsOf, type Output } from '../../stock/origins/origins.ts';
import { evaluateGraph } from '../../stock/origins/evaluateGraph.ts';
import { runKey, type Flows } from '../../stock/origins/flows.ts';

/** All of something. */
export const ALL = 10n ** 18n;

/** The share of a run's output that each of its lots is; undefined if it is not known. */
function outputShares(outputs: readonly Output[]): ReadonlyMap<number, bigint> | undefined {
  const weights = weightsOf(outputs);
  if (!weights) return undefined;
  const { perUnit, sum } = weights;
  const weightOf = ({ lotId, quantity }: Output) => BigInt(quantity) * (perUnit.get(lotId) ?? 0n);
  return new Map(outputs.map((output) => [output.lotId, (weightOf(output) * ALL) / sum]));
}

/** Shares by the ids of lots and `runKey`; undefined if one is not known. */
export type Shares = ReadonlyMap<number, bigint | undefined>;

/** The part of each lot and run that is in the seeds, by the parts of these: ALL is the whole. */
export function sharesInto(flows: Flows, seeds: ReadonlyMap<number, bigint>): Shares {
  const { lots, consumed, outputs, returns } = flows;
  const uses = Map.groupBy(consumed, ({ lotId }) => lotId);
  const children = Map.groupBy(returns, ({ parentLotId }) => parentLotId);
  const keys = [...lots.keys(), ...[...outputs.keys()].map(runKey)];
  const needsOf = (key: number) => {
    if (key < 0) return (outputs.get(-key) ?? []).flatMap(({ lotId }) => (lots.has(lotId) ? lotId : []));
    const runs = (uses.get(key) ?? []).map(({ runId }) => runKey(runId));
    return [...runs, ...(children.get(key) ?? []).map(({ lotId }) => lotId)];
  };
  return evaluateGraph<number, bigint>(keys, needsOf, (key, shareOf) => {
    let share = seeds.get(key) ?? 0n;
    if (key < 0) {
      const ofRun = outputs.get(-key) ?? [];
      const used = ofRun.filter(({ lotId }) => lots.has(lotId));
      const parts = outputShares(ofRun);
      if (used.length > 0 && !parts) return undefined;
      for (const { lotId } of used) share += ((parts?.get(lotId) ?? 0n) * (shareOf(lotId) ?? 0n)) / ALL;
      return share > ALL ? ALL : share;
    }
    const quantityIn = BigInt(lots.get(key)?.quantityIn ?? 0);
    if (quantityIn === 0n) return share;
    for (const { runId, quantity } of uses.get(key) ?? []) {
      share += ((shareOf(runKey(runId)) ?? 0n) * BigInt(quantity)) / quantityIn;
    }
    for (const { lotId, quantity } of children.get(key) ?? []) {
      share += ((shareOf(lotId) ?? 0n) * BigInt(quantity)) / quantityIn;
    }
    return share;
  });
}

/** How much of the seeds is in each lot and run: seeds are whole numbers of any measure, as are the answers, times ALL. */
export function sharesOutOf(flows: Flows, seeds: ReadonlyMap<number, bigint>): Shares {
  const { lots, consumed, outputs, returns } = flows;
  const inputs = Map.groupBy(consumed, ({ runId }) => runId);
  const makerOf = new Map([...outputs].flatMap(([runId, ofRun]) => ofRun.map(({ lotId }) => [lotId, runId] as const)));
  const returnOf = new Map(returns.map((each) => [each.lotId, each]));
  const keys = [...[...outputs.keys()].map(runKey), ...lots.keys()];
  const needsOf = (key: number) => {
    if (key < 0) return (inputs.get(-key) ?? []).map(({ lotId }) => lotId);
    const [maker, parent] = [makerOf.get(key), returnOf.get(key)?.parentLotId];
    const parentKey = parent !== undefined && lots.has(parent) ? [parent] : [];
    return [...(maker === undefined ? [] : [runKey(maker)]), ...parentKey];
  };
  return evaluateGraph<number, bigint>(keys, needsOf, (key, amountOf) => {
    let amount = (seeds.get(key) ?? 0n) * ALL;
    if (key < 0) {
      for (const { lotId, quantity } of inputs.get(-key) ?? []) {
        const quantityIn = BigInt(lots.get(lotId)?.quantityIn ?? 0);
        if (quantityIn > 0n) amount += ((amountOf(lotId) ?? 0n) * BigInt(quantity)) / quantityIn;
      }
      return amount;
    }
    const [maker, returned] = [makerOf.get(key), returnOf.get(key)];
    if (maker !== undefined) {
      const parts = outputShares(outputs.get(maker) ?? []);
      if (!parts) return undefined;
      amount += ((amountOf(runKey(maker)) ?? 0n) * (parts.get(key) ?? 0n)) / ALL;
    }
    const from = lots.get(returned?.parentLotId ?? 0);
    if (returned && from && from.quantityIn > 0) {
      amount += ((amountOf(from.lotId) ?? 0n) * BigInt(returned.quantity)) / BigInt(from.quantityIn);
    }
    return amount;
  });
}

/** A share of a mass, rounded; null if either is unknown. */
export function partOf(mass: number | null, share: bigint | undefined): number | null {
  if (mass === null || share === undefined) return null;
  return divided(BigInt(mass) * share, ALL);
}

/** A quantity times ALL as a quantity, rounded. */
export const roundedAmount = (amount: bigint): number => divided(amount, ALL);
