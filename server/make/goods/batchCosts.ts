/** Costs of the batches of runs, each its part of the cost of its run (docs/domain.md, Cost). */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { batchCostEndpoints } from '#contract/make/batchCosts.ts';
import { divided, percentOf } from '#contract/core/values/ratios.ts';
import type { Engine } from '../../core/db/connect.ts';
import { param } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { listReader, type ListSource } from '../../core/lists/listing.ts';
import { anyOf, contained, matchesByWords } from '../../core/lists/search.ts';
import { findRunCosts, roundedPrice, sumOfKnown, valueOf } from '../../stock/origins/costs.ts';
import { add, quotient, multiply, roundedSigned, zero, type Fraction } from '../../stock/origins/fractions.ts';
import type { RecipeTerms, RunCost } from '../../stock/origins/runCost.ts';

type BatchCost = z.output<typeof batchCostEndpoints.list.answer>[number];
type Totals = z.output<typeof batchCostEndpoints.totals.answer>;

type Computed =
  | 'material'
  | 'charges'
  | 'overhead'
  | 'recovered'
  | 'cost'
  | 'costPerUnit'
  | 'marginPercent'
  | 'yieldPercent'
  | 'expectedYieldPercent'
  | 'abnormalLoss'
  | 'scrapSold'
  | 'abnormalScrap'
  | 'isProvisional';

interface BatchRow extends Omit<BatchCost, Computed> {
  byProductPrice: number | null;
}

const rowId = sql<number>`g.id`;

/** Batches that a run made, the newest first; `withCosts` adds their costs. */
export const batchCostList: ListSource<BatchRow> = {
  columns: sql`
    g.id as "finishedGoodId", l.id as "lotId", g.run_id as "runId", g.product_id as "productId",
    p.name as "productName", p.unit, g.batch_number as "batchNumber", l.received_on as "madeOn", r.status, g.quantity,
    p.price as "salePrice", g.by_product_price as "byProductPrice"`,
  from: sql`
    finished_good g join lot l on l.id = g.lot_id join production_run r on r.id = g.run_id
    join product p on p.id = g.product_id`,
  where: sql`g.deleted_at is null`,
  filters: {
    productId: (equalsParam) => sql`g.product_id ${equalsParam}`,
    madeOnFrom: sql`l.received_on >= ${param('madeOnFrom')}`,
    madeOnTo: sql`l.received_on <= ${param('madeOnTo')}`,
    status: (equalsParam) => sql`r.status ${equalsParam}`,
  },
  matches: (term) =>
    anyOf(
      contained(term, ['g.batch_number']),
      sql`g.product_id in (select id from product where ${matchesByWords(term, 'product_words', 'id', ['name'])})`,
    ),
  sort: { madeOn: sql`l.received_on`, batchNumber: sql`g.batch_order`, productName: sql`lower(p.name)` },
  defaultSort: { by: 'madeOn', order: 'desc' },
  id: rowId,
};

const unknown = {
  material: null,
  charges: null,
  overhead: null,
  recovered: null,
  cost: null,
  abnormalLoss: null,
  scrapSold: null,
  abnormalScrap: null,
};

/** A part of an amount, in the proportion of a batch to all that its run makes; nothing of nothing. */
function partOf(amount: Fraction, value: Fraction, all: Fraction): number {
  return all.numerator === 0n ? 0 : (roundedSigned(quotient(multiply(amount, value), all)) ?? 0);
}

/**
 * The parts of a batch in paise. Those that are smaller are rounded, and material is what they leave of the cost, so that
 * each row adds up.
 */
