import { TextInput, type TextInputProps } from '@mantine/core';
import { phoneDigits } from '#contract/core/values/phoneDigits.ts';

interface PhoneFieldProps extends Omit<TextInputProps, 'onChange'> {
  /** The longest number, in digits. */
  maxDigits?: number;
  onChange: (value: string) => void;
}

/** A number that may still lose its spaces, its signs and the +91 or 0 in front. */
const unfinished = /^(?:0|91)|[\s+()./-]/;

/** As many characters as the field takes, except of a number that is still being written. */
function cut(written: string, most: number | undefined): string {
  return most !== undefined && !unfinished.test(written) ? written.slice(0, most) : written;
}

/** A phone number: typed or pasted with +91, 0 or spaces, it becomes its ten digits. */
export function PhoneField({ maxDigits, onChange, ...input }: PhoneFieldProps) {
  return (
    <TextInput
      type="tel"
      inputMode="numeric"
      {...input}
      onChange={({ currentTarget }) => onChange(cut(phoneDigits(currentTarget.value), maxDigits))}
    />
  );
}
