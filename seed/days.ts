/**
 * The documents of a seeded business on each day of five financial years: invoices, then production, then what goes out,
 * then finished goods.
 */
import type { z } from 'zod';
import type { goodBody } from '#contract/make/goods.ts';
import { toDataUrl } from '#server/core/records/attachments.ts';
import type { inwardCreateBody } from '#contract/buy/inward.ts';
import type { MaterialRecord } from '#contract/masters/materials.ts';
import type { productionBody } from '#contract/make/production.ts';
import type { SupplierRecord } from '#contract/masters/suppliers.ts';
import { totalsOf } from '#server/buy/inward/rules.ts';
import { billContent } from '#server/office/sample/billContent.ts';
import { billPdf } from '#server/office/sample/billPdf.ts';
import { financialYear } from '#server/core/calendar.ts';
import { Making, type MadeOnDay, type MakingPlan } from './making.ts';
import type { SeededRandom } from './seededRandom.ts';
import { Stock } from './stock.ts';

export interface Amounts {
  inwardLines: number;
  productions: number;
  /** Runs of products. */
  runs: number;
  goods: number;
}

export interface Trade {
  suppliers: readonly SupplierRecord[];
  materials: readonly { record: MaterialRecord; price: number }[];
  productIds: readonly number[];
  /** Number of existing finished goods, from which batch numbers continue. */
  goodsBefore: number;
  /** Plan of production, if there is any. */
  making: MakingPlan | undefined;
}

export interface Day {
  date: string;
  inwards: z.output<typeof inwardCreateBody>[];
  productions: z.output<typeof productionBody>[];
  goods: z.output<typeof goodBody>[];
  made: MadeOnDay;
}

const FIRST_DAY = Date.parse('2021-04-01');
const DAYS = 1826;
const DAY_MS = 24 * 60 * 60 * 1000;
const GST_PERCENT = 5;
const MAX_LINES = 16;
/** The last days, in which documents are still open. */
const RECENT = 60;

function dateOf(day: number): string {
  return new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
}

/** The share of `total` on a day; the shares add up to `total`. */
function shareOf(total: number, day: number): number {
  return Math.floor((total * (day + 1)) / DAYS) - Math.floor((total * day) / DAYS);
}

/** In days. */
const BETWEEN_RETURNS = 20;
const BETWEEN_WRITE_OFFS = 15;
const BETWEEN_COUNTS = 30;
const PRODUCTS_COUNTED = 5;
/** About so many raw materials go into a run. */
const INPUTS_PER_RUN = 4;
/** A dispatch for so many runs. */
const RUNS_PER_DISPATCH = 2;

class Trading {
  readonly #random: SeededRandom;
  readonly #trade: Trade;
  readonly #stock: Stock;
  readonly #making: Making | undefined;
  #linesSoFar = 0;
  #inwardsSoFar = 0;
  #goodsSoFar = 0;

  constructor(random: SeededRandom, trade: Trade, { inwardLines, productions, runs }: Amounts) {
    this.#random = random;
    this.#trade = trade;
    this.#stock = new Stock(random, (productions + runs * INPUTS_PER_RUN) / Math.max(inwardLines, 1));
    this.#making = trade.making && new Making(random, trade.making, this.#stock);
  }

  /** Each material is bought once before any is repeated; then some are bought more often. */
  #nextMaterial() {
    const { materials } = this.#trade;
    const next = materials[this.#linesSoFar] ?? this.#random.pickFavoured(materials);
    this.#linesSoFar += 1;
    return next;
  }

