/** Statements that are put together once and from then on only given their values (design §7). */
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
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

/**
 * A statement with places. Building and compiling it costs several times what the engine needs to run it, so that is
 * done once for each database; the engine keeps its own prepared form of the text.
 */
export function prepared<Row>(build: () => RawBuilder<Row>) {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db: Database | Trx, values: Readonly<Record<string, unknown>>): Promise<Row[]> => {
    const { adapter } = db.getExecutor();
    const known = compiled.get(adapter);
    const statement = known ?? build().compile(db);
    if (!known) compiled.set(adapter, statement);
    const parameters = statement.parameters.map((value) => (value instanceof Place ? values[value.name] : value));
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}
