/** The invoice number of an inward or a dispatch, with a warning if another one has it. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { limits } from '#contract/core/fields.ts';
import type { ScreenPath } from '#contract/kinds.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import { WARNING_DEBOUNCE_MS, warningProps, WarningsLiveRegion } from '#web/core/form/fields/FieldWarning.tsx';

/** The typed number after a pause, for the call that checks it; undefined before, and for one that is empty or too long. */
export function useSettledNumber(typed: string): string | undefined {
  const trimmed = typed.trim();
  const [settled] = useDebouncedValue(trimmed, WARNING_DEBOUNCE_MS);
  return settled === trimmed && settled !== '' && settled.length <= limits.code ? settled : undefined;
}

interface InvoiceNumberFieldProps extends Omit<TextInputProps, 'error'> {
  value: string;
  error?: string;
  warnings: Warning[];
  /** The list that a search for the number is opened in. */
  list: ScreenPath;
}

export function InvoiceNumberField({ warnings, list, error, ...field }: InvoiceNumberFieldProps) {
  return (
    <>
      <TextInput
        {...field}
        error={error}
        required
        {...warningProps(warnings, {
          error,
          action: (
            <Link to={list} search={{ search: field.value.trim() }}>
              Show it in the list
            </Link>
          ),
        })}
      />
      <WarningsLiveRegion warnings={warnings} />
    </>
  );
}
