import type { z } from 'zod';
import type { ListQuery } from '#contract/core/lists.ts';
import { longRead } from '../db/sqlite/threadReads.ts';
import type { Trx } from '../db/tables.ts';
import { encoderOf } from '../http/answers.ts';
import type { Position } from './chunks.ts';
import { listReader, type ListSource } from './listing.ts';

/** Chunks of these block nobody, and each reads the order anew. */
const ROWS_PER_BATCH = 2000;

interface Task {
  query: ListQuery;
  /** A chunk of the whole list after this row, instead of a page; null for the first one. */
  after?: Position | null;
}

/** Rows as JSON without the enclosing brackets, empty without rows, and what `page` or `chunk` of a list tells besides. */
export interface EncodedRows {
  text: string;
  total?: number | undefined;
  next?: Position | undefined;
}

/** Encodes rows by the schema of a list's answer. */
export function rowsEncoder<Row>(answer: z.ZodType<Row[]>): (rows: Row[]) => string {
  const encode = encoderOf(answer);
  return (rows) => JSON.stringify(encode(rows)).slice(1, -1);
}

/**
 * A list whose rows take long, such as stock on a day: a page or a chunk is read, completed and encoded as a long read of
 * the module that exports it, of which `inThread` must be the default export. For `Routes.longList`.
 */
export function longList<Read, Row>(
  module: string,
  answer: z.ZodType<Row[]>,
  source: ListSource<Read>,
  complete: (snapshot: Trx, rows: Read[]) => Promise<Row[]>,
) {
  const readers = {
    sqlite: listReader('sqlite', source, ROWS_PER_BATCH),
    postgres: listReader('postgres', source, ROWS_PER_BATCH),
  };
  const toText = rowsEncoder(answer);
  return longRead(module, async (snapshot, { query, after }: Task, engine): Promise<EncodedRows> => {
    const reader = readers[engine];
    const { rows, ...slice } =
      after === undefined
        ? await reader.page(query, snapshot)
        : await reader.chunk(query, after ?? undefined, snapshot);
    return { ...slice, text: toText(await complete(snapshot, rows)) };
  });
}

export type LongList = ReturnType<typeof longList>;
