/** How items are called: of a raw material or a product. */
import { sql } from 'kysely';

/** The raw material m and the product p of item i, in the `from` of a query; one of them exists. */
export const withMasters = sql`
  left join raw_material m on m.id = i.raw_material_id left join product p on p.id = i.product_id`;

/** In a query with those. */
export const nameOfItem = sql<string>`coalesce(m.name, p.name)`;
export const unitOfItem = sql<string>`coalesce(m.unit, p.unit)`;
