import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { scanTexts } from '#contract/stock/labels/scanTexts.ts';
import classes from './Scan.module.css';

/** A code that is typed, or that a scanner types. */
export function CodeField({ onCode, begin = '' }: { onCode: (code: string) => void; begin?: string }) {
  const [typed, setTyped] = useState(begin);
  return (
    <form
      className={classes.typed}
      onSubmit={(event) => {
        event.preventDefault();
        onCode(typed);
      }}
    >
      <TextInput
        label={scanTexts.field}
        autoComplete="off"
        maxLength={500}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button type="submit">{scanTexts.open}</Button>
    </form>
  );
}
