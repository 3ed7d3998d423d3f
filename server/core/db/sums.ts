/** Sums in SQL that no data makes fail. */
import { sql, type RawBuilder } from 'kysely';

/**
 * The sum of whole numbers over several items or documents, 0 without any: exact to 2^53, and from there on rounded to 16
 * digits. SQLite's sum of integers fails beyond 64 bits, and an integer of PostgreSQL can't be larger either. The sums of
 * one lot or item need it not: CHECKs bound its totals.
 */
export function sumOf(expression: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce(sum(cast(${expression} as double precision)), 0.0)`;
}
