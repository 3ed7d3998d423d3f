/** What of an item may be taken: what is in stock, without lots that are on hold or recalled. */
import { sql } from 'kysely';

/** In thousandths, in a query with item i. */
export const freeQuantity = sql<number>`(i.on_hand - (
  select cast(coalesce(sum(h.on_hand), 0) as bigint) from lot h
  where h.item_id = i.id and h.on_hand > 0 and h.state <> 'released'))`;
