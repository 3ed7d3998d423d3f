import { useState } from 'react';

/** Which place each record has among the rows that React made. */
type RowKeys = ReadonlyMap<number, number>;

/**
 * A record that stays keeps its row, wherever it moves to; one that is new takes over a row that nobody needs any more. So
 * the next page only writes new texts into the rows that are there: three hundred elements less to make and to lay out.
 */
export function takeOver(before: RowKeys, ids: readonly number[]): RowKeys {
  const staying = new Set(ids);
  const free = [...before].filter(([id]) => !staying.has(id)).map(([, key]) => key);
  let unused = Math.max(-1, ...before.values());
  const after = new Map<number, number>();
  for (const id of ids) after.set(id, before.get(id) ?? free.shift() ?? (unused += 1));
  return after;
}

/** Answers the key of each record's row. */
export function useRowKeys<Row>(rows: readonly Row[], rowId: (row: Row) => number): (row: Row) => number | undefined {
  const [keys, setKeys] = useState<RowKeys>(new Map());
  const ids = rows.map(rowId);
  const isSame = new Set(ids).size === keys.size && ids.every((id) => keys.has(id));
  const now = isSame ? keys : takeOver(keys, ids);
  if (now !== keys) setKeys(now);
  return (row) => now.get(rowId(row));
}
