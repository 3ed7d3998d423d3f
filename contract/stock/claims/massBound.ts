/** The bound of the outputs of a run by the mass of its inputs (docs/domain.md, Bounded by mass). */
import { HUNDRED_PERCENT } from '../../core/values/ratios.ts';
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

/** Whether the mass of outputs is at most that of inputs, with a gain of so many thousandths of a percent. */
export function isWithinGain(inputMass: bigint, outputMass: bigint, gain: number): boolean {
  return outputMass * BigInt(HUNDRED_PERCENT) <= inputMass * BigInt(HUNDRED_PERCENT + gain);
}

/**
 * Which outputs, in their order, are within the mass of the inputs: as whole outputs, for as long as all up to them are at
 * most that mass, with the gain of the item where the run has a reason. An output of unknown mass isn't, nor is one that
 * is packaging.
 */
export function withinMass(inputMass: bigint, outputs: readonly BoundOutput[], hasReason: boolean): boolean[] {
  let sum = 0n;
  return outputs.map(({ part, mass, maxGain }) => {
    if (mass === null || !isOfSubstance(part)) return false;
    sum += mass;
    return isWithinGain(inputMass, sum, hasReason ? maxGain : 0);
  });
}

/**
 * The mass of outputs that did not go in, with the greatest gain that an item allows where the run has a reason; rounded
 * up.
 */
export function massBeyond(inputMass: bigint, outputs: readonly BoundOutput[], hasReason: boolean): bigint {
  const counted = outputs.filter(({ part }) => isOfSubstance(part));
  const gain = hasReason ? Math.max(0, ...counted.map(({ maxGain }) => maxGain)) : 0;
  const outputMass = counted.reduce((sum, { mass }) => sum + (mass ?? 0n), 0n);
  const most = (inputMass * BigInt(HUNDRED_PERCENT + gain)) / BigInt(HUNDRED_PERCENT);
  return outputMass > most ? outputMass - most : 0n;
}
