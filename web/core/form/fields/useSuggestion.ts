import { useState } from 'react';

/** The suggestion that a text begins; none for an empty text. */
function suggestionFor(text: string, suggestions: readonly string[]): string | undefined {
  const typed = text.trim().toLowerCase();
  return typed === '' ? undefined : suggestions.find((each) => each.toLowerCase().startsWith(typed));
}

/**
 * The suggestion for a typed text, which is taken when its field is left or the form is saved, so that no half-typed word
 * is stored. Escape keeps the text as it was typed.
 */
export function useSuggestion(text: string, suggestions: readonly string[], take: (suggestion: string) => void) {
  const [isTyped, setTyped] = useState(false);
  const suggestion = isTyped ? suggestionFor(text, suggestions) : undefined;
  return {
    suggestion,
    setTyped,
    /** Makes saving the form leave the field first (fieldFocus.ts). */
    unchosen: suggestion !== undefined && suggestion !== text ? true : undefined,
    leave: () => {
      setTyped(false);
      if (suggestion !== undefined && suggestion !== text) take(suggestion);
    },
  };
}
