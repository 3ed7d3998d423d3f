/**
 * Outputs of an item's runs, product by product: the yield beside the one that recipes expect and that of a year
 * before.
 */
import type { RunOfItem } from './family.ts';
import type { FamilyFlows } from './familyFlows.ts';
import type { Period } from './statement.ts';

/** The item's part of the runs of a product; masses in thousandths of a milligram. */
export interface ProductYield {
  runs: number;
  input: bigint;
  output: bigint;
  loss: bigint;
  /** Part of `input` in runs whose recipe expects a yield, and the sum of the expected outputs. */
  judged: bigint;
  /** Times thousandths of a percent. */
  expected: bigint;
}

/** The yields by the ids of produced items; those of runs without outputs by null. */
export function yieldsOf(
  { outputs }: Pick<FamilyFlows, 'outputs'>,
  runs: readonly RunOfItem[],
): Map<number | null, ProductYield> {
  const yields = new Map<number | null, ProductYield>();
  const add = (itemId: number | null, { own, input, loss, expected }: RunOfItem, mass: bigint, all: bigint) => {
    const known = yields.get(itemId) ?? { runs: 0, input: 0n, output: 0n, loss: 0n, judged: 0n, expected: 0n };
    const took = (own * mass) / all;
    known.runs += 1;
    known.input += took;
    known.loss += (loss * took) / input;
    if (expected !== null) {
      known.judged += took;
      known.expected += took * BigInt(expected);
    }
    yields.set(itemId, known);
    return known;
  };
  for (const run of runs) {
    const outputByItem = new Map<number, bigint>();
    for (const { itemId, quantity, milligrams } of outputs.get(run.runId) ?? []) {
      outputByItem.set(itemId, (outputByItem.get(itemId) ?? 0n) + BigInt(quantity) * BigInt(milligrams ?? 0));
    }
    const [first = null] = outputByItem.keys();
    // Each product's share of the run's input is in proportion to its mass; without masses, the first one has it all.
    if (run.output === 0n) add(first, run, 1n, 1n);
    for (const [itemId, mass] of outputByItem) {
      if (mass > 0n) add(itemId, run, mass, run.output).output += (mass * run.own) / run.input;
    }
  }
  return yields;
}

const FEBRUARY_29 = '-02-29';

/** A period moved back by a year; undefined if it is open at an end. */
export function yearBefore({ from, to }: { from?: string | undefined; to?: string | undefined }): Period | undefined {
  if (from === undefined || to === undefined) return undefined;
  const before = (day: string) => {
    const rest = day.slice(4);
    return `${Number(day.slice(0, 4)) - 1}${rest === FEBRUARY_29 ? '-02-28' : rest}`;
  };
  return { from: before(from), to: before(to) };
}
