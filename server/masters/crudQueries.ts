/** The queries of a master: what the definition names, in SQL that is the same on both engines. */
import { sql, type RawBuilder } from 'kysely';
import type { Database, Trx } from '../db/tables.ts';
import { containsIn, type ListSource } from '../http/listing.ts';

type Db = Database | Trx;

export interface MasterTable {
  table: string;
  /** The API's name of the id. */
  idField: string;
  /** The API's names of the fields and their columns. */
  columns: Record<string, string>;
  /** Columns in which a search looks. */
  search: readonly string[];
  /** The API's names that a list may be sorted by. */
  sort: readonly string[];
}

const always = { createdAt: 'created_at', updatedAt: 'updated_at' };

function columnOf({ idField, columns }: MasterTable, field: string): string {
  const column = { [idField]: 'id', ...columns, ...always }[field];
  if (column === undefined) throw new Error(`no column for ${field}`);
  return column;
}

function selection<Row>(master: MasterTable): RawBuilder<Row> {
  const pairs = Object.entries({ [master.idField]: 'id', ...master.columns, ...always });
  return sql<Row>`${sql.join(pairs.map(([field, column]) => sql`${sql.ref(column)} as ${sql.ref(field)}`))}`;
}

/** Names sort by their letters, not capitals before small ones; ids, states and times by their values. */
function sortKey(master: MasterTable, field: string): RawBuilder<unknown> {
  const column = columnOf(master, field);
  return master.search.includes(column) ? sql`lower(${sql.ref(column)})` : sql`${sql.ref(column)}`;
}

/** The master as a list, newest first. */
export function masterList<Row>(master: MasterTable): ListSource<Row> {
  return {
    columns: selection<Row>(master),
    from: sql`${sql.table(master.table)}`,
    where: sql`deleted_at is null`,
    matches: (term) => containsIn(master.search, term),
    sort: Object.fromEntries(master.sort.map((field) => [field, sortKey(master, field)])),
    defaultSort: { by: master.idField, order: 'desc' },
    id: sql<number>`id`,
  };
}

/** One record that isn't deleted. */
export async function findRecord<Row>(db: Db, master: MasterTable, id: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${selection<Row>(master)} from ${sql.table(master.table)} where id = ${id} and deleted_at is null`.execute(
    db,
  );
  return rows[0];
}

/**
 * Locks one record until the transaction ends and says whether it is there: writing a column to itself locks the row on
 * both engines, so what is about to be referred to can't be deleted meanwhile.
 */
export async function holdRecord(trx: Trx, table: string, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set updated_at = updated_at where id = ${id} and deleted_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

/** Inserts a record and answers its id. `values` are by the API's names. */
export async function insertRecord(
  trx: Trx,
  { table, columns }: MasterTable,
  values: Record<string, unknown>,
  at: string,
): Promise<number> {
  const fields = Object.keys(columns);
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join([...Object.values(columns), ...Object.values(always)].map((name) => sql.ref(name)))})
    values (${sql.join([...fields.map((field) => values[field]), at, at])}) returning id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`${table} answered no id`);
  return id;
}

/** Writes every field of a record that isn't deleted. */
export async function updateRecord(
  trx: Trx,
  { table, columns }: MasterTable,
  id: number,
  values: Record<string, unknown>,
  at: string,
): Promise<void> {
  const assignments = Object.entries(columns).map(([field, column]) => sql`${sql.ref(column)} = ${values[field]}`);
  await sql`
    update ${sql.table(table)} set ${sql.join(assignments)}, updated_at = ${at}
    where id = ${id} and deleted_at is null`.execute(trx);
}

/** Marks a record as deleted: its row stays for what refers to it. */
export async function markDeleted(trx: Trx, table: string, id: number, at: string): Promise<void> {
  await sql`update ${sql.table(table)} set deleted_at = ${at}, updated_at = ${at} where id = ${id}`.execute(trx);
}
