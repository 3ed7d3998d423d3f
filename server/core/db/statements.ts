/**
 * Statements that are compiled once and then only bound: compiling costs more than running most of them
 * (docs/architecture/databases.md).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hash } from 'node:crypto';
import {
  CompiledQuery,
  sql,
  SqliteAdapter,
  type Insertable,
  type QueryResult,
  type RawBuilder,
  type Updateable,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { piecesOf } from './pieces.ts';
import type { Database, Tables, Trx } from './tables.ts';

type Db = Database | Trx;
type Engine = 'sqlite' | 'postgres';

/** Statements over several rows, by engine and key. Their number depends on requests. */
const keyed = new LRUCache<string, CompiledQuery>({
  max: 2000,
  /** Characters of their texts. */
  maxSize: 8_000_000,
  sizeCalculation: ({ sql: text }) => text.length,
});
/** By the query node, which every execution of a compiled statement carries. */
const names = new WeakMap<object, string>();

/** The name of a prepared statement on PostgreSQL, the same for the same text; undefined for a search, and for one not compiled here. */
export function statementName({ query }: CompiledQuery): string | undefined {
  return names.get(query);
}

function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/** Compiles a statement; only its text is stored, since the tree that it is compiled from takes a hundred times as much. */
function compile<Row>(db: Db, build: () => RawBuilder<Row>): CompiledQuery {
  const { sql: text, parameters } = build().compile(db);
  const query = CompiledQuery.raw(text, [...parameters]);
  // How many rows match depends on the term: PostgreSQL plans an unnamed statement for its values.
  if (!/ like \$/.test(text)) names.set(query.query, `godown_${hash('sha256', text).slice(0, 16)}`);
  return query;
}

/** Placeholder for a named value of each execution. */
class Param {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A named parameter of a prepared statement. */
export function param(name: string): RawBuilder<unknown> {
  return sql`${new Param(name)}`;
}

/**
 * A statement with named parameters: a function of the database and the values that returns the rows. The compiled
 * statement lives as long as the function.
 */
export function prepared<Row>(build: () => RawBuilder<Row>) {
  const compiled: Partial<Record<Engine, CompiledQuery>> = {};
  return async (db: Db, values: Readonly<Record<string, unknown>>): Promise<Row[]> => {
    const query = (compiled[engineOf(db)] ??= compile(db, build));
    const parameters = query.parameters.map((value) => (value instanceof Param ? values[value.name] : value));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/**
 * Executes the statement that `build` makes of `values`, bound in order: for statements over several rows, whose `key`
 * contains their number. A key must always mean the same text.
 */
export async function executeKeyed<Row>(
  db: Db,
  key: string,
  values: readonly unknown[],
  build: () => RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  const engineKey = `${engineOf(db)} ${key}`;
  const known = keyed.get(engineKey);
  if (known) return await db.executeQuery<Row>({ ...known, parameters: values });
  const query = compile(db, build);
  const { parameters } = query;
  if (parameters.length !== values.length || parameters.some((parameter, index) => parameter !== values[index]))
    throw new Error(`the values of "${key}" are not in the order of its text`);
  keyed.set(engineKey, { ...query, parameters: [] });
  return await db.executeQuery<Row>(query);
}

/** Values in parentheses, for `in` and rows of `values`. */
export function listed(values: readonly unknown[]): RawBuilder<unknown> {
  return sql`(${sql.join(values)})`;
}

const cellOf = (row: object, column: string): unknown => Reflect.get(row, column);

async function insertion<T extends keyof Tables>(
  trx: Trx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
  returning: 'ids' | 'nothing',
): Promise<QueryResult<{ id: number }>> {
  const columns = Object.keys(rows[0] ?? {});
  const key = `insert ${table} ${columns.join()} ${rows.length} returning ${returning}`;
  const cells = rows.map((row) => columns.map((column) => cellOf(row, column)));
  return await executeKeyed(trx, key, cells.flat(), () => {
    const refs = columns.map((column) => sql.ref(column));
    return sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(refs)}) values ${sql.join(cells.map(listed))}
      ${returning === 'ids' ? sql`returning id` : sql``}`;
  });
}

/** Rows in pieces of one statement each; between them other requests are answered. */
async function* inTurns<Row>(rows: readonly Row[]): AsyncGenerator<Row[]> {
  let isFirst = true;
  for (const chunk of piecesOf(rows)) {
    if (!isFirst) await nextTurn();
    isFirst = false;
    yield chunk;
  }
}

/** Inserts rows with the same columns, in as many statements as the engines need. */
export async function insertRows<T extends keyof Tables>(
  trx: Trx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  for await (const chunk of inTurns(rows)) await insertion(trx, table, chunk, 'nothing');
}

/** Inserts rows with the same columns, in as many pieces as the engines need; returns their ids in order. */
export async function insertNumbered<T extends keyof Tables>(
  trx: Trx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<number[]> {
  const ids: number[] = [];
  for await (const chunk of inTurns(rows)) {
    const inserted = await insertion(trx, table, chunk, 'ids');
    for (const { id } of inserted.rows) ids.push(id);
  }
  // Both engines assign ids in the order of the rows, but may return them in another.
  return ids.sort((a, b) => a - b);
}

/**
 * Updates columns of rows by their ids, in as many statements as the engines need. `types` names the columns and their
 * types: PostgreSQL would take a list of values for texts.
 */
export async function updateRows<T extends keyof Tables>(
  trx: Trx,
  table: T,
  types: Readonly<Partial<Record<keyof Updateable<Tables[T]> & string, 'bigint' | 'text'>>>,
  rows: readonly (Updateable<Tables[T]> & { id: number })[],
): Promise<void> {
  const typed = Object.entries<string>({ id: 'bigint', ...types });
  const columns = Object.keys(types).map((column) => sql.ref(column));
  for await (const chunk of inTurns(rows)) {
    const cells = chunk.map((row) => typed.map(([column, type]) => ({ value: cellOf(row, column), type })));
    const key = `update ${table} ${Object.keys(types).join()} ${chunk.length}`;
    const values = cells.flat().map(({ value }) => value);
    await executeKeyed(trx, key, values, () => {
      const changes = cells.map((row) => listed(row.map(({ value, type }) => sql`cast(${value} as ${sql.raw(type)})`)));
      return sql`
        with change (id, ${sql.join(columns)}) as (values ${sql.join(changes)})
        update ${sql.table(table)} set ${sql.join(columns.map((column) => sql`${column} = change.${column}`))}
        from change where ${sql.table(table)}.id = change.id`;
    });
  }
}

/**
 * The rows of a statement for many ids, read in as many pieces as the engines need; `chunk` is the list of a piece.
 * `further` are the values that the statement binds after it.
 */
export async function inPieces<Row>(
  db: Database | Trx,
  name: string,
  ids: readonly number[],
  statement: (chunk: RawBuilder<unknown>) => RawBuilder<Row>,
  further: readonly unknown[] = [],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const chunk of piecesOf(ids)) {
    const values = [...chunk, ...further];
    const result: QueryResult<Row> = await executeKeyed(db, `${name} ${chunk.length}`, values, () =>
      statement(listed(chunk)),
    );
    for (const row of result.rows) rows.push(row);
  }
  return rows;
}
