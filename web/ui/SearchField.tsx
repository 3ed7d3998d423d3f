import { CloseButton, TextInput } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** Between two questions, so that a held key does not ask thirty times a second. */
const ASK_EVERY_MS = 60;

/** Asks with each letter; follows the value when it changes from elsewhere, as with the browser's Back. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  /** What was asked and has not become the value yet, behind what is the value. */
  const asked = useRef([value]);
  const ask = useThrottledCallback((text: string) => {
    asked.current.push(text);
    onChange(text);
  }, ASK_EVERY_MS);

  useEffect(() => {
    // The value comes behind the typing, and not every one comes: what was asked here must not undo what was typed since.
    const place = asked.current.indexOf(value);
    asked.current = place < 0 ? [value] : asked.current.slice(place);
    if (place < 0) setTyped(value);
  }, [value]);

  const type = (text: string) => {
    setTyped(text);
    ask(text.trim());
  };

  return (
    <TextInput
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed) type('');
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />}
    />
  );
}
