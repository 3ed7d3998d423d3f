import { TextInput, type TextInputProps } from '@mantine/core';
import { phoneDigits } from '#contract/core/values/phoneDigits.ts';

interface PhoneFieldProps extends Omit<TextInputProps, 'onChange'> {
  /** The longest number, in digits. */
  maxDigits?: number;
  onChange: (value: string) => void;
}

/** As many digits as the field takes; digits that may still get +91 or 0 in front are longer. */
function cut(digits: string, most: number | undefined): string {
  return most !== undefined && /^(?!0|91)\d+$/.test(digits) ? digits.slice(0, most) : digits;
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
