import { queryClient } from '#web/core/api/queries.ts';

type Fields = Readonly<Record<string, unknown>>;

function isRecord(data: unknown): data is Fields {
  return typeof data === 'object' && data !== null;
}

function isList(data: unknown): data is { rows: unknown[] } {
  return isRecord(data) && 'rows' in data && Array.isArray(data.rows);
}

/** Whether a record has at least the fields of another one. */
function hasFieldsOf(saved: Fields, record: Fields): boolean {
  return Object.keys(record).every((field) => field in saved);
}

/**
 * Shows a saved record in the query cache until it is fetched again, so that no old figures stay and editing it at once
 * starts from the saved values. Its copies there, on its page or in a row of a list, have its id and the time of its last
 * change, and no fields that it lacks; without `idField` only it itself is replaced. Ignores answers that are no such
 * record.
 */
export function showSaved(record: unknown, saved: unknown, idField?: string): void {
  if (!isRecord(record) || !isRecord(saved)) return;
  const isSame = (data: Fields, field: string) => field in data && data[field] === record[field];
  const isSaved = idField === undefined ? hasFieldsOf(saved, record) : isSame(saved, idField);
  if (!isSaved) return;
  const isCopy = (data: unknown): data is Fields =>
    data === record ||
    (idField !== undefined &&
      isRecord(data) &&
      isSame(data, idField) &&
      isSame(data, 'updatedAt') &&
      hasFieldsOf(record, data));
  queryClient.setQueriesData<unknown>(
    { predicate: ({ state: { data } }) => isCopy(data) || (isList(data) && data.rows.some(isCopy)) },
    (data: unknown) => {
      const changed = (each: unknown) => (isCopy(each) ? { ...each, ...saved } : each);
      return isList(data) ? { ...data, rows: data.rows.map(changed) } : changed(data);
    },
  );
}
