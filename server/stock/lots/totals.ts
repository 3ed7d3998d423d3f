/** Value of stock at the lots' own prices: the sum of the values in the list of lots. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { lotEndpoints } from '#contract/stock/lots/lots.ts';
import type { Engine } from '../../core/db/connect.ts';
import type { Trx } from '../../core/db/tables.ts';
import { listReader } from '../../core/lists/listing.ts';
import { priceReader, sumOfKnown, valueOf, type NotedPrice } from '../origins/costs.ts';
import { notedPrice } from '../origins/origins.ts';
import { lotList } from './queries.ts';

type Query = z.output<typeof lotEndpoints.totals.query>;
type Totals = z.output<typeof lotEndpoints.totals.answer>;

interface InStock extends NotedPrice {
  onHand: number;
}

const inStock = sql<InStock>`l.id as "lotId", l.on_hand as "onHand", ${notedPrice} as price`;

/** Reads the value of the stock in the lots that a query selects. */
export function worthReader(engine: Engine): (query: Query, snapshot: Trx) => Promise<Totals> {
  const read = listReader(engine, lotList).rows(inStock);
  return async (query, snapshot) => {
    const inStockOnly = { ...query, hasStock: 1 };
    const lots = query.hasStock?.includes(1) === false ? [] : await read(inStockOnly, snapshot);
    const priceOf = await priceReader(snapshot, lots);
    const values = lots.map((lot) => valueOf(lot.onHand, priceOf(lot)));
    const withoutValue = values.filter((value) => value === null).length;
    return { count: lots.length, value: sumOfKnown(values), withoutValue };
  };
}
