/**
 * How much of each lot and run of a trace is in what was asked for, or came from it: in proportion to the outputs of each
 * run (design §2, Trace). In whole numbers of a fixed fraction, so that the same trace gives the same figures.
 */
import type { Output } from '../stock/origins.ts';
import { workOut } from '../stock/workOut.ts';
import { runKey, type Flows } from '../stock/flows.ts';

/** All of something. */
export const ALL = 10n ** 18n;

/** The share of a run's output that each of its lots is, by mass, else by quantity; undefined where it is not known. */
function weightsOf(outputs: readonly Output[]): ReadonlyMap<number, bigint> | undefined {
  const [first] = outputs;
  const hasMass = outputs.every(({ milligrams }) => milligrams !== null);
  if (!hasMass && outputs.some(({ itemId }) => itemId !== first?.itemId)) return undefined;
  const weightOf = ({ quantity, milligrams }: Output) => BigInt(quantity) * BigInt(hasMass ? (milligrams ?? 0) : 1);
  const sum = outputs.reduce((total, output) => total + weightOf(output), 0n);
  if (sum === 0n) return undefined;
  return new Map(outputs.map((output) => [output.lotId, (weightOf(output) * ALL) / sum]));
}

/** Shares by the ids of lots and `runKey`; undefined where one is not known. */
export type Shares = ReadonlyMap<number, bigint | undefined>;

function grouped<Row>(rows: readonly Row[], idOf: (row: Row) => number): ReadonlyMap<number, readonly Row[]> {
  return Map.groupBy(rows, idOf);
}

/** What part of each lot and run is in the seeds, whose own parts are given: ALL is the whole of it. */
export function sharesInto(flows: Flows, seeds: ReadonlyMap<number, bigint>): Shares {
  const { lots, consumed, outputs, returns } = flows;
  const uses = grouped(consumed, ({ lotId }) => lotId);
  const children = grouped(returns, ({ parentLotId }) => parentLotId);
  const keys = [...lots.keys(), ...[...outputs.keys()].map(runKey)];
  const needsOf = (key: number) => {
    if (key < 0) return (outputs.get(-key) ?? []).flatMap(({ lotId }) => (lots.has(lotId) ? lotId : []));
    const runs = (uses.get(key) ?? []).map(({ runId }) => runKey(runId));
    return [...runs, ...(children.get(key) ?? []).map(({ lotId }) => lotId)];
  };
  return workOut<number, bigint>(keys, needsOf, (key, shareOf) => {
    let share = seeds.get(key) ?? 0n;
    if (key < 0) {
      const made = outputs.get(-key) ?? [];
      const used = made.filter(({ lotId }) => lots.has(lotId));
      const weights = weightsOf(made);
      if (used.length > 0 && !weights) return undefined;
      for (const { lotId } of used) share += ((weights?.get(lotId) ?? 0n) * (shareOf(lotId) ?? 0n)) / ALL;
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
  const inputs = grouped(consumed, ({ runId }) => runId);
  const makerOf = new Map([...outputs].flatMap(([runId, made]) => made.map(({ lotId }) => [lotId, runId] as const)));
  const returnOf = new Map(returns.map((each) => [each.lotId, each]));
  const keys = [...[...outputs.keys()].map(runKey), ...lots.keys()];
  const needsOf = (key: number) => {
    if (key < 0) return (inputs.get(-key) ?? []).map(({ lotId }) => lotId);
    const [maker, parent] = [makerOf.get(key), returnOf.get(key)?.parentLotId];
    const parentKey = parent !== undefined && lots.has(parent) ? [parent] : [];
    return [...(maker === undefined ? [] : [runKey(maker)]), ...parentKey];
  };
  return workOut<number, bigint>(keys, needsOf, (key, amountOf) => {
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
      const weights = weightsOf(outputs.get(maker) ?? []);
      if (!weights) return undefined;
      amount += ((amountOf(runKey(maker)) ?? 0n) * (weights.get(key) ?? 0n)) / ALL;
    }
    const from = lots.get(returned?.parentLotId ?? 0);
    if (returned && from && from.quantityIn > 0) {
      amount += ((amountOf(from.lotId) ?? 0n) * BigInt(returned.quantity)) / BigInt(from.quantityIn);
    }
    return amount;
  });
}
