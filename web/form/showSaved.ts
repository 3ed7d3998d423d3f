import { queryClient } from '#web/api/queries.ts';

function isList(data: unknown): data is { rows: unknown[] } {
  return typeof data === 'object' && data !== null && 'rows' in data && Array.isArray(data.rows);
}

/** Whether a record has at least the fields of another one. */
function hasFieldsOf(saved: unknown, record: object): boolean {
  return typeof saved === 'object' && saved !== null && Object.keys(record).every((field) => field in saved);
}

/**
 * Puts a saved record where the screens show it as it was, until they read it anew: whoever edits it again at once begins
 * with what was saved. An answer that is no such record changes nothing.
 */
export function showSaved(record: unknown, saved: unknown): void {
  if (typeof record !== 'object' || record === null || !hasFieldsOf(saved, record)) return;
  queryClient.setQueriesData<unknown>(
    { predicate: ({ state: { data } }) => data === record || (isList(data) && data.rows.includes(record)) },
    (data: unknown) =>
      isList(data) ? { ...data, rows: data.rows.map((row) => (row === record ? saved : row)) } : saved,
  );
}
