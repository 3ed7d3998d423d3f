import { sql } from 'kysely';
import type { Database, Trx } from '../db/tables.ts';
import type { ListSource } from './listing.ts';

/** One record as its list has it, completed like its rows; undefined if the list has none of this id. */
export async function findOne<Db extends Database | Trx, Found, Whole>(
  db: Db,
  { columns, from, where, id: rowId }: ListSource<Found>,
  id: number,
  complete: (db: Db, rows: readonly Found[]) => Promise<Whole[]>,
): Promise<Whole | undefined> {
  const { rows } = await sql<Found>`select ${columns} from ${from} where ${where} and ${rowId} = ${id}`.execute(db);
  return (await complete(db, rows))[0];
}
