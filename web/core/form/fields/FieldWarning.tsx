/** A field's warnings about likely typing errors: shown below it, announced politely, never blocking. */
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import classes from './FieldWarning.module.css';

/** Debounce before typed values are checked for warnings. */
export const WARNING_DEBOUNCE_MS = 400;

/** A sentence, and the code of its rule. */
interface Warning {
  code: string;
  message: string;
}

interface WarningOptions {
  /** The field's own description. */
  hint?: ReactNode;
  /** Follows the message: a link to the other record. */
  action?: ReactNode;
  /** An error hides the warnings. */
  error?: string;
}

/** The props with which an input shows its warnings. */
export function warningProps(warnings: readonly Warning[], { hint, action, error }: WarningOptions = {}) {
  const shown = error ? [] : warnings;
  return {
    'data-warned': shown.length > 0 || undefined,
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
                {unbroken(message)} {action}
              </span>
            </span>
          ))}
        </>
      ),
  };
}

/** The live region for warnings; it must be rendered before the first of them. */
export function WarningsLiveRegion({ warnings }: { warnings: readonly Warning[] }) {
  return (
    <span role="status" className="visually-hidden">
      {warnings.map(({ message }) => message).join(' ')}
    </span>
  );
}
