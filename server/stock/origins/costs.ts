/**
 * Cost of lots. A received lot has the price of its inward line, opening stock its entered price, a buyer's return that
 * of the lot it belongs to. A produced lot costs its part of its run (runCost.ts): to any depth, each lot and run once.
 * Prices are fractions until the end, so that no rounding accumulates: a value is rounded once, after multiplying by the
 * price. So the values of a run's outputs differ from its cost by less than half a paisa each, however many units they
 * have. No output carries the remainder of the others: its value must not depend on their stock.
 */
import { sql } from 'kysely';
import { NEWEST_LOTS } from '#contract/stock/lots/lots.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { rounded, multiply, fromInteger, type Fraction } from './fractions.ts';
import { evaluateOrigins, findOrigins, findRunFlows, type Origins } from './origins.ts';
import { runCostOf, type RunCost, type RunTerms } from './runCost.ts';
import { findRunTerms } from './runTerms.ts';

type PriceOf = (lotId: number) => Fraction | undefined;

/** Lots, and the runs that they came from, with the terms of these. */
interface Costed extends Origins {
  terms: ReadonlyMap<number, RunTerms>;
}

/** Adds what the costs of lots depend on to their origins: two statements for all of their runs. */
export async function withTerms(db: Database | Trx, origins: Origins): Promise<Costed> {
  return { ...origins, terms: await findRunTerms(db, [...origins.inputs.keys()]) };
}

/** The cost of a run, from the prices of its inputs. */
function costOf({ sources, inputs, outputs, terms }: Costed, runId: number, priceOf: PriceOf): RunCost | undefined {
  const ownTerms = terms.get(runId);
  if (!ownTerms) return undefined;
  const costed = (inputs.get(runId) ?? []).map(({ lotId, quantity }) => {
    const { milligrams = null, part = 'ingredient' } = sources.get(lotId) ?? {};
    return { quantity, price: priceOf(lotId), milligrams, part } as const;
  });
  return runCostOf(costed, outputs.get(runId) ?? [], ownTerms);
}

/** Paise per unit of each lot, by its id and not rounded; undefined if it is unknown. */
export function pricesOf(costed: Costed): ReadonlyMap<number, Fraction | undefined> {
  const runs = new Map<number, RunCost | undefined>();
  return evaluateOrigins<Fraction>(costed, ({ lotId, price, origin, parentLotId, runId }, priceOf) => {
    if (price !== null) return fromInteger(price);
    if (origin === 'returned') return priceOf(parentLotId ?? 0);
    if (origin !== 'produced' || runId === null) return undefined;
    if (!runs.has(runId)) runs.set(runId, costOf(costed, runId, priceOf));
    return runs.get(runId)?.prices.get(lotId);
  });
}

/** The lots whose cost may still change, since a run that they came from is in progress: to any depth. */
export function provisionalLots(costed: Costed): ReadonlySet<number> {
  const isProvisional = evaluateOrigins<boolean>(costed, ({ parentLotId, runId }, stateOf) => {
    if (runId === null) return parentLotId !== null && stateOf(parentLotId) === true;
    if (costed.terms.get(runId)?.isInProgress) return true;
    return (costed.inputs.get(runId) ?? []).some(({ lotId }) => stateOf(lotId) === true);
  });
  return new Set([...isProvisional].flatMap(([lotId, value]) => (value ? [lotId] : [])));
}

/** Runs with their costs and those of the lots that they consumed, at any depth. */
interface CostedRuns {
  costs: ReadonlyMap<number, RunCost>;
  prices: ReadonlyMap<number, Fraction | undefined>;
  provisional: ReadonlySet<number>;
  terms: ReadonlyMap<number, RunTerms>;
}

/** Reads the costs of runs, also of those that have no output yet. */
export async function findRunCosts(db: Database | Trx, runIds: readonly number[]): Promise<CostedRuns> {
  const flows = await findRunFlows(db, runIds);
  const lots = [...flows.inputs.values(), ...flows.outputs.values()].flat().map(({ lotId }) => lotId);
  const origins = await findOrigins(db, lots);
  const costed = await withTerms(db, {
    ...origins,
    inputs: new Map([...origins.inputs, ...runIds.map((runId) => [runId, flows.inputs.get(runId) ?? []] as const)]),
    outputs: new Map([...origins.outputs, ...flows.outputs]),
  });
  const prices = pricesOf(costed);
  const costs = runIds.flatMap((runId) => {
    const cost = costOf(costed, runId, (lotId) => prices.get(lotId));
    return cost ? [[runId, cost] as const] : [];
  });
  return { costs: new Map(costs), prices, provisional: provisionalLots(costed), terms: costed.terms };
}

/** Reads prices of lots, from their origins. */
export async function findPrices(db: Database | Trx, lotIds: readonly number[]) {
  return pricesOf(await withTerms(db, await findOrigins(db, lotIds)));
}

/** A lot with its noted price (notedPrice of origins.ts); null if it follows from other lots, or is unknown. */
export interface NotedPrice {
  lotId: number;
  price: number | null;
}

/** Reads prices of lots: only those without a noted one need their origins. */
export async function priceReader(
  db: Database | Trx,
  lots: readonly NotedPrice[],
): Promise<(lot: NotedPrice) => Fraction | undefined> {
  const unnoted = lots.flatMap(({ lotId, price }) => (price === null ? [lotId] : []));
  const prices = await findPrices(db, unnoted);
  return ({ lotId, price }) => (price === null ? prices.get(lotId) : fromInteger(price));
}

/** A price in whole paise per unit, as it is shown; null if it is unknown. */
export function roundedPrice(price: Fraction | undefined): number | null {
  return price ? rounded(price) : null;
}

/**
 * The value of a quantity in thousandths at a price in paise per unit, rounded to whole paise symmetrically about zero;
 * null if unknown, or too large for storage.
 */
export function valueOf(thousandths: number, price: Fraction | undefined): number | null {
  if (!price) return null;
  const value = rounded(multiply(price, { numerator: BigInt(Math.abs(thousandths)), denominator: 1000n }));
  return thousandths < 0 && value ? -value : value;
}

/** The sum of the known values in paise; null if too large for storage. */
export function sumOfKnown(values: readonly (number | null)[]): number | null {
  const sum = values.reduce((total, value) => total + BigInt(value ?? 0), 0n);
  return Number.isSafeInteger(Number(sum)) ? Number(sum) : null;
}

/** The unit cost of items in paise, from their newest lot with a known cost, by item; items without one are missing. */
export async function findNewestCosts(
  db: Database | Trx,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (itemIds.length === 0) return new Map();
  const lots = await inPieces<{ itemId: number; lotId: number }>(
    db,
    'newest lots',
    itemIds,
    (chunk) => sql<{ itemId: number; lotId: number }>`
      select i.id as "itemId", l.id as "lotId" from item i join lot l on l.item_id = i.id
      where i.id in ${chunk} and l.deleted_at is null and l.id in (
        select newest.id from lot newest where newest.item_id = i.id and newest.deleted_at is null
        order by newest.id desc limit ${sql.lit(NEWEST_LOTS)})
      order by l.id`,
  );
  const prices = await findPrices(
    db,
    lots.map(({ lotId }) => lotId),
  );
  return new Map(
    lots.flatMap(({ itemId, lotId }) => {
      const price = roundedPrice(prices.get(lotId));
      return price === null ? [] : [[itemId, price] as const];
    }),
  );
}
