import { TextInput, UnstyledButton, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import classes from './PasswordField.module.css';

const ruleBelow: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

interface PasswordFieldProps extends Omit<TextInputProps, 'type'> {
  /** The rule of a new password, below the field until a fault stands there. */
  rule?: string;
}

/** A password field with a Show/Hide toggle (specification §2), reachable with Tab. */
export function PasswordField({ rule, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...(rule !== undefined && { description: !props.error && rule, inputWrapperOrder: ruleBelow })}
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
