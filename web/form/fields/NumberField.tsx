import { TextInput, type TextInputProps } from '@mantine/core';
import classes from './NumberField.module.css';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The typed text; numberOf() parses it. */
  value: string;
  onChange: (value: string) => void;
  /** The unit. */
  suffix?: string;
}

/** A decimal field that keeps the typed text: nothing is reformatted, dropped or rounded while typing. */
export function NumberField({ value, onChange, suffix, ...input }: NumberFieldProps) {
  return (
    <TextInput
      {...input}
      classNames={{
        input: classes.number,
        section: classes.section,
        ...(typeof input.classNames === 'object' ? input.classNames : {}),
      }}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      rightSection={suffix && <span className={classes.suffix}>{suffix}</span>}
      rightSectionPointerEvents="none"
      rightSectionWidth={suffix ? Math.min(72, 20 + 7.5 * suffix.length) : undefined}
    />
  );
}
