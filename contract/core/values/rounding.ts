/** Rounding of parts to whole grams that add up to their rounded sum, by the largest remainders. */
const MILLIGRAMS = 1000;

export const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

/** Rounds masses that are numbers of grams, as on the wire (1 per gram), or of milligrams, as in the server (1000). */
export class Rounding {
  readonly perGram: number;

  constructor(perGram: number) {
    this.perGram = perGram;
  }

  #milligrams(mass: number): number {
    return Math.round((mass * MILLIGRAMS) / this.perGram);
  }

  nearest(mass: number): number {
    // Not -0.
    return Math.round(this.#milligrams(mass) / MILLIGRAMS) * this.perGram + 0;
  }

  /**
   * Rounds parts so that they add up to `total`, which is `exact` rounded up or down. Each is less than a gram off;
   * whole grams, such as 0, stay. The difference between the parts, each rounded to a milligram, and `exact` is one
   * more part.
   */
  together(parts: readonly number[], exact = sumOf(parts), total = this.nearest(exact)): number[] {
    const split = [...parts, exact - sumOf(parts)].map((mass, index) => {
      const milligrams = this.#milligrams(mass);
      const floor = Math.floor(milligrams / MILLIGRAMS);
      return { index, floor, remainder: milligrams - floor * MILLIGRAMS };
    });
    const missing = Math.max(0, total / this.perGram - sumOf(split.map(({ floor }) => floor)));
    const largest = split.filter(({ remainder }) => remainder > 0).toSorted((a, b) => b.remainder - a.remainder);
    const raised = new Set(largest.slice(0, missing).map(({ index }) => index));
    return parts.map((_, index) => ((split[index]?.floor ?? 0) + (raised.has(index) ? 1 : 0)) * this.perGram + 0);
  }
}
