import '#web/ui/dropdown.css';
import '#web/form/fields/choices.css';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconSelector } from '@tabler/icons-react';
import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import { callList, messageOf } from '#web/api/client.ts';
import { masters, type MasterKind } from '#contract/resources.ts';
import { queryClient } from '#web/api/queries.ts';
import { may } from '#web/api/session.ts';
import { enterGoesOn, focusNextField, goOnAfterEnter } from '#web/form/fieldFocus.ts';
import { wantRecord } from './createInPlace.ts';
import classes from './LookupField.module.css';
import type { Choice, LookupFieldProps } from './lookup.ts';

const THROTTLE_MS = 60;
/** In pixels. The chip of a filter is narrower than most names. */
const WIDTH_IN_PORTAL = 300;
/** The options that make a record of a kind; ids are numbers. */
const CREATE = 'create ';

/**
 * A combobox that searches on the server, so that ten thousand records are as fast as ten. Enter and Tab choose the first
 * match; pressed before the answer arrives, Enter chooses it on arrival. Where Enter goes from field to field, it then goes
 * on.
 */
export function LookupInput<Row>(props: LookupFieldProps<Row>) {
  const {
    endpoint,
    sort,
    filters,
    alsoFinds,
    toChoice,
    offers,
    hint,
    chosen,
    onChoose,
    onClear,
    unmatched,
    onBlur,
    creates = [],
    isMade,
    inPortal = false,
    ...input
  } = props;
  /** The search text; undefined while the field shows the chosen record. */
  const [typed, setTyped] = useState<string>();
  /** Enter was pressed before the answer arrived. */
  const [eager, setEager] = useState(false);
  /**
   * Whether the dropdown is mounted. Mantine positions it on mount, which forces a layout of the page: it waits for focus
   * or hover.
   */
  const [isPrepared, setPrepared] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  /** Enter chooses an option, and what was typed on since. */
  const entered = useRef<{ ahead: string; isChosen: boolean }>(undefined);
  const combobox = useCombobox();
  const { dropdownOpened: opened, closeDropdown, openDropdown, resetSelectedOption, selectFirstOption } = combobox;

  const wanted = typed?.trim() ?? '';
  const term = useThrottledValue(wanted, THROTTLE_MS);
  const queryFor = (search: string) => ({
    ...filters,
    page: 1,
    pageSize: 50,
    search,
    sort,
    order: sort ? ('asc' as const) : undefined,
  });
  const choicesFor = (search: string) => ({
    queryKey: [endpoint.path, 'lookup', search, sort, filters, alsoFinds !== undefined],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const [named, also = []] = await Promise.all([
        callList(endpoint, { query: queryFor(search), signal }),
        search === '' ? undefined : alsoFinds?.(search, signal),
      ]);
      return [...named.rows, ...also];
    },
  });
  const { data, error, isPlaceholderData } = useQuery({
    ...choicesFor(term),
    enabled: opened || eager,
    placeholderData: keepPreviousData,
  });
  const isCalledSo = (row: Row) => toChoice(row).label.toLowerCase() === wanted.toLowerCase();
  const offered: Row[] = data?.filter((row) => offers?.(row) ?? true) ?? [];
  // Enter chooses the first: what is called as typed, by whichever call it was found.
  const rows = alsoFinds ? [...offered.filter(isCalledSo), ...offered.filter((row) => !isCalledSo(row))] : offered;
  const settled = term === wanted && data !== undefined && !isPlaceholderData;

  const isMissing = settled && wanted !== '' && !rows.some(isCalledSo);
  const creatable = [creates].flat().filter((kind) => isMissing && may('create', kind));

  /** The new record is looked up as the others are, since the list may have more of it. Then the form goes on. */
  const chooseNew = async (kind: MasterKind, id: number, name: string) => {
    const { rows: found } = await callList(endpoint, { query: queryFor(name) });
    const row = found.find((each) => isMade?.(each, kind, id) ?? toChoice(each).value === id);
    field.current?.focus();
    if (row === undefined) return;
    onChoose(row);
    if (field.current) focusNextField(field.current);
  };
  /** Until then nothing is missing, though the panel has the focus. */
  const isCreating = useRef(false);
  const create = (kind: MasterKind) => {
    isCreating.current = true;
    entered.current = undefined;
    wantRecord({
      kind,
      name: wanted,
      onChosen: (id, name) => {
        isCreating.current = false;
        chooseNew(kind, id, name).catch(console.error);
      },
      onCancelled: () => {
        isCreating.current = false;
        field.current?.focus();
      },
    });
    reset();
  };

  /** Fetches the choices of the empty field, and mounts the closed dropdown. */
  const prepare = () => {
    setPrepared(true);
    queryClient.prefetchQuery(choicesFor('')).catch(console.error);
  };

  const search = (text: string) => {
    entered.current = undefined;
    setTyped(text);
    setEager(false);
    resetSelectedOption();
    openDropdown();
  };
  const reset = () => {
    setTyped(undefined);
    setEager(false);
    closeDropdown();
  };
  const choose = (row: Row | undefined) => {
    if (row !== undefined) onChoose(row);
    if (entered.current) entered.current.isChosen = true;
    reset();
  };
  // Once the fields that come with the choice are there.
  useLayoutEffect(() => {
    if (!entered.current?.isChosen) return;
    const { ahead } = entered.current;
    entered.current = undefined;
    if (field.current && field.current === document.activeElement) goOnAfterEnter(field.current, ahead);
  });

  /** Enter found nothing to choose: what was typed stays. */
  const stay = () => search((typed ?? '') + (entered.current?.ahead ?? ''));

  const onSettled = useEffectEvent(() => {
    if (!settled || typed === undefined) return;
    const [kind, other] = creatable;
    if (eager && rows.length === 0 && kind !== undefined) {
      // Of several kinds one has to choose.
      if (other === undefined) create(kind);
      else stay();
    } else if (eager && rows.length === 0) stay();
    else if (eager) choose(rows[0]);
    // An emptied field that may be empty chooses nothing by itself.
    else if (opened && (wanted !== '' || !onClear)) selectFirstOption();
  });
  useEffect(() => onSettled(), [settled, data, eager, opened]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (eager && isText && entered.current && enterGoesOn(event.currentTarget)) {
      event.preventDefault();
      entered.current.ahead += event.key;
      return;
    }
    if (event.key === 'Enter' && onClear && typed !== undefined && wanted === '') {
      if (combobox.getSelectedOptionIndex() < 0) {
        reset();
        return;
      }
    }
    const takes = event.key === 'Enter' || (event.key === 'Tab' && wanted !== '');
    if (!opened || !takes) return;
    // Nothing is chosen yet in the moment between the answer and its drawing.
    const isDrawn = combobox.getSelectedOptionIndex() >= 0;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (wanted !== '' || isDrawn) entered.current ??= { ahead: '', isChosen: false };
    }
    if (wanted === '') return;
    if (!settled || (event.key === 'Enter' && !isDrawn)) setEager(true);
    else if (event.key === 'Tab' && rows.length > 0) choose(rows[Math.max(0, combobox.getSelectedOptionIndex())]);
  };

  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      withinPortal={inPortal}
      width={inPortal ? WIDTH_IN_PORTAL : 'target'}
      position="bottom-start"
      onOptionSubmit={(value) => {
        const kind = creatable.find((each) => value === CREATE + each);
        if (kind !== undefined) create(kind);
        else choose(rows.find((row) => optionOf(toChoice(row)) === value));
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          ref={field}
          autoComplete="off"
          value={typed ?? chosen?.label ?? unmatched?.name ?? ''}
          rightSection={<IconSelector size={15} aria-hidden />}
          rightSectionPointerEvents="none"
          onChange={(event) => {
            unmatched?.drop();
            if (event.currentTarget.value.trim() === '') onClear?.();
            search(event.currentTarget.value);
          }}
          onPointerEnter={prepare}
          onFocus={() => {
            prepare();
            if (chosen === null && unmatched) search(unmatched.name);
          }}
          onClick={() => openDropdown()}
          onKeyDown={onKeyDown}
          onBlur={(event: FocusEvent<HTMLInputElement>) => {
            if (!eager) {
              entered.current = undefined;
              reset();
            }
            if (!isCreating.current) onBlur?.(event);
          }}
        />
      </Combobox.Target>
      {isPrepared && (
        <Combobox.Dropdown hidden={!opened}>
          {/* Chromium's Tab focuses elements that scroll. This one closes when the field loses the focus. */}
          <Combobox.Options mah={260} tabIndex={-1} className={classes.options} aria-label="Choices">
            {/* While closed, fifty in each line of a form would be rendered for nothing. */}
            {opened && <Choices rows={rows} toChoice={toChoice} hint={hint} chosen={chosen} />}
            {creatable.map((kind) => (
              <Combobox.Option key={kind} value={CREATE + kind} className={classes.create}>
                Create {creatable.length > 1 && `${masters[kind].label.toLowerCase()} `}“{wanted}”
              </Combobox.Option>
            ))}
            {rows.length === 0 && creatable.length === 0 && (
              <Combobox.Empty>{error ? messageOf(error) : settled ? 'Nothing found' : 'Searching…'}</Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  );
}

function optionOf({ value, label }: Choice): string {
  return `${value} ${label}`;
}

/** How many choices fit into the open dropdown. */
const VISIBLE = 10;

/** Renders the visible choices first and the others in a transition. */
function Choices<Row>({
  rows,
  toChoice,
  hint,
  chosen,
}: Pick<LookupFieldProps<Row>, 'toChoice' | 'hint' | 'chosen'> & { rows: Row[] }) {
  const [all, setAll] = useState(false);
  useEffect(() => startTransition(() => setAll(true)), []);
  return rows.slice(0, all ? undefined : VISIBLE).map((row) => {
    const choice = toChoice(row);
    const { value, label } = choice;
    return (
      <Combobox.Option key={optionOf(choice)} value={optionOf(choice)} active={value === chosen?.value}>
        <span className={classes.choice}>
          <span>{label}</span>
          {hint && <small>{hint(row)}</small>}
        </span>
      </Combobox.Option>
    );
  });
}
