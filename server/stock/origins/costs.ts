/**
 * Cost of lots. A received lot has the price of its inward line, opening stock its entered price, a buyer's return that
 * of the lot it belongs to. A produced lot costs as much as its run's inputs, spread over the outputs by mass: to any
 * depth, each lot once. Prices are fractions until the end, so that no rounding accumulates: a value is rounded once,
 * after multiplying by the price. So the values of a run's outputs differ from its cost by less than half a paisa each,
 * however many units they have. No output carries the remainder of the others: its value must not depend on their
 * stock.
 */
import { sql } from 'kysely';
import { NEWEST_LOTS } from '#contract/stock/lots/lots.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { add, rounded, multiply, fromInteger, zero, type Fraction } from './fractions.ts';
import { findOrigins, weightsOf, evaluateOrigins, type Input, type Origins } from './origins.ts';

type PriceOf = (lotId: number) => Fraction | undefined;

/** The cost of a run's inputs, in paise by thousandths; undefined if one has no price. */
function costOf(inputs: readonly Input[], priceOf: PriceOf): Fraction | undefined {
  let sum = zero;
  for (const { lotId, quantity } of inputs) {
    const price = priceOf(lotId);
    if (!price) return undefined;
    sum = add(sum, multiply(fromInteger(quantity), price));
  }
  return inputs.length > 0 ? sum : undefined;
}

/** Paise per unit of each lot, by its id and not rounded; undefined if it is unknown. */
export function pricesOf(origins: Origins): ReadonlyMap<number, Fraction | undefined> {
  return evaluateOrigins<Fraction>(origins, ({ lotId, price, origin, parentLotId, runId }, priceOf) => {
    if (price !== null) return fromInteger(price);
    if (origin === 'returned') return priceOf(parentLotId ?? 0);
    if (origin !== 'produced' || runId === null) return undefined;
    const weights = weightsOf(origins.outputs.get(runId) ?? []);
    const cost = weights && costOf(origins.inputs.get(runId) ?? [], priceOf);
    return cost && multiply(cost, { numerator: weights.perUnit.get(lotId) ?? 0n, denominator: weights.sum });
  });
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
  const prices = pricesOf(await findOrigins(db, unnoted));
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
  const origins = await findOrigins(
    db,
    lots.map(({ lotId }) => lotId),
  );
  const prices = pricesOf(origins);
  return new Map(
    lots.flatMap(({ itemId, lotId }) => {
      const price = roundedPrice(prices.get(lotId));
      return price === null ? [] : [[itemId, price] as const];
    }),
  );
}
