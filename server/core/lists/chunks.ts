/** Reads a whole list in chunks. */
import { setImmediate } from 'node:timers/promises';

/** The row after which the next chunk begins. */
export interface Position {
  sortKey: unknown;
  rowId: unknown;
}

export interface Chunk<Row> {
  rows: Row[];
  /** The total number of rows, if requested. */
  total?: number | undefined;
  /** Undefined after the last chunk. */
  next?: Position | undefined;
}

/** A list, a chunk at a time. */
export async function* chunksOf<Each extends { next?: Position | undefined }>(
  read: (after: Position | undefined) => Promise<Each>,
): AsyncGenerator<Each> {
  let after: Position | undefined;
  do {
    const chunk = await read(after);
    yield chunk;
    // SQLite answers synchronously: yield to other requests between chunks.
    await setImmediate();
    after = chunk.next;
  } while (after);
}
