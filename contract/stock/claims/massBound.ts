/** The bound of the outputs of a run by the mass of its inputs (docs/domain.md, Bounded by mass). */
import { HUNDRED_PERCENT, least } from '../../core/values/ratios.ts';
import type { ItemPart } from '../stock.ts';

/** True if an item of a run is part of what it makes, and so of its masses: not packaging and processing aids. */
export function isOfSubstance(part: ItemPart): boolean {
  return part === 'ingredient' || part === 'water' || part === 'salt';
}

/** An output of a run. Masses are in any one unit, gains in thousandths of a percent. */
interface BoundOutput {
  part: ItemPart;
  /** Null if the grams of a unit are unknown. */
  mass: bigint | null;
  /** The gain that its item allows. */
  maxGain: number;
}

const WHOLE = BigInt(HUNDRED_PERCENT);

/** The least mass that can have become an output, as a multiple of 1 / `unit`, and how its own mass follows from it. */
interface Need {
  needed: bigint;
  /** 100 % and the gain, in thousandths of a percent. */
  percent: bigint;
}

/**
 * The need of each output: its mass / (1 + the gain of its item), where the run has a reason. Null for an output of unknown
 * mass, and for packaging and processing aids.
 */
function neededBy(outputs: readonly BoundOutput[], hasReason: boolean): { needs: (Need | null)[]; unit: bigint } {
  const percentOf = ({ maxGain }: BoundOutput) => WHOLE + BigInt(hasReason ? maxGain : 0);
  const unit = [...new Set(outputs.map(percentOf))].reduce((product, percent) => product * percent, 1n);
  const needs = outputs.map((output) => {
    const { mass, part } = output;
    if (mass === null || !isOfSubstance(part)) return null;
    const percent = percentOf(output);
    return { needed: (mass * WHOLE * unit) / percent, percent };
  });
  return { needs, unit };
}

/**
 * Which outputs, in their order, are within the mass of the inputs: as whole outputs, for as long as all up to them needed at
 * most that mass (neededBy). So all are, in any order, where all together needed no more. An output of unknown mass isn't,
 * nor is one that is packaging.
 */
export function withinMass(inputMass: bigint, outputs: readonly BoundOutput[], hasReason: boolean): boolean[] {
  const { needs, unit } = neededBy(outputs, hasReason);
  let sum = 0n;
  return needs.map((need) => {
    if (need === null) return false;
    sum += need.needed;
    return sum <= inputMass * unit;
  });
}

/**
 * The mass of outputs for which not enough went in (neededBy), in the order of the outputs, each with its gain; rounded up. Zero
 * where all are within the mass.
 */
export function massBeyond(inputMass: bigint, outputs: readonly BoundOutput[], hasReason: boolean): bigint {
  const { needs, unit } = neededBy(outputs, hasReason);
  let [rest, beyond] = [inputMass * unit, 0n];
  for (const need of needs) {
    if (need === null) continue;
    const { needed, percent } = need;
    rest -= needed;
    if (rest < 0n) beyond += least(needed, -rest) * percent;
  }
  return (beyond + unit * WHOLE - 1n) / (unit * WHOLE);
}
