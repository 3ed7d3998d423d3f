/** A unit with recorded quantities is fixed: changing it would turn the past's 480 g, or those of a recipe, into 480 kg. */
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../core/db/tables.ts';
import { conflictAt } from '../core/http/errors.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface UnitUse {
  table: 'raw_material' | 'product';
  /** Records with a quantity in the row's unit, after `from`. */
  users: readonly RawBuilder<unknown>[];
  /** The error message. */
  sentence: (unit: string) => string;
  /** Locks records that could start to use it. */
  lock: (trx: Trx, id: number) => Promise<unknown>;
}

/** Whether the unit is fixed, as 0 or 1. An empty unit can still be set. */
export function unitFixed({ users }: UnitUse): RawBuilder<number> {
  // Not by `exists`, for which PostgreSQL reads all lots at once, also for a page of 15 rows.
  const first = sql.join(users.map((from) => sql`(select 1 from ${from} limit 1)`));
  return sql`case when unit <> '' then coalesce(${first}, 0) else 0 end`;
}

/** Throws 409 if a change of a locked record changes a fixed unit. */
export async function refuseUnitChange(
  trx: Trx,
  use: UnitUse,
  id: number,
  before: Fields,
  after: Fields,
): Promise<void> {
  const unit = before['unit'];
  if (typeof unit !== 'string' || after['unit'] === undefined || after['unit'] === unit) return;
  await use.lock(trx, id);
  const { rows } = await sql<{ fixed: number }>`
    select ${unitFixed(use)} as fixed from ${sql.table(use.table)} where id = ${id}`.execute(trx);
  if (rows[0]?.fixed === 1) throw conflictAt('unit', use.sentence(unit));
}
