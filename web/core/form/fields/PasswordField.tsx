import { TextInput, UnstyledButton, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import classes from './PasswordField.module.css';

/** A password field with a Show/Hide toggle (specification §2), reachable with Tab. */
export function PasswordField(props: Omit<TextInputProps, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSectionWidth={58}
      rightSection={
        <UnstyledButton
          className={classes.toggle}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </UnstyledButton>
      }
    />
  );
}
