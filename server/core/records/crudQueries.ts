/** The queries of a master, from its definition, in the same SQL for both engines. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { forUpdate } from '../db/locking.ts';
import { executeKeyed, listed, param, prepared } from '../db/statements.ts';
import type { Database, RecordTable, Trx } from '../db/tables.ts';
import type { ListSource, FilterCondition } from '../lists/listing.ts';
import { changedAt } from './optimisticLock.ts';
import { anyOf, contained, matchesByWords, type ParsedTerm } from '../lists/search.ts';

type Db = Database | Trx;

/** A field of a referenced record. */
export interface ReadAlong {
  table: RecordTable;
  /** The foreign key column. */
  via: string;
  column: string;
}

export interface MasterTable {
  table: RecordTable;
  /** The API name of the id. */
  idField: string;
  /** Columns by API name. */
  columns: Record<string, string>;
  /** Read-only fields of a referenced record, such as its name. */
  readAlong?: Record<string, ReadAlong>;
  /** Computed fields, also for those with a column. */
  derived?: Record<string, RawBuilder<unknown>>;
  /** Filters by query parameter. */
  filters?: Record<string, FilterCondition>;
  /** API names of the searched texts. */
  search: readonly string[];
  /**
   * SQLite's index of the words in its own texts, created by `indexWords` in a migration. It must have each of those in
   * `search`: in others SQLite would find terms of one or two letters alone.
   */
  wordIndex?: string;
  /** The API's names that a list may be sorted by. */
  sort: readonly string[];
}

const always = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** Every field that is answered, as SQL. */
function selectedFields({
  table,
  idField,
  columns,
  readAlong = {},
  derived = {},
}: MasterTable): Record<string, RawBuilder<unknown>> {
  const own = Object.entries({ [idField]: 'id', ...columns, ...always });
  const read = ({ table: other, via, column }: ReadAlong) => sql`
    (select o.${sql.ref(column)} from ${sql.table(other)} o where o.id = ${sql.ref(`${table}.${via}`)})`;
  return Object.fromEntries([
    ...own.map(([field, column]) => [field, sql`${sql.ref(column)}`]),
    ...Object.entries(readAlong).map(([field, other]) => [field, read(other)]),
    ...Object.entries(derived),
  ]);
}

function fieldOf(master: MasterTable, field: string): RawBuilder<unknown> {
  const selected = selectedFields(master)[field];
  if (!selected) throw new Error(`${master.table} has no field ${field}`);
  return selected;
}

function selection<Row>(master: MasterTable): RawBuilder<Row> {
  const fields = Object.entries(selectedFields(master)).map(([field, value]) => sql`${value} as ${sql.ref(field)}`);
  return sql<Row>`${sql.join(fields)}`;
}

/** Names sort case-insensitively; ids, states and times by their values. */
function sortKey(master: MasterTable, field: string): RawBuilder<unknown> {
  const value = fieldOf(master, field);
  return master.search.includes(field) ? sql`lower(${value})` : value;
}

/** The search condition: own texts, or those of a referenced record. */
function matches(
  { columns, search, wordIndex, readAlong = {}, derived = {} }: MasterTable,
  term: ParsedTerm,
): RawBuilder<SqlBool> {
  const own = search.flatMap((field) => derived[field] ?? columns[field] ?? []);
  const others = search.flatMap((field) => readAlong[field] ?? []);
  return anyOf(
    wordIndex === undefined ? contained(term, own) : matchesByWords(term, wordIndex, 'id', own),
    ...others.map(
      ({ table, via, column }) =>
        sql<SqlBool>`${sql.ref(via)} in (select id from ${sql.table(table)} where ${contained(term, [column])})`,
    ),
  );
}

/** The master as a list, newest first. */
export function masterList<Row>(master: MasterTable): ListSource<Row> {
  const id = sql<number>`id`;
  const keyOf = (field: string) => (field === master.idField ? id : sortKey(master, field));
  return {
    columns: selection<Row>(master),
    from: sql`${sql.table(master.table)}`,
    where: sql`deleted_at is null`,
    counted: master.table,
    filters: master.filters,
    matches: (term) => matches(master, term),
    sort: Object.fromEntries(master.sort.map((field) => [field, keyOf(field)])),
    defaultSort: { by: master.idField, order: 'desc' },
    id,
  };
}

function theOnly<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('record not found after its write');
  return row;
}

type Values = Readonly<Record<string, unknown>>;

/** A query for one undeleted record by id; `values` are the params of its derived fields. */
export function finderOf<Row>(master: MasterTable): (db: Db, id: number, values?: Values) => Promise<Row | undefined> {
  const byId = prepared(
    () => sql<Row>`
      select ${selection<Row>(master)} from ${sql.table(master.table)}
      where id = ${param('id')} and deleted_at is null`,
  );
  return async (db, id, values) => (await byId(db, { ...values, id }))[0];
}

const RECORDS_PER_BATCH = 1000;

/** Every undeleted record, oldest first, a thousand at a time: other requests are answered in between. */
export async function* allRecords<Row>(trx: Trx, master: MasterTable): AsyncGenerator<Row[]> {
  for (let last = 0; ;) {
    const { rows } = await sql<Row & { last: number }>`
      select ${selection<Row>(master)}, id as last from ${sql.table(master.table)}
      where deleted_at is null and id > ${last} order by id limit ${RECORDS_PER_BATCH}`.execute(trx);
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < RECORDS_PER_BATCH) return;
    ({ last } = end);
    await nextTurn();
  }
}

