import '#web/core/ui/dropdown.css';
import '#web/core/form/fields/choices.css';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import { masters, type MasterKind } from '#contract/kinds.ts';
import { messageOf } from '#web/core/api/client.ts';
import { enterGoesOn, focusNextAfterEnter } from '#web/core/form/fieldFocus.ts';
import { afterPointer } from '#web/core/ui/afterPointer.ts';
import { distanceOf } from './distance.ts';
import type { LookupFieldProps } from './lookup.ts';
import { LookupChoices, optionOf } from './LookupChoices.tsx';
import classes from './LookupField.module.css';
import { useChoices } from './useChoices.ts';
import { useCreating } from './useCreating.ts';

/** In pixels. The chip of a filter is narrower than most names. */
const WIDTH_IN_PORTAL = 300;
const unchosenText = 'Choose one from the list.';
/** The options that make a record of a kind; ids are numbers. */
const CREATE = 'create ';

/**
 * A combobox that searches on the server. Enter and Tab choose the first match; pressed before the answer arrives, Enter
 * chooses it on arrival. Where Enter goes from field to field, it then goes on.
 */
export function LookupField<Row>(props: LookupFieldProps<Row>) {
  const {
    endpoint,
    sort,
    filters,
    alsoFinds,
    offers,
    creates,
    isCreated,
    toChoice,
    hint,
    chosen,
    onChoose,
    onClear,
    unmatched,
    onBlur,
    inPortal = false,
    ...input
  } = props;
  /** The search text; undefined while the field shows the chosen record. */
  const [typed, setTyped] = useState<string>();
  /** The text with which the field of a form was left, and which chose nothing. */
  const [left, setLeft] = useState<string>();
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
  // Mantine remembers the index of the highlighted option, and Enter would choose the one at that index the next time.
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { dropdownOpened: opened, closeDropdown, openDropdown, resetSelectedOption, selectFirstOption } = combobox;

  const trimmed = typed?.trim() ?? '';
  const isLeft = typed !== undefined && left === typed;
  /** Nothing is meant instead of what is chosen, where something must be. */
  const isEmptied = typed !== undefined && trimmed === '' && chosen !== null && !onClear;
  const isUnchosen = isEmptied || (trimmed !== '' && trimmed !== chosen?.label && !unmatched);
  const choices = useChoices(
    { endpoint, sort, filters, alsoFinds, toChoice, offers },
    { text: trimmed, enabled: opened || eager || isLeft },
  );
  const { rows, settled, answer, error } = choices;
  const { creatable, create, isCreating } = useCreating(
    { creates, isCreated, toChoice, onChoose: (row: Row) => choose(row) },
    choices,
    field,
  );

  /** Fetches the choices of the empty field, and mounts the closed dropdown. */
  const prepare = () => {
    setPrepared(true);
    choices.prefetch();
  };

  const search = (text: string) => {
    entered.current = undefined;
    setTyped(text);
    setEager(false);
    setLeft(undefined);
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
  const createTyped = (kind: MasterKind) => {
    entered.current = undefined;
    create(kind, trimmed);
    // Until it is created or cancelled, the name stays.
    setEager(false);
    closeDropdown();
  };
  // Once the fields that come with the choice are there.
  useLayoutEffect(() => {
    if (!entered.current?.isChosen) return;
    const { ahead } = entered.current;
    entered.current = undefined;
    if (field.current && field.current === document.activeElement) focusNextAfterEnter(field.current, ahead);
  });

  /** Enter without a highlighted option: the choice stays, unless it was removed. */
  const leave = ({ currentTarget, ctrlKey, metaKey }: KeyboardEvent<HTMLInputElement>) => {
    if (isEmptied) return leaveTyped();
    reset();
    if (!ctrlKey && !metaKey) focusNextAfterEnter(currentTarget, '');
  };

  /** The only record with exactly the typed name, case-insensitively. */
  const called = () => {
    const [row, other] = settled ? rows.filter((each) => distanceOf(toChoice(each).label, trimmed) === 0) : [];
    return other === undefined ? row : undefined;
  };
  /** Left by a click or Tab: in a form, where another record than was typed must not be saved, the text stays as a fault. */
  const leaveTyped = () => {
    const row = trimmed === '' || trimmed === chosen?.label ? undefined : called();
    if (row !== undefined) choose(row);
    else if (!isUnchosen || !field.current?.form) reset();
    else {
      closeDropdown();
      afterPointer(() => setLeft(typed));
    }
  };

  /** Enter without a match: the typed text stays. */
  const stay = () => search((typed ?? '') + (entered.current?.ahead ?? ''));

  const onSettled = useEffectEvent(() => {
    if (eager && error) setEager(false);
    if (eager && error && !entered.current) setLeft(typed);
    if (!settled || typed === undefined) return;
    if (isLeft && trimmed !== '') {
      const row = called();
      if (row !== undefined) choose(row);
      return;
    }
    const [kind, other] = creatable;
    if (eager && rows.length === 0 && !entered.current) {
      // Tab: the person is in another field by now.
      setEager(false);
      setLeft(typed);
    } else if (eager && rows.length === 0 && kind !== undefined) {
      // With several kinds, the user has to choose one.
      if (other === undefined) createTyped(kind);
      else stay();
    } else if (eager && rows.length === 0) stay();
    else if (eager) choose(rows[0]);
    // An emptied field chooses nothing by itself.
    else if (opened && trimmed !== '') selectFirstOption();
  });
  useEffect(() => onSettled(), [settled, answer, error, eager, opened, isLeft]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (eager && isText && entered.current && enterGoesOn(event.currentTarget)) {
      event.preventDefault();
      entered.current.ahead += event.key;
      return;
    }
    // Esc takes back what was typed before it leaves the form.
    if (event.key === 'Escape' && isUnchosen) event.preventDefault();
    if (event.key === 'Escape') reset();
    // Saves the form, in which only what is called as typed is chosen.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isUnchosen) return resetSelectedOption();
    const takes = event.key === 'Enter' || (event.key === 'Tab' && trimmed !== '');
    if (!opened || !takes) return;
    // Nothing is chosen yet in the moment between the answer and its drawing.
    const isDrawn = combobox.getSelectedOptionIndex() >= 0;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (trimmed === '' && !isDrawn) leave(event);
      if (trimmed !== '' || isDrawn) entered.current ??= { ahead: '', isChosen: false };
    }
    if (trimmed === '') return;
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
        if (kind !== undefined) createTyped(kind);
        else choose(rows.find((row) => optionOf(toChoice(row)) === value));
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          ref={field}
          autoComplete="off"
          error={isLeft ? unchosenText : input.error}
          data-unchosen={isUnchosen || undefined}
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
            if (!eager && !isCreating.current) {
              entered.current = undefined;
              leaveTyped();
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
            {opened && <LookupChoices rows={rows} toChoice={toChoice} hint={hint} chosen={chosen} />}
            {creatable.map((kind) => (
              <Combobox.Option key={kind} value={CREATE + kind} className={classes.create}>
                Create {creatable.length > 1 && `${masters[kind].label.toLowerCase()} `}“{trimmed}”
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
