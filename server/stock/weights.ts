/** Mass: what one unit of an item weighs. */
import { sql } from 'kysely';
import { weightUnits } from '#contract/items.ts';
import { unitOfItem } from './itemNames.ts';

const ofWeights = sql`case lower(${unitOfItem}) ${sql.join(
  [...weightUnits].map(([unit, milligrams]) => sql`when ${sql.lit(unit)} then ${sql.lit(milligrams)}`),
  sql` `,
)} end`;

/** Milligrams of one unit, null where unknown, in a query with item i, raw_material m and product p. */
export const milligramsPerUnit = sql<number | null>`coalesce(${ofWeights}, i.milligrams_per_unit)`;
