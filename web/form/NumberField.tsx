import { TextInput, type TextInputProps } from '@mantine/core';
import classes from './NumberField.module.css';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As it was typed; numberOf() gives the number. */
  value: string;
  onChange: (value: string) => void;
  /** Stands after the number: a unit. */
  suffix?: string;
}

/** A decimal that is kept as it was typed: nothing jumps while typing, nothing is dropped or rounded unseen. */
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
