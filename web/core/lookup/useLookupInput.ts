/** Keys, typing and leaving the field of a lookup. */
import { useCombobox } from '@mantine/core';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import type { CreatableKind } from '#contract/kinds.ts';
import { enterGoesOn, focusNextAfterEnter } from '#web/core/form/fieldFocus.ts';
import { afterPointer } from '#web/core/ui/afterPointer.ts';
import { distanceOf } from './distance.ts';
import type { LookupFieldProps } from './lookup.ts';
import { nextInput, untouched } from './lookupInput.ts';
import { outcomeOf } from './lookupOutcome.ts';
import { useChoices } from './useChoices.ts';
import { rememberChoice } from './recentChoices.ts';
import { useCreating } from './useCreating.ts';

const lookupTexts = {
  placeholder: 'Type to search',
  unchosen: 'Choose one from the list.',
  inactive: (name: string) => `“${name}” is inactive. It can be chosen once it is set to active.`,
};

export function useLookupInput<Row>({
  endpoint,
  sort,
  filters,
  alsoFinds,
  offers,
  creates,
  isCreated,
  toChoice,
  chosen,
  onChoose,
  onClear,
  unmatched,
  onBlur,
  placeholder = lookupTexts.placeholder,
  ...props
}: Omit<LookupFieldProps<Row>, 'hint' | 'inPortal'>) {
  const [input, send] = useReducer(nextInput, untouched);
  const { text, enter, isAwaited = false, isLeft = false } = input;
  /**
   * Whether the dropdown is mounted. Mantine positions it on mount, which forces a layout of the page: it waits for focus
   * or hover.
   */
  const [isPrepared, setPrepared] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Mantine remembers the index of the highlighted option, and Enter would choose the one at that index the next time.
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { dropdownOpened: opened, closeDropdown, openDropdown, resetSelectedOption, selectFirstOption } = combobox;

  const trimmed = text?.trim() ?? '';
  /** True if a choice that is required was deleted. */
  const isEmptied = text !== undefined && trimmed === '' && chosen !== null && !onClear;
  const isUnchosen = isEmptied || (trimmed !== '' && trimmed !== chosen?.label && !unmatched);
  const choices = useChoices(
    { endpoint, sort, filters, alsoFinds, toChoice, offers },
    { text: trimmed, enabled: opened || isAwaited || isLeft },
  );
  const { rows, settled, answer, error, notOffered } = choices;
  // Where records can be added, those that are not offered are inactive.
  const inactive = creates === undefined || notOffered === undefined ? undefined : lookupTexts.inactive(notOffered);
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

  const search = (typed: string) => {
    send({ type: 'typed', text: typed });
    resetSelectedOption();
    openDropdown();
  };
  const reset = () => {
    send({ type: 'reset' });
    closeDropdown();
  };
  const choose = (row: Row | undefined) => {
    if (row !== undefined) {
      onChoose(row);
      rememberChoice(endpoint.path, toChoice(row));
    }
    send({ type: 'chosen' });
    closeDropdown();
  };
  const createTyped = (kind: CreatableKind) => {
    create(kind, trimmed);
    send({ type: 'creating' });
    closeDropdown();
  };
  // Once the fields that come with the choice are drawn.
  useLayoutEffect(() => {
    if (!enter?.isChosen) return;
    send({ type: 'reset' });
    if (field.current && field.current === document.activeElement) focusNextAfterEnter(field.current, enter.ahead);
  }, [enter]);

  /** Enter without a highlighted option: the choice stays, unless it was removed. */
  const acceptUnchanged = ({ currentTarget, ctrlKey, metaKey }: KeyboardEvent<HTMLInputElement>) => {
    if (isEmptied) return settleOnBlur();
    reset();
    if (!ctrlKey && !metaKey) focusNextAfterEnter(currentTarget, '');
  };

  /** The only record with exactly the typed name, case-insensitively. */
  const exactMatch = () => {
    const [row, other] = settled ? rows.filter((each) => distanceOf(toChoice(each).label, trimmed) === 0) : [];
    return other === undefined ? row : undefined;
  };
  /** Left by a click or Tab: in a form, where another record than was typed must not be saved, the text stays as a fault. */
  const settleOnBlur = () => {
    const row = trimmed === '' || trimmed === chosen?.label ? undefined : exactMatch();
    if (row !== undefined) choose(row);
    else if (!isUnchosen || !field.current?.form) reset();
    else {
      closeDropdown();
      afterPointer(() => send({ type: 'left' }));
    }
  };

  const applyAnswer = useEffectEvent(() => {
    const outcome = outcomeOf({
      input,
      isOpened: opened,
      isSettled: settled,
      hasFailed: error !== null,
      rows,
      exactMatch: exactMatch(),
      creatable,
    });
    if (outcome.type === 'choose') choose(outcome.row);
    else if (outcome.type === 'create') createTyped(outcome.kind);
    else if (outcome.type === 'keepText') search((text ?? '') + (enter?.ahead ?? ''));
    else if (outcome.type === 'highlightFirst') selectFirstOption();
    else if (outcome.type !== 'none') send({ type: outcome.type });
  });
  useEffect(() => applyAnswer(), [settled, answer, error, isAwaited, opened, isLeft]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isAwaited && isText && enter && enterGoesOn(event.currentTarget)) {
      event.preventDefault();
      send({ type: 'typedAhead', key: event.key });
      return;
    }
    // Esc takes back what was typed before it leaves the form.
    if (event.key === 'Escape' && isUnchosen) event.preventDefault();
    if (event.key === 'Escape') reset();
    // Saves the form, for which only a record with exactly the typed name is chosen.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isUnchosen) return resetSelectedOption();
    const isChoosing = event.key === 'Enter' || (event.key === 'Tab' && trimmed !== '');
    if (!opened || !isChoosing) return;
    // Nothing is chosen yet in the moment between the answer and its drawing.
    const isDrawn = combobox.getSelectedOptionIndex() >= 0;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (trimmed === '' && !isDrawn) acceptUnchanged(event);
      if (trimmed !== '' || isDrawn) send({ type: 'entered' });
    }
    if (trimmed === '') return;
    if (!settled || (event.key === 'Enter' && !isDrawn)) send({ type: 'awaited' });
    else if (event.key === 'Tab' && rows.length > 0) choose(rows[Math.max(0, combobox.getSelectedOptionIndex())]);
  };

  return {
    field,
    inputProps: {
      placeholder,
      ...props,
      'data-unchosen': isUnchosen || undefined,
      error: isLeft ? (inactive ?? lookupTexts.unchosen) : props.error,
      value: text ?? chosen?.label ?? unmatched?.name ?? '',
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
        unmatched?.drop();
        if (value.trim() === '') onClear?.();
        search(value);
      },
      onPointerEnter: prepare,
      onFocus: () => {
        prepare();
        if (chosen === null && unmatched) search(unmatched.name);
      },
      onClick: () => openDropdown(),
      onKeyDown,
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        if (isCreating.current) return;
        if (!isAwaited) settleOnBlur();
        onBlur?.(event);
      },
    },
    combobox,
    isPrepared,
    trimmed,
    choices,
    inactive,
    choose,
    creatable,
    createTyped,
  };
}
