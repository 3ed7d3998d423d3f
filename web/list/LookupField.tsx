import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { callList, messageOf } from '#web/api/client.ts';
import type { ListEndpoint } from './useList.ts';

export interface Choice {
  value: number;
  label: string;
}

interface LookupFieldProps<Row> extends Pick<
  SelectProps<number>,
  'label' | 'required' | 'error' | 'description' | 'placeholder' | 'onBlur' | 'classNames' | 'onKeyDown'
> {
  endpoint: ListEndpoint<Row>;
  sort?: string;
  toChoice: (row: Row) => Choice;
  /** Rows that are not offered for a new choice. */
  offers?: (row: Row) => boolean;
  /** What stands at the right of a choice. */
  hint?: (row: Row) => ReactNode;
  /** What is chosen now; it stays shown even where it would not be offered again. */
  chosen: Choice | null;
  onChoose: (row: Row) => void;
  'data-path'?: string;
  'data-span'?: string;
}

const nobody: never[] = [];

/** Picks a record by typing: the server searches, so that ten thousand of them are as quick as ten. */
export function LookupField<Row>(props: LookupFieldProps<Row>) {
  const { endpoint, sort, toChoice, offers, hint, chosen, onChoose, ...input } = props;
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  // The name that is chosen already is not a search.
  const [term] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), 120);
  const { data, error, isFetching } = useQuery({
    queryKey: [endpoint.path, 'lookup', term, sort],
    queryFn: ({ signal }) =>
      callList(endpoint, {
        query: { page: 1, pageSize: 50, search: term, sort, order: sort ? 'asc' : undefined },
        signal,
      }),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const rows: Row[] = (data?.rows ?? nobody).filter((row) => offers?.(row) ?? true);
  const choices = rows.map(toChoice);
  const known = choices.some(({ value }) => value === chosen?.value);
  const rowOf = (value: number) => rows.find((row) => toChoice(row).value === value);

  return (
    <Select
      {...input}
      searchable
      allowDeselect={false}
      openOnFocus={false}
      withCheckIcon={false}
      selectFirstOptionOnChange
      data={chosen && !known ? [chosen, ...choices] : choices}
      filter={({ options }) =>
        known ? options : options.filter((each) => !('value' in each) || each.value !== chosen?.value)
      }
      value={chosen?.value ?? null}
      onChange={(value) => {
        const row = value === null ? undefined : rowOf(value);
        if (row !== undefined) onChoose(row);
      }}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={error ? messageOf(error) : isFetching ? 'Searching…' : 'Nothing found'}
      renderOption={({ option }) => {
        const row = rowOf(Number(option.value));
        return (
          <span className="choice">
            <span>{option.label}</span>
            {row !== undefined && hint && <small>{hint(row)}</small>}
          </span>
        );
      }}
    />
  );
}
