import type { SeededRandom } from './seededRandom.ts';

/** A unit of what is counted in pieces; nobody uses half a bottle. */
const PIECE = 1000;
/** The part of a lot's productions that use up a material. */
const USED_UP = 0.2;

export interface StockedMaterial {
  rawMaterialId: number;
  unit: string;
}

/** What seeded inwards have brought and seeded productions have left, so that none is made that the ledger must refuse. */
export class Stock {
  readonly #random: SeededRandom;
  /** Of how many productions one inward line is about the supply. */
  readonly #takesPerLine: number;
  readonly #available = new Map<number, number>();
  /** Materials of which there is something, in no order, so that one can be picked and dropped at once. */
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

  /** Takes a plausible quantity of a material that is there. Throws where nothing is. */
  take(): { rawMaterialId: number; quantity: number } {
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
    return { rawMaterialId, quantity };
  }
}
