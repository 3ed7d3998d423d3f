import { Autocomplete, type AutocompleteProps, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { focusNextAfterEnter } from '#web/core/form/fieldFocus.ts';
import { useGoesOnAfterChoice } from './useGoesOnAfterChoice.ts';
import { useSuggestion } from './useSuggestion.ts';

/** Enter with a free text moves to the next field: without this the open list would let it save the form. */
function focusNextUnlessChosen(event: KeyboardEvent<HTMLInputElement>) {
  const field = event.currentTarget;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  if (field.getAttribute('aria-expanded') !== 'true' || field.getAttribute('aria-activedescendant')) return;
  event.preventDefault();
  event.stopPropagation();
  focusNextAfterEnter(field, '');
}

/** The suggestions that a text begins; where it begins none, those that contain it. */
const filter: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase();
  const containing = options.filter(
    (option): option is ComboboxItem => 'value' in option && option.label.toLowerCase().includes(typed),
  );
  const starting = containing.filter(({ label }) => label.toLowerCase().startsWith(typed));
  return starting.length > 0 ? starting : containing;
};

interface SuggestFieldProps extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  data: readonly string[];
  value: string;
  onChange: (text: string) => void;
}

/**
 * A text field that suggests usual texts, and takes any. The suggestion that a text begins is highlighted: Enter and Tab
 * choose it, Escape leaves the text.
 */
export function SuggestField({ data, value, onChange, onBlur, ...props }: SuggestFieldProps) {
  const { onKeyDownCapture, onOptionSubmit } = useGoesOnAfterChoice();
  const { suggestion, setTyped, unchosen, leave } = useSuggestion(value, data, onChange);
  return (
    <Autocomplete
      {...props}
      data={[...data]}
      filter={filter}
      selectFirstOptionOnChange={suggestion !== undefined}
      data-unchosen={unchosen}
      value={value}
      onChange={onChange}
      onInput={() => setTyped(true)}
      onBlur={(event) => {
        leave();
        onBlur?.(event);
      }}
      onOptionSubmit={() => {
        setTyped(false);
        onOptionSubmit();
      }}
      // Over its own fault, which the focus came for.
      openOnFocus={!props.error}
      onKeyDownCapture={(event) => {
        onKeyDownCapture(event);
        focusNextUnlessChosen(event);
        if (event.key === 'Escape') setTyped(false);
      }}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  );
}
