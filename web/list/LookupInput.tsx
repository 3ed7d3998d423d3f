import '#web/ui/dropdown.css';
import '#web/form/choices.css';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconSelector } from '@tabler/icons-react';
import { startTransition, useEffect, useEffectEvent, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { callList, messageOf } from '#web/api/client.ts';
import { queryClient } from '#web/api/queries.ts';
import classes from './LookupField.module.css';
import type { LookupFieldProps } from './lookup.ts';

/** Between two questions while somebody types. */
const ASK_EVERY_MS = 60;

/**
 * Picks a record by typing: the server searches, so that ten thousand of them are as quick as ten. Enter and Tab take
 * the first that fits; pressed before the answer has come, Enter takes it as soon as it is there.
 */
export function LookupInput<Row>(props: LookupFieldProps<Row>) {
  const { endpoint, sort, toChoice, offers, hint, chosen, onChoose, onBlur, ...input } = props;
  /** What is searched; undefined while the field shows what is chosen. */
  const [typed, setTyped] = useState<string>();
  const [eager, setEager] = useState(false);
  const combobox = useCombobox();
  const { dropdownOpened: opened, closeDropdown, openDropdown, resetSelectedOption, selectFirstOption } = combobox;

  const wanted = typed?.trim() ?? '';
  const term = useThrottledValue(wanted, ASK_EVERY_MS);
  const choicesFor = (search: string) => ({
    queryKey: [endpoint.path, 'lookup', search, sort],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callList(endpoint, {
        query: { page: 1, pageSize: 50, search, sort, order: sort ? 'asc' : undefined },
        signal,
      }),
  });
  const { data, error, isPlaceholderData } = useQuery({
    ...choicesFor(term),
    enabled: opened || eager,
    placeholderData: keepPreviousData,
  });
  const rows: Row[] = data?.rows.filter((row) => offers?.(row) ?? true) ?? [];
  const settled = term === wanted && data !== undefined && !isPlaceholderData;

  /** What an empty field offers is there before it is opened. */
  const fetchAhead = () => {
    queryClient.prefetchQuery(choicesFor('')).catch(console.error);
  };
  const begin = useEffectEvent(fetchAhead);
  useEffect(() => begin(), []);

  const rest = () => {
    setTyped(undefined);
    setEager(false);
    closeDropdown();
  };
  const choose = (row: Row | undefined) => {
    if (row !== undefined) onChoose(row);
    rest();
  };

  const answered = useEffectEvent(() => {
    if (!settled || typed === undefined) return;
    if (eager) choose(rows[0]);
    else if (opened) selectFirstOption();
  });
  useEffect(() => answered(), [settled, data, eager, opened]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const takes = event.key === 'Enter' || (event.key === 'Tab' && wanted !== '');
    if (!opened || !takes) return;
    if (event.key === 'Enter') event.preventDefault();
    if (wanted === '') return;
    if (!settled) setEager(true);
    else if (event.key === 'Tab') choose(rows[Math.max(0, combobox.getSelectedOptionIndex())]);
  };

  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      withinPortal={false}
      onOptionSubmit={(value) => choose(rows.find((row) => String(toChoice(row).value) === value))}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          autoComplete="off"
          value={typed ?? chosen?.label ?? ''}
          rightSection={<IconSelector size={15} aria-hidden />}
          rightSectionPointerEvents="none"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setEager(false);
            resetSelectedOption();
            openDropdown();
          }}
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
          onClick={() => openDropdown()}
          onKeyDown={onKeyDown}
          onBlur={(event: FocusEvent<HTMLInputElement>) => {
            if (!eager) rest();
            onBlur?.(event);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!opened}>
        <Combobox.Options mah={260} className={classes.options} aria-label="Choices">
          <Choices rows={rows} toChoice={toChoice} hint={hint} chosen={chosen} />
          {rows.length === 0 && (
            <Combobox.Empty>{error ? messageOf(error) : settled ? 'Nothing found' : 'Searching…'}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** As many as are in sight at once. */
const IN_SIGHT = 10;

/** Opened, it shows at once what is in sight; what lies further down is made behind that. */
function Choices<Row>({
  rows,
  toChoice,
  hint,
  chosen,
}: Pick<LookupFieldProps<Row>, 'toChoice' | 'hint' | 'chosen'> & { rows: Row[] }) {
  const [all, setAll] = useState(false);
  useEffect(() => startTransition(() => setAll(true)), []);
  return rows.slice(0, all ? undefined : IN_SIGHT).map((row) => {
    const { value, label } = toChoice(row);
    return (
      <Combobox.Option key={value} value={String(value)} active={value === chosen?.value}>
        <span className={classes.choice}>
          <span>{label}</span>
          {hint && <small>{hint(row)}</small>}
        </span>
      </Combobox.Option>
    );
  });
}
