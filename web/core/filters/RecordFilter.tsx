/** A chip that filters a list by one record, looked up by its name. */
import { filterRecords, kinds, type FilterRecords } from '#contract/kinds.ts';
import { idParams, endpoint } from '#contract/core/endpoint.ts';
import { listQuery } from '#contract/core/lists.ts';
import { useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { z } from 'zod';
import type { Filter } from '#contract/core/filters.ts';
import { call } from '#web/core/api/client.ts';
import chip from './FilterChip.module.css';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import classes from './RecordFilter.module.css';
import { withValue } from './useFilters.ts';

interface RecordFilterProps {
  filter: Extract<Filter, { kind: 'record' }>;
  label: string;
  /** Without a value. */
  placeholder: string;
  /** The ids of all that are chosen; that of this chip is at `index`. */
  values: readonly string[];
  index: number;
  onChange: (values: string[]) => void;
}

/** A row of a list that is narrowed by: only its id and name are read. */
const row = z.record(z.string(), z.unknown());

/** The list and the single call of a kind, read by the names of its id and of its name. */
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
    findName: async (id: string, signal: AbortSignal) =>
      String((await call(get, { params: { id }, signal }))[nameField]),
  };
}

const lists = new Map(filterRecords.map((kind) => [kind, recordsOf(kind)] as const));

/** Memoised, so that it is not rendered again with each page of its list. */
export const RecordFilter = memo(
  RecordField,
  (before, now) =>
    before.filter === now.filter && before.index === now.index && String(before.values) === String(now.values),
);

function RecordField({ filter, label, placeholder, values, index, onChange }: RecordFilterProps) {
  const records = lists.get(filter.of);
  if (!records) throw new Error(`${filter.of} have no list to choose from`);
  const id = values[index];
  const { data } = useQuery({
    queryKey: [records.list.path, 'name', id],
    queryFn: ({ signal }) => records.findName(id ?? '', signal),
    enabled: id !== undefined,
  });
  return (
    <span className={classes.chip} data-set={id !== undefined || undefined}>
      <LookupField
        aria-label={label}
        placeholder={`+ ${placeholder}`}
        classNames={{ root: classes.field, input: classes.input }}
        data-set={id !== undefined || undefined}
        inPortal
        endpoint={records.list}
        sort={records.sort}
        toChoice={(record) => ({ value: records.idOf(record), label: records.nameOf(record) })}
        chosen={id === undefined ? null : { value: Number(id), label: data ?? '' }}
        onChoose={(record) => onChange(withValue(values, index, String(records.idOf(record))))}
      />
      {id !== undefined && (
        <button
          type="button"
          className={`${chip.clear} ${classes.clear}`}
          aria-label={`Clear ${label.toLowerCase()}`}
          onClick={() => onChange(withValue(values, index, undefined))}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
