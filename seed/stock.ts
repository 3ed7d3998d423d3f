import type { SeededRandom } from './seededRandom.ts';

/** One piece, in thousandths; pieces are whole. */
const PIECE = 1000;
/** The share of productions that use up a material. */
const USED_UP = 0.2;

interface StockedMaterial {
  rawMaterialId: number;
  unit: string;
}

/** The stock of seeded documents, so that no production is generated that the ledger would refuse. */
export class Stock {
  readonly #random: SeededRandom;
  /** How many productions one inward line supplies. */
  readonly #takesPerLine: number;
  readonly #available = new Map<number, number>();
  /** Materials in stock, unordered, for picking and removal in constant time. */
  readonly #stocked: StockedMaterial[] = [];

  constructor(random: SeededRandom, takesPerLine: number) {
    this.#random = random;
    this.#takesPerLine = Math.max(takesPerLine, 1);
  }

  add(material: StockedMaterial, thousandths: number): void {
    const available = this.#available.get(material.rawMaterialId) ?? 0;
    if (available === 0) this.#stocked.push(material);
    this.#available.set(material.rawMaterialId, available + thousandths);
  }

  /** Takes a plausible quantity of a stocked material. Throws if there is none. */
  take(): StockedMaterial & { quantity: number } {
    const at = this.#random.whole(0, this.#stocked.length - 1);
    const material = this.#stocked[at];
    if (!material) throw new Error('nothing is in stock');
    const { rawMaterialId, unit } = material;
    const available = this.#available.get(rawMaterialId) ?? 0;
    const least = unit === 'piece' ? PIECE : 1;
    const share = Math.min(0.9, (this.#random.next() * 1.6 + 0.1) / this.#takesPerLine);
    const usual = Math.max(least, Math.floor((available * share) / least) * least);
    const usedUp = this.#stocked.length > 1 && this.#random.chance(USED_UP / this.#takesPerLine);
    const quantity = usedUp ? available : Math.min(usual, available);
    this.#available.set(rawMaterialId, available - quantity);
    if (quantity === available) {
      const last = this.#stocked.pop();
      if (last && last !== material) this.#stocked[at] = last;
    }
    return { rawMaterialId, unit, quantity };
  }
}
