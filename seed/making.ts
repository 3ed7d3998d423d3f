/**
 * Production and dispatch of a seeded business: bulk goods of raw materials and salt, jars of bulk goods, boxes of
 * jars; dispatches, returns, counts and write-offs.
 */
import type { z } from 'zod';
import type { dispatchBody } from '#contract/ship/dispatches.ts';
import type { runBody } from '#contract/make/runs.ts';
import { daysAfter } from '#contract/core/values/dates.ts';
import { financialYear } from '#server/core/calendar.ts';
import type { SeededRandom } from './seededRandom.ts';
import type { Stock } from './stock.ts';

/** Products of one material in three levels, by their ids. */
export interface Family {
  bulk: number;
  jar: number;
  box: number;
}

export interface MakingPlan {
  families: readonly Family[];
  saltId: number;
  buyerIds: readonly number[];
  /** Number of existing finished goods, from which batch numbers continue. */
  goodsBefore: number;
}

/** A quantity of a product in thousandths, from whichever lots the rule of allocation gives. */
export interface OfProduct {
  productId: number;
  quantity: number;
}

type MadeRun = z.output<typeof runBody>;

/** A dispatch whose lots are found when it is recorded. */
type SentOut = Omit<z.output<typeof dispatchBody>, 'lines'> & { lines: OfProduct[] };

/** Changes of products on a day. */
export interface MadeOnDay {
  runs: MadeRun[];
  dispatches: SentOut[];
  /** Half of the first line of this day's last dispatch comes back. */
  isReturned: boolean;
  writeOffs: OfProduct[];
  /** Deficits of a count. */
  lost: OfProduct[];
}

/** Milligrams in a jar, and jars in a box. */
export const JAR_MILLIGRAMS = 250_000;
export const JARS_IN_BOX = 4;

const UNIT = 1000;
/** Thousandths of a kilogram in a jar. */
const JAR = JAR_MILLIGRAMS / UNIT;
const SHELF_LIFE_DAYS = 1095;

export class Making {
  readonly #random: SeededRandom;
  readonly #plan: MakingPlan;
  readonly #stock: Stock;
  readonly #available = new Map<number, number>();
  #batchesSoFar = 0;
  #dispatchesSoFar = 0;

  constructor(random: SeededRandom, plan: MakingPlan, stock: Stock) {
    this.#random = random;
    this.#plan = plan;
    this.#stock = stock;
  }

  #left(productId: number): number {
    return this.#available.get(productId) ?? 0;
  }

  #add(productId: number, quantity: number): void {
    this.#available.set(productId, this.#left(productId) + quantity);
  }

  /** A share of a product's stock, in whole units; undefined if that is none. */
  #take(productId: number, least: number, most: number): OfProduct | undefined {
    const share = least + this.#random.next() * (most - least);
    const quantity = Math.floor((this.#left(productId) * share) / UNIT) * UNIT;
    if (quantity === 0) return undefined;
    this.#add(productId, -quantity);
    return { productId, quantity };
  }

  #output(date: string, productId: number, quantity: number): MadeRun['outputs'][number] {
    this.#add(productId, quantity);
    const number = this.#plan.goodsBefore + (this.#batchesSoFar += 1);
    return {
      finishedGoodId: undefined,
      productId,
      batchNumber: `SR-${financialYear(date).slice(0, 2)}-${number}`,
      quantity,
      manufactureDate: date,
      expiryDate: daysAfter(date, SHELF_LIFE_DAYS),
    };
  }

  #run(date: string, parts: Pick<MadeRun, 'inputs' | 'outputs' | 'losses'>): MadeRun {
    return { productionDate: date, status: 'completed', recipeId: null, note: '', ...parts };
  }

  /** Raw materials and a hundredth of salt become a bulk good, now and then in two batches. */
  #bulkRun(date: string, { bulk }: Family): MadeRun {
    const random = this.#random;
    const taken = Array.from({ length: random.whole(1, 7) }, () => this.#stock.take());
    const mass = taken.reduce((sum, { unit, quantity }) => sum + (unit === 'kg' ? quantity : 0), 0);
    const salt = Math.max(UNIT, Math.floor(mass / 100));
    const made = Math.floor(((mass + salt) * random.whole(90, 98)) / 100);
    const lost = Math.floor((mass + salt - made) * 0.9);
    const first = random.chance(0.1) ? Math.ceil(made / 2) : made;
    const parts = [first, made - first].filter((quantity) => quantity > 0);
    const used = [...taken, { rawMaterialId: this.#plan.saltId, quantity: salt }];
    const noItem = { rawMaterialId: null, productId: null, quantity: null };
    return this.#run(date, {
      inputs: used.map(({ rawMaterialId, quantity }) => {
        return { productionId: undefined, rawMaterialId, productId: null, quantity, lots: undefined };
      }),
      outputs: parts.map((quantity) => this.#output(date, bulk, quantity)),
      // Thousandths of a kilogram are grams.
      losses: lost > 0 ? [{ reason: random.pick(['Grinding dust', 'Moisture']), grams: lost * UNIT, ...noItem }] : [],
    });
  }

  /** Some of a product becomes another one: as many units as `each` thousandths of the first hold. */
  #packing(date: string, from: number, to: number, each: number): MadeRun | undefined {
    const packed = Math.floor((this.#left(from) * (0.3 + this.#random.next() * 0.6)) / each);
    if (packed === 0) return undefined;
    const quantity = packed * each;
    this.#add(from, -quantity);
    return this.#run(date, {
      inputs: [{ productionId: undefined, rawMaterialId: null, productId: from, quantity, lots: undefined }],
      outputs: [this.#output(date, to, packed * UNIT)],
      losses: [],
    });
  }

  run(date: string): MadeRun {
    const family = this.#random.pickFavoured(this.#plan.families);
    const level = this.#random.next();
    const boxed = () => this.#packing(date, family.jar, family.box, JARS_IN_BOX * UNIT);
    const filled = () => this.#packing(date, family.bulk, family.jar, JAR);
    return (level < 0.15 ? boxed() : undefined) ?? (level < 0.5 ? filled() : undefined) ?? this.#bulkRun(date, family);
  }

  dispatch(date: string): SentOut | undefined {
    const random = this.#random;
    const families = new Set(
      Array.from({ length: random.whole(1, 6) }, () => random.pickFavoured(this.#plan.families)),
    );
    const lines = [...families].flatMap(({ bulk, jar, box }) => {
      return this.#take(random.pick([jar, jar, box, bulk]), 0.2, 0.8) ?? [];
    });
    if (lines.length === 0) return undefined;
    const number = this.#plan.goodsBefore + (this.#dispatchesSoFar += 1);
    return {
      buyerId: random.pickFavoured(this.#plan.buyerIds),
      dispatchDate: date,
      invoiceNumber: `SD/${financialYear(date)}/${String(number).padStart(4, '0')}`,
      vehicle: '',
      transportDocument: '',
      transactionCertificate: '',
      note: '',
      lines,
    };
  }

  /** A little of a product that is there, as for a sample or a broken jar. */
  little(): OfProduct[] {
    const { jar } = this.#random.pickFavoured(this.#plan.families);
    if (this.#left(jar) < UNIT) return [];
    this.#add(jar, -UNIT);
    return [{ productId: jar, quantity: UNIT }];
  }
}
