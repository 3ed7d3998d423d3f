/** Statements that are compiled once and then only bound: compiling costs more than most of them need to run (design §7). */
import { hash } from 'node:crypto';
import { sql, SqliteAdapter, type CompiledQuery, type Insertable, type QueryResult, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, Tables, Trx } from './tables.ts';

type Db = Database | Trx;

const compiled = new LRUCache<string, CompiledQuery>({ max: 2000 });
/** By the tree of a compiled statement, which every execution of it carries. */
const names = new WeakMap<object, string>();

/** Under which name PostgreSQL keeps a statement prepared; undefined for one that is not compiled here. */
export function statementName({ query }: CompiledQuery): string | undefined {
  return names.get(query);
}

/** The statement of a key, compiled at its first use and then checked. The same key must always mean the same text. */
function compile<Row>(
  db: Db,
  key: string,
  build: () => RawBuilder<Row>,
  check: (query: CompiledQuery) => void = () => undefined,
): CompiledQuery {
  const dialectKey = `${db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'} ${key}`;
  const known = compiled.get(dialectKey);
  if (known) return known;
  const query = build().compile(db);
  check(query);
  compiled.set(dialectKey, query);
  names.set(query.query, `godown_${hash('sha256', dialectKey).slice(0, 16)}`);
  return query;
}

/** Stands in a statement for a value that each execution names. */
class Param {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A value of a prepared statement, by its name. */
export function param(name: string): RawBuilder<unknown> {
  return sql`${new Param(name)}`;
}

let preparedStatements = 0;

/** A statement with named parameters, as a function of the database and their values that answers its rows. */
export function prepared<Row>(build: () => RawBuilder<Row>) {
  preparedStatements += 1;
  const key = `prepared ${preparedStatements}`;
  return async (db: Db, values: Readonly<Record<string, unknown>>): Promise<Row[]> => {
    const query = compile(db, key, build);
    const parameters = query.parameters.map((value) => (value instanceof Param ? values[value.name] : value));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/**
 * Executes the statement that `build` makes of `values`, in their order: for statements that name several rows, whose `key`
 * says how many.
 */
export async function executeKeyed<Row>(
  db: Db,
  key: string,
  values: readonly unknown[],
  build: () => RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  const query = compile(db, key, build, ({ parameters }) => {
    if (parameters.length !== values.length || parameters.some((parameter, index) => parameter !== values[index]))
      throw new Error(`the values of "${key}" are not in the order of its text`);
  });
  return await db.executeQuery<Row>({ ...query, parameters: values });
}

/** Values in brackets, for `in` and for a row of `values`. */
export function listed(values: readonly unknown[]): RawBuilder<unknown> {
  return sql`(${sql.join(values)})`;
}

async function insertion<T extends keyof Tables>(
  trx: Trx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
  returning: 'ids' | 'nothing',
): Promise<QueryResult<{ id: number }>> {
  const columns = Object.keys(rows[0] ?? {});
  const key = `insert ${table} ${columns.join()} ${rows.length} returning ${returning}`;
  const cells = rows.map((row) => columns.map((column): unknown => Reflect.get(row, column)));
  return await executeKeyed(trx, key, cells.flat(), () => {
    const refs = columns.map((column) => sql.ref(column));
    return sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(refs)}) values ${sql.join(cells.map(listed))}
      ${returning === 'ids' ? sql`returning id` : sql``}`;
  });
}

/** Inserts rows, which all name the same columns, in one statement. */
export async function insertRows<T extends keyof Tables>(
  trx: Trx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  if (rows.length > 0) await insertion(trx, table, rows, 'nothing');
}

/** The same, and answers the rows' ids in their order. */
export async function insertNumbered<T extends keyof Tables>(
  trx: Trx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const inserted = await insertion(trx, table, rows, 'ids');
  // Both engines number rows in the order in which a statement names them, but needn't answer them in it.
  return inserted.rows.map(({ id }) => id).sort((a, b) => a - b);
}
