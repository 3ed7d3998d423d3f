/** Reads a whole list in batches. */
import { setImmediate } from 'node:timers/promises';

/** The row after which the next batch begins. */
export interface Position {
  sortKey: unknown;
  rowId: unknown;
}

/** A batch of rows. */
export interface Slice<Row> {
  rows: Row[];
  /** The total number of rows, if requested. */
  total?: number | undefined;
  /** Undefined after the last batch. */
  next?: Position | undefined;
}

/** All rows of a list, batch by batch. */
export async function* batchesOf<Row>(
  read: (after: Position | undefined) => Promise<Slice<Row>>,
): AsyncGenerator<Slice<Row>> {
  let after: Position | undefined;
  do {
    const batch = await read(after);
    yield batch;
    // SQLite answers synchronously: yield to other requests between batches.
    await setImmediate();
    after = batch.next;
  } while (after);
}
