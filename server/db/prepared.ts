/** Statements that are put together once and from then on only given their values (design §7). */
import { sql, type CompiledQuery, type DialectAdapter, type RawBuilder } from 'kysely';
import { GodownSqliteAdapter } from './sqlite.ts';
import type { Database, Trx } from './tables.ts';

/** Stands in a statement for a value that each execution names. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The place of a value in a prepared statement, by the value's name. */
export function place(name: string): RawBuilder<unknown> {
  return sql`${new Place(name)}`;
}

/** What is kept of a statement for one database. */
interface Kept<Row> {
  query: CompiledQuery<Row>;
  /** SQLite, where it only reads: the shortest way to its rows. */
  readNow: ((values: readonly unknown[]) => Row[]) | undefined;
}

/**
 * A statement with places. Building and compiling it costs several times what the engine needs to run it, so that is
 * done once for each database; the engine keeps its own prepared form of the text.
 */
export function prepared<Row>(build: () => RawBuilder<Row>) {
  const known = new WeakMap<object, Kept<Row>>();

  function keep(db: Database | Trx, adapter: DialectAdapter): Kept<Row> {
    const query = build().compile(db);
    const readNow = adapter instanceof GodownSqliteAdapter ? adapter.prepareReading<Row>(query.sql) : undefined;
    const kept = { query, readNow };
    known.set(adapter, kept);
    return kept;
  }

  return async (db: Database | Trx, values: Readonly<Record<string, unknown>>): Promise<Row[]> => {
    const { adapter } = db.getExecutor();
    const { query, readNow } = known.get(adapter) ?? keep(db, adapter);
    const parameters = query.parameters.map((value) => (value instanceof Place ? values[value.name] : value));
    if (readNow && !db.isTransaction) return readNow(parameters);
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
