import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** Asks only once typing pauses; follows the value when it changes from elsewhere, as with the browser's Back. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const ask = useDebouncedCallback((text: string) => {
    asked.current = text;
    onChange(text);
  }, 200);

  useEffect(() => {
    if (value !== asked.current) {
      asked.current = value;
      setTyped(value);
    }
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