  inward(day: number, lines: number): Day['inwards'][number] {
    const random = this.#random;
    const supplier = random.pickFavoured(this.#trade.suppliers);
    const bought = Array.from({ length: lines }, () => this.#nextMaterial());
    const rawMaterials = bought.map(({ record, price }) => ({
      rawMaterialId: record.rawMaterialId,
      quantity: random.whole(20, 800) * 1000,
      pricePerUnit: Math.round(price * (0.9 + random.next() * 0.2)),
    }));
    for (const [index, { record }] of bought.entries()) this.#stock.add(record, rawMaterials[index]?.quantity ?? 0);
    const date = dateOf(day);
    const open = day >= DAYS - RECENT && random.chance(0.7);
    const invoice = {
      supplierId: supplier.supplierId,
      invoiceNumber: `${financialYear(date)}/${String((this.#inwardsSoFar += 1)).padStart(5, '0')}`,
      inwardDate: date,
      status: open ? random.pick(['notpaid', 'pending'] as const) : ('paid' as const),
      // A supplier without GSTIN may not charge GST.
      totalGst: supplier.gstinNumber === '' ? 0 : Math.round((totalsOf(rawMaterials, 0).subTotal * GST_PERCENT) / 100),
      rawMaterials,
    };
    const content = billContent(
      supplier,
      invoice,
      bought.map(({ record }) => record),
    );
    return { ...invoice, billAttachment: toDataUrl({ mediaType: 'application/pdf', bytes: billPdf(content) }) };
  }

  production(day: number): Day['productions'][number] {
    const open = day >= DAYS - RECENT && this.#random.chance(0.5);
    const status = open || this.#random.chance(0.002) ? ('in_progress' as const) : ('completed' as const);
    const { rawMaterialId, quantity } = this.#stock.take();
    return { rawMaterialId, quantity, productionDate: dateOf(day), status };
  }

  made(day: number, runs: number, dispatches: number): MadeOnDay {
    const making = this.#making;
    if (!making) return { runs: [], dispatches: [], isReturned: false, writeOffs: [], lost: [] };
    const date = dateOf(day);
    return {
      runs: Array.from({ length: runs }, () => making.run(date)),
      dispatches: Array.from({ length: dispatches }, () => making.dispatch(date) ?? []).flat(),
      isReturned: day % BETWEEN_RETURNS === 0,
      writeOffs: day % BETWEEN_WRITE_OFFS === 0 ? making.little() : [],
      lost: day % BETWEEN_COUNTS === 0 ? Array.from({ length: PRODUCTS_COUNTED }, () => making.little()).flat() : [],
    };
  }

  good(day: number): Day['goods'][number] {
    const random = this.#random;
    const expires = day + random.whole(240, 900);
    const number = this.#trade.goodsBefore + (this.#goodsSoFar += 1);
    const sold = random.chance(Math.min(0.93, ((DAYS - day) / DAYS) * 2));
    const status = sold ? 'sold' : expires < DAYS ? 'expired' : 'available';
    return {
      finishedGoodId: undefined,
      productId: random.pickFavoured(this.#trade.productIds),
      batchNumber: `SD-${financialYear(dateOf(day)).slice(0, 2)}-${number}`,
      quantity: random.whole(24, 1200) * 1000,
      status,
      manufactureDate: dateOf(day),
      expiryDate: dateOf(expires),
    };
  }
}

/** The number of lines of each invoice, `inwardLines` in total. */
function invoiceSizes(random: SeededRandom, inwardLines: number): number[] {
  const sizes: number[] = [];
  for (let left = inwardLines; left > 0; left -= sizes.at(-1) ?? left) {
    sizes.push(Math.min(left, random.whole(4, MAX_LINES)));
  }
  return sizes;
}

/** The days, oldest first. The first has the first invoice, so production always has stock. */
export function* days(random: SeededRandom, trade: Trade, amounts: Amounts): Generator<Day> {
  const trading = new Trading(random, trade, amounts);
  const sizes = invoiceSizes(random, amounts.inwardLines);
  for (let day = 0, invoice = 0; day < DAYS; day += 1) {
    const inwards: Day['inwards'] = [];
    for (; Math.floor((invoice * DAYS) / sizes.length) <= day && invoice < sizes.length; invoice += 1) {
      inwards.push(trading.inward(day, sizes[invoice] ?? 0));
    }
    yield {
      date: dateOf(day),
      inwards,
      productions: Array.from({ length: shareOf(amounts.productions, day) }, () => trading.production(day)),
      made: trading.made(day, shareOf(amounts.runs, day), shareOf(Math.floor(amounts.runs / RUNS_PER_DISPATCH), day)),
      goods: Array.from({ length: shareOf(amounts.goods, day) }, () => trading.good(day)),
    };
  }
}
