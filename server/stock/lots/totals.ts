/** Value of stock at the lots' own prices: the sum of the values in the list of lots. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { lotEndpoints } from '#contract/stock/lots.ts';
import type { Store } from '../../core/db/connect.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { listReader } from '../../core/lists/listing.ts';
import { pricesOf, sumOfKnown, valueOf } from '../origins/costs.ts';
import { fromInteger } from '../origins/fractions.ts';
import { findOrigins, notedPrice } from '../origins/origins.ts';
import { lotList } from './queries.ts';

type Query = z.output<typeof lotEndpoints.totals.query>;
type Totals = z.output<typeof lotEndpoints.totals.answer>;

interface InStock {
  lotId: number;
  onHand: number;
  /** Paise per unit; null if it follows from other lots, or is unknown. */
  price: number | null;
}

const inStock = sql<InStock>`l.id as "lotId", l.on_hand as "onHand", ${notedPrice} as price`;

/** Reads the value of the stock in the lots that a query selects. */
export function worthReader(store: Store): (query: Query) => Promise<Totals> {
  const read = listReader(store, lotList).rows(inStock);
  return async (query) => {
    const inStockOnly = { ...query, hasStock: 1 };
    const { lots, prices } = await readSnapshot(store.searches, async (snapshot) => {
      const rows = query.hasStock?.includes(1) === false ? [] : await read(inStockOnly, snapshot);
      const unpriced = rows.flatMap(({ lotId, price }) => (price === null ? [lotId] : []));
      return {
        lots: rows,
        prices: unpriced.length === 0 ? new Map() : pricesOf(await findOrigins(snapshot, unpriced)),
      };
    });
    const values = lots.map(({ lotId, onHand, price }) =>
      valueOf(onHand, price === null ? prices.get(lotId) : fromInteger(price)),
    );
    const withoutValue = values.filter((value) => value === null).length;
    return { count: lots.length, value: sumOfKnown(values), withoutValue };
  };
}
