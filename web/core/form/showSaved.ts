import { queryClient } from '#web/core/api/queries.ts';

function isList(data: unknown): data is { rows: unknown[] } {
  return typeof data === 'object' && data !== null && 'rows' in data && Array.isArray(data.rows);
}

/** Whether a record has at least the fields of another one. */
function hasFieldsOf(saved: unknown, record: object): boolean {
  return typeof saved === 'object' && saved !== null && Object.keys(record).every((field) => field in saved);
}

/**
 * Replaces a saved record in the query cache until it is fetched again, so that editing it at once starts from the saved
 * values. Ignores answers that are no such record.
 */
export function showSaved(record: unknown, saved: unknown): void {
  if (typeof record !== 'object' || record === null || !hasFieldsOf(saved, record)) return;
  queryClient.setQueriesData<unknown>(
    { predicate: ({ state: { data } }) => data === record || (isList(data) && data.rows.includes(record)) },
    (data: unknown) =>
      isList(data) ? { ...data, rows: data.rows.map((row) => (row === record ? saved : row)) } : saved,
  );
}
