/** Statements that name several rows, put together once for each number of rows (design §7; prepared.ts is for the others). */
import { sql, type CompiledQuery, type Insertable, type QueryResult, type RawBuilder } from 'kysely';
import type { Database, Tables, Trx } from './tables.ts';

const SHAPES_KEPT = 500;

const known = new WeakMap<object, Map<string, CompiledQuery>>();

/**
 * Runs the statement that `build` makes of `values`, in their order. Building and compiling it costs more than the engine
 * needs to run it, so that is done once for each `shape`: the same shape must always mean the same text.
 */
export async function runShape<Row>(
  db: Database | Trx,
  shape: string,
  values: readonly unknown[],
  build: () => RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  const { adapter } = db.getExecutor();
  const shapes = known.get(adapter) ?? new Map<string, CompiledQuery>();
  known.set(adapter, shapes);
  const kept = shapes.get(shape);
  if (kept) {
    shapes.delete(shape);
    shapes.set(shape, kept);
    return await db.executeQuery<Row>({ ...kept, parameters: values });
  }
  const compiled = build().compile(db);
  if (compiled.parameters.some((parameter, index) => parameter !== values[index])) {
    throw new Error(`the values of ${shape} are not in the order of their places`);
  }
  shapes.set(shape, compiled);
  // The one that was not asked for the longest goes first.
  const oldest = shapes.size > SHAPES_KEPT ? shapes.keys().next().value : undefined;
  if (oldest !== undefined) shapes.delete(oldest);
  return await db.executeQuery<Row>(compiled);
}

/** Values in brackets, for `in` and for a row of `values`. */
export function listed(values: readonly unknown[]): RawBuilder<unknown> {
  return sql`(${sql.join(values)})`;
}

function insertion<T extends keyof Tables>(
  trx: Trx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
  returning: RawBuilder<unknown>,
): Promise<QueryResult<{ id: number }>> {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column): unknown => Reflect.get(row, column)));
  return runShape(trx, `insert ${table} ${columns.join()} ${rows.length}`, cells.flat(), () => {
    const names = columns.map((column) => sql.ref(column));
    return sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(names)}) values ${sql.join(cells.map(listed))} ${returning}`;
  });
}

/** Inserts rows, which all name the same columns, in one statement. */
export async function insertRows<T extends keyof Tables>(
  trx: Trx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  if (rows.length > 0) await insertion(trx, table, rows, sql``);
}

/** The same, and answers the rows' ids in their order. */
export async function insertNumbered<T extends keyof Tables>(
  trx: Trx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const inserted = await insertion(trx, table, rows, sql`returning id`);
  // Both engines number rows in the order in which a statement names them, but needn't answer them in it.
  return inserted.rows.map(({ id }) => id).sort((a, b) => a - b);
}
