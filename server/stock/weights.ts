/** Mass: what one unit of an item weighs. */
import { sql } from 'kysely';

/** Milligrams of the units that say it. */
const weights = new Map([
  ['kg', 1_000_000],
  ['g', 1000],
  ['t', 1_000_000_000],
  ['tonne', 1_000_000_000],
]);

/** Whether a unit says its grams by itself. */
export function isWeight(unit: string): boolean {
  return weights.has(unit.toLowerCase());
}

const ofWeights = sql`case lower(coalesce(m.unit, p.unit)) ${sql.join(
  [...weights].map(([unit, milligrams]) => sql`when ${sql.lit(unit)} then ${sql.lit(milligrams)}`),
  sql` `,
)} end`;

/** Milligrams of one unit, null where unknown, in a query with item i, raw_material m and product p. */
export const milligramsPerUnit = sql<number | null>`coalesce(${ofWeights}, i.milligrams_per_unit)`;