/** One undeleted record, locked until the transaction ends. */
export async function lockMasterRecord<Row>(trx: Trx, master: MasterTable, id: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${selection<Row>(master)} from ${sql.table(master.table)}
    where id = ${id} and deleted_at is null ${forUpdate}`.execute(trx);
  return rows[0];
}

/** Whether an undeleted record exists; without a lock. */
export async function recordExists(db: Db, table: RecordTable, id: number): Promise<boolean> {
  const { rows } = await sql`
    select id from ${sql.table(table)} where id = ${id} and deleted_at is null`.execute(db);
  return rows.length === 1;
}

/** Locks a record against deletion until the transaction ends; returns whether it exists. */
export async function lockRecord(trx: Trx, table: string, id: number): Promise<boolean> {
  const { rows } = await sql`
    select id from ${sql.table(table)} where id = ${id} and deleted_at is null ${forUpdate}`.execute(trx);
  return rows.length === 1;
}

/** Runs a statement that writes one record, and returns the record: Citus takes no subqueries in RETURNING. */
async function written<Row>(trx: Trx, master: MasterTable, statement: RawBuilder<unknown>): Promise<Row> {
  if (!master.readAlong && !master.derived) {
    const { rows } = await sql<Row>`${statement} returning ${selection<Row>(master)}`.execute(trx);
    return theOnly(rows);
  }
  const { rows } = await sql<{ id: number }>`${statement} returning id`.execute(trx);
  const record = await sql<Row>`
    select ${selection<Row>(master)} from ${sql.table(master.table)} where id = ${theOnly(rows).id}`.execute(trx);
  return theOnly(record.rows);
}

/** Inserts a record and returns it. `values` are by API name; a missing one gets the default of its column. */
export async function insertRecord<Row>(
  trx: Trx,
  master: MasterTable,
  values: Record<string, unknown>,
  at: string,
): Promise<Row> {
  const entries = Object.entries(master.columns).filter(([field]) => values[field] !== undefined);
  const columns = [...entries.map(([, column]) => column), ...Object.values(always)].map((name) => sql.ref(name));
  const statement = sql`
    insert into ${sql.table(master.table)} (${sql.join(columns)})
    values (${sql.join([...entries.map(([field]) => values[field]), at, at])})`;
  return await written<Row>(trx, master, statement);
}

/** Updates a locked record and returns it; missing fields stay unchanged. */
export async function updateRecord<Row>(
  trx: Trx,
  master: MasterTable,
  id: number,
  values: Record<string, unknown>,
  at: string,
): Promise<Row> {
  const entries = Object.entries(master.columns).filter(([field]) => values[field] !== undefined);
  const assignments = entries.map(([field, column]) => sql`${sql.ref(column)} = ${values[field]}`);
  const statement = sql`
    update ${sql.table(master.table)} set ${sql.join(assignments)}, updated_at = ${at}
    where id = ${id} and deleted_at is null`;
  return await written<Row>(trx, master, statement);
}

/** Inserts the row of a record by column names, and returns its id. */
export async function insertRow(
  trx: Trx,
  table: RecordTable,
  row: Readonly<Record<string, unknown>>,
  at: string,
): Promise<number> {
  const whole = { ...row, created_at: at, updated_at: at };
  // A column without a value gets its default.
  const given = Object.entries(whole).filter(([, value]) => value !== undefined);
  const columns = given.map(([name]) => name);
  const values = given.map(([, value]) => value);
  const { rows } = await executeKeyed<{ id: number }>(
    trx,
    `insert one ${table} ${columns.join()}`,
    values,
    () => sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      values ${listed(values)} returning id`,
  );
  return theOnly(rows).id;
}

/** Updates columns of a locked row; one without a value stays as it is. */
export async function updateRow(
  trx: Trx,
  table: RecordTable,
  id: number,
  row: Readonly<Record<string, unknown>>,
  at: string,
): Promise<void> {
  const entries = Object.entries({ ...row, updated_at: at }).filter(([, value]) => value !== undefined);
  const assignments = entries.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${id}`.execute(trx);
}

/** The number of undeleted records of a table that refer to an id. */
export async function countHolders(trx: Trx, table: string, column: string, id: number): Promise<number> {
  const { rows } = await sql<{ holders: number }>`
    select count(*) as holders from ${sql.table(table)} where ${sql.ref(column)} = ${id} and deleted_at is null`.execute(
    trx,
  );
  return rows[0]?.holders ?? 0;
}

/** Soft-deletes a record, so that references stay valid. */
export async function markDeleted(trx: Trx, table: string, id: number, at: string): Promise<void> {
  await sql`update ${sql.table(table)} set deleted_at = ${at}, updated_at = ${at} where id = ${id}`.execute(trx);
}

/**
 * Touches a document after its lot or batch was changed elsewhere, so that an edit based on an earlier read is refused
 * (docs/domain.md, Concurrent edits). Locks it; a deleted one stays as it is.
 */
export async function markChanged(trx: Trx, table: RecordTable, id: number, at: string): Promise<void> {
  const { rows } = await sql<{ updatedAt: string }>`
    select updated_at as "updatedAt" from ${sql.table(table)}
    where id = ${id} and deleted_at is null ${forUpdate}`.execute(trx);
  for (const { updatedAt } of rows) {
    await sql`update ${sql.table(table)} set updated_at = ${changedAt(at, updatedAt)} where id = ${id}`.execute(trx);
  }
}