function partsOf(batch: BatchRow, run: RunCost) {
  const price = run.prices.get(batch.lotId);
  const cost = valueOf(batch.quantity, price);
  if (!price || cost === null) return unknown;
  const alone = {
    material: cost,
    charges: 0,
    overhead: 0,
    recovered: 0,
    cost,
    abnormalLoss: 0,
    scrapSold: 0,
    abnormalScrap: 0,
  };
  // Its value is taken off the others, as recovered: so all rows together have the cost of the inputs as material.
  if (batch.byProductPrice !== null) return { ...alone, material: 0, recovered: -cost || 0 };
  if (!run.net || !run.overhead) return alone;
  const { net } = run;
  const value = multiply(price, { numerator: BigInt(batch.quantity), denominator: 1000n });
  const charges = partOf(run.charges, value, net);
  const overhead = partOf(run.overhead, value, net);
  const recovered = partOf(add(run.scrap, run.byProducts), value, net);
  const isCompleted = batch.status === 'completed';
  const made = run.made && multiply(net, run.made);
  const abnormalLoss = isCompleted && made ? partOf(run.rest ?? zero, value, made) : 0;
  // The batches of a completed run have all of its scrap between them, also that of its abnormal loss.
  const scrapSold =
    isCompleted && made ? partOf(add(run.scrap, run.abnormalScrap), value, made) : partOf(run.scrap, value, net);
  const abnormalScrap = isCompleted && made ? partOf(run.abnormalScrap, value, made) : 0;
  const material = cost - charges - overhead + recovered;
  return { material, charges, overhead, recovered, cost, abnormalLoss, scrapSold, abnormalScrap };
}

/** The yield that a recipe expects: as it states it, else what it makes of its ingredients with their losses. */
function expectedYieldOf(recipe: RecipeTerms | null | undefined): number | null {
  if (!recipe) return null;
  if (recipe.expectedYield !== null || recipe.inputMass === null || recipe.milligrams === null)
    return recipe.expectedYield;
  return percentOf(BigInt(recipe.quantity) * BigInt(recipe.milligrams), recipe.inputMass);
}

/** The part of the sale price above the cost, in thousandths of a percent rounded to hundredths. */
function marginOf(salePrice: number, costPerUnit: number | null): number | null {
  if (costPerUnit === null || salePrice === 0) return null;
  return divided(BigInt(salePrice - costPerUnit) * 10_000n, BigInt(salePrice)) * 10;
}

/** Adds the costs to batches. */
export async function withCosts(trx: Trx, batches: readonly BatchRow[]): Promise<BatchCost[]> {
  const { costs, terms, provisional } = await findRunCosts(trx, [...new Set(batches.map(({ runId }) => runId))]);
  return batches.map(({ byProductPrice, ...batch }) => {
    const run = costs.get(batch.runId);
    const costPerUnit = roundedPrice(run?.prices.get(batch.lotId));
    const { inputMass, outputMass = 0n } = run ?? {};
    return {
      ...batch,
      ...(run ? partsOf({ ...batch, byProductPrice }, run) : unknown),
      costPerUnit,
      marginPercent: marginOf(batch.salePrice, costPerUnit),
      yieldPercent: inputMass === undefined || outputMass === 0n ? null : percentOf(outputMass, inputMass),
      expectedYieldPercent: expectedYieldOf(terms.get(batch.runId)?.recipe),
      isProvisional: provisional.has(batch.lotId),
    };
  });
}

/** Reads the sums of the costs of the batches that a query selects. */
export function batchCostTotals(
  engine: Engine,
): (query: z.output<typeof batchCostEndpoints.totals.query>, snapshot: Trx) => Promise<Totals> {
  const read = listReader(engine, batchCostList).rows(batchCostList.columns);
  return async (query, snapshot) => {
    const batches = await withCosts(snapshot, await read(query, snapshot));
    const known = batches.filter(({ cost }) => cost !== null);
    const sumOf = (field: keyof typeof unknown) => sumOfKnown(known.map((batch) => batch[field]));
    return {
      count: known.length,
      withoutCost: batches.length - known.length,
      material: sumOf('material'),
      charges: sumOf('charges'),
      overhead: sumOf('overhead'),
      recovered: sumOf('recovered'),
      cost: sumOf('cost'),
      abnormalLoss: sumOf('abnormalLoss'),
      scrapSold: sumOf('scrapSold'),
      abnormalScrap: sumOf('abnormalScrap'),
    };
  };
}
