/** The records that lists are filtered by, read by the names of their id and of their name. */
import { z } from 'zod';
import { endpoint, idParams } from '#contract/core/endpoint.ts';
import { listQuery } from '#contract/core/lists.ts';
import { filterRecords, kinds, type FilterRecords } from '#contract/kinds.ts';
import { call } from '#web/core/api/client.ts';

/** A row of a list that is narrowed by: only its id and name are read. */
const row = z.record(z.string(), z.unknown());

/** The list and the single call of a kind. */
function recordsOf(kind: FilterRecords) {
  const { listPath: path, idField, filteredBy: nameField } = kinds[kind];
  const list = endpoint({
    method: 'GET',
    path,
    access: 'signed-in',
    query: listQuery([nameField]),
    answer: z.array(row),
  });
  const get = endpoint({ method: 'GET', path: `${path}/:id`, access: 'signed-in', params: idParams, answer: row });
  return {
    list,
    sort: nameField,
    idOf: (record: z.output<typeof row>) => Number(record[idField]),
    nameOf: (record: z.output<typeof row>) => String(record[nameField]),
    findName: async (id: string, signal?: AbortSignal) =>
      String((await call(get, { params: { id }, ...(signal && { signal }) }))[nameField]),
  };
}

const lists = new Map(filterRecords.map((kind) => [kind, recordsOf(kind)] as const));

export function filteredRecords(kind: FilterRecords): ReturnType<typeof recordsOf> {
  const records = lists.get(kind);
  if (!records) throw new Error(`${kind} have no list to choose from`);
  return records;
}
