import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Called with the typed text, as by a scanner that ends with Enter. */
  onEnter?: (value: string) => void;
}

const THROTTLE_MS = 60;

/** Searches while typing, throttled; follows the value when it changes from outside, as with the browser's Back. */
export function SearchField({ label, placeholder, value, onChange, onEnter }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  /** The current value, then the emitted values that have not come back yet. */
  const emitted = useRef([value]);
  const emit = useDebouncedCallback(
    (text: string) => {
      emitted.current.push(text);
      onChange(text);
    },
    { delay: THROTTLE_MS, maxWait: THROTTLE_MS, leading: true },
  );

  useEffect(() => {
    // The value lags behind the typing and may skip steps: only a value that was not emitted here replaces the text.
    const index = emitted.current.indexOf(value);
    emitted.current = index < 0 ? [value] : emitted.current.slice(index);
    if (index < 0) setTyped(value);
  }, [value]);

  const type = (text: string) => {
    setTyped(text);
    emit(text.trim());
  };

  return (
    <TextInput
      role="searchbox"
      aria-keyshortcuts="/"
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed) type('');
        if (event.key !== 'Enter' || !onEnter) return;
        event.preventDefault();
        // Emitted later, it would overwrite the effect of Enter.
        emit.flush();
        onEnter(typed.trim());
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />}
    />
  );
}
