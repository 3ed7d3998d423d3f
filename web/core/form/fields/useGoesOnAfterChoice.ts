import { useRef, type KeyboardEvent } from 'react';
import { focusNextAfterEnter } from '#web/core/form/fieldFocus.ts';

/** Props of a combobox that make Enter choose the highlighted option and go on, where Enter goes from field to field. */
export function useGoesOnAfterChoice() {
  /** The field in which Enter is choosing an option. */
  const chosenIn = useRef<HTMLInputElement>(null);
  return {
    onKeyDownCapture: ({ key, currentTarget: field }: KeyboardEvent<HTMLInputElement>) => {
      const isHighlighted =
        field.getAttribute('aria-expanded') === 'true' && field.hasAttribute('aria-activedescendant');
      chosenIn.current = key === 'Enter' && isHighlighted ? field : null;
    },
    onOptionSubmit: () => {
      const field = chosenIn.current;
      chosenIn.current = null;
      // Once the choice is made.
      if (field) queueMicrotask(() => focusNextAfterEnter(field, ''));
    },
  };
}
