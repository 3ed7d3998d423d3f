import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { focusNextAfterEnter } from '#web/core/form/fieldFocus.ts';
import { useGoesOnAfterChoice } from './useGoesOnAfterChoice.ts';

/** Enter with a free text moves to the next field: without this the open list would let it save the form. */
function focusNextUnlessChosen(event: KeyboardEvent<HTMLInputElement>) {
  const field = event.currentTarget;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  if (field.getAttribute('aria-expanded') !== 'true' || field.getAttribute('aria-activedescendant')) return;
  event.preventDefault();
  event.stopPropagation();
  focusNextAfterEnter(field, '');
}

/** A text field that suggests usual texts, and takes any; Enter chooses the highlighted one and goes on. */
export function SuggestField(props: AutocompleteProps) {
  const { onKeyDownCapture, onOptionSubmit } = useGoesOnAfterChoice();
  return (
    <Autocomplete
      {...props}
      onOptionSubmit={onOptionSubmit}
      // Over its own fault, which the focus came for.
      openOnFocus={!props.error}
      onKeyDownCapture={(event) => {
        onKeyDownCapture(event);
        focusNextUnlessChosen(event);
      }}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  );
}
