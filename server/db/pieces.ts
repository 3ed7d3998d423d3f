import type { QueryResult, RawBuilder } from 'kysely';
import { executeKeyed, listed } from './statements.ts';
import type { Database, Trx } from './tables.ts';

/** Engines limit how many parameters one statement may have. */
const IDS_AT_ONCE = 500;

/**
 * The rows of a statement for many ids, read in as many pieces as the engines need; `some` is the list of a piece.
 * `further` are the values that the statement binds after it.
 */
export async function inPieces<Row>(
  db: Database | Trx,
  name: string,
  ids: readonly number[],
  statement: (some: RawBuilder<unknown>) => RawBuilder<Row>,
  further: readonly unknown[] = [],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const some = ids.slice(start, start + IDS_AT_ONCE);
    const values = [...some, ...further];
    const result: QueryResult<Row> = await executeKeyed(db, `${name} ${some.length}`, values, () =>
      statement(listed(some)),
    );
    for (const row of result.rows) rows.push(row);
  }
  return rows;
}
