/** The whole of a list, however long, in batches. */
import { setImmediate } from 'node:timers/promises';

/** Behind which row of a list its next batch begins. */
export interface Position {
  sortKey: unknown;
  rowId: unknown;
}

/** Some rows of a list. */
export interface Slice<Row> {
  rows: Row[];
  /** How many rows there are in all; undefined where nobody asked. */
  total?: number | undefined;
  /** Undefined behind the last batch. */
  next?: Position | undefined;
}

/** All of a list, one batch after another. */
export async function* batchesOf<Row>(
  read: (after: Position | undefined) => Promise<Slice<Row>>,
): AsyncGenerator<Slice<Row>> {
  let after: Position | undefined;
  do {
    const batch = await read(after);
    yield batch;
    // SQLite answers at once, so nobody else would be served until the end.
    await setImmediate();
    after = batch.next;
  } while (after);
}
