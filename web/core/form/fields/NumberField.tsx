import { TextInput, type TextInputProps } from '@mantine/core';
import classes from './NumberField.module.css';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The typed text; numberOf() parses it. */
  value: string;
  onChange: (value: string) => void;
  /** The unit. */
  suffix?: string;
}

const MAX_UNIT = 72;
const MIN_UNIT = 30;

/** In a narrow field the number has its digits before the unit has its letters. */
function unitWidth(unit: string, number: string): string {
  const needed = Math.min(MAX_UNIT, 22 + 7.5 * unit.length);
  return `min(${needed}px, max(${MIN_UNIT}px, calc(100% - ${22 + 9 * number.length}px)))`;
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
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      rightSection={suffix && <span className={classes.suffix}>{suffix}</span>}
      rightSectionPointerEvents="none"
      rightSectionWidth={suffix && unitWidth(suffix, value)}
    />
  );
}
