/** What a field says that may be a slip: in yellow below it, and read out politely. It never stops saving. */
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Warning } from '#contract/warnings.ts';
import classes from './FieldWarning.module.css';

/** How long what is typed must rest before it is judged: half a number is not what was meant. */
export const REST_MS = 400;

interface WarnedOptions {
  /** What stands below the field anyway. */
  hint?: ReactNode;
  /** Behind the sentence: where to look. */
  action?: ReactNode;
  /** A faulty field says that alone. */
  error?: string;
}

/** The props by which an input shows its warnings. */
export function warned(warnings: readonly Warning[], { hint, action, error }: WarnedOptions = {}) {
  const shown = error ? [] : warnings;
  return {
    'data-warned': shown.length > 0 || undefined,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    description:
      shown.length === 0 ? (
        hint
      ) : (
        <>
          {hint}
          {shown.map(({ code, message }) => (
            <span key={code} className={classes.warning}>
              <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
              <span>
                {message} {action}
              </span>
            </span>
          ))}
        </>
      ),
  };
}

/** Reads warnings out as they come; it must be there before them. */
export function WarningsSpoken({ warnings }: { warnings: readonly Warning[] }) {
  return (
    <span role="status" className="visually-hidden">
      {warnings.map(({ message }) => message).join(' ')}
    </span>
  );
}
