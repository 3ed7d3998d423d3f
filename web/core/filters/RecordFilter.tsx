/** A chip that filters a list by one record, looked up by its name. */
import { useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { memo } from 'react';
import type { Filter } from '#contract/core/filters.ts';
import chip from './FilterChip.module.css';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import classes from './RecordFilter.module.css';
import { filteredRecords } from './filteredRecords.ts';
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

/** Memoised, so that it is not rendered again with each page of its list. */
export const RecordFilter = memo(
  RecordField,
  (before, now) =>
    before.filter === now.filter && before.index === now.index && String(before.values) === String(now.values),
);

function RecordField({ filter, label, placeholder, values, index, onChange }: RecordFilterProps) {
  const records = filteredRecords(filter.of);
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
