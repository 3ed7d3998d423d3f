/** A unit in which quantities were recorded stays: changed, it would make 480 kg of the past 480 g. */
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../db/tables.ts';
import { conflict } from '../http/errors.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface UnitUse {
  table: 'raw_material' | 'product';
  /** Whether something was recorded in the unit of the table's row. */
  isUsed: RawBuilder<unknown>;
  /** What is said to who would change it. */
  sentence: (unit: string) => string;
  /** Locks whatever could begin to use it. */
  lock?: (trx: Trx, ids: readonly number[]) => Promise<unknown>;
}

/** Whether the unit can no longer be changed, as 0 or 1. One that was never said can still be said. */
export function unitFixed({ isUsed }: UnitUse): RawBuilder<number> {
  return sql`case when unit <> '' and ${isUsed} then 1 else 0 end`;
}

/** Throws 409 where a record that is locked would get another unit than the one in which something was recorded. */
export async function keepUnit(trx: Trx, use: UnitUse, id: number, before: Fields, after: Fields): Promise<void> {
  const unit = before['unit'];
  if (typeof unit !== 'string' || after['unit'] === undefined || after['unit'] === unit) return;
  await use.lock?.(trx, [id]);
  const { rows } = await sql<{ fixed: number }>`
    select ${unitFixed(use)} as fixed from ${sql.table(use.table)} where id = ${id}`.execute(trx);
  if (rows[0]?.fixed === 1) throw conflict(use.sentence(unit), { unit: [use.sentence(unit)] });
}
