import { Notification } from '@mantine/core';
import { useEffect, useState } from 'react';
import { closeToast, useToasts, type Toast } from './toast.tsx';
import classes from './Toasts.module.css';

const MOST = 4;
const DONE_FOR_MS = 4000;

/**
 * Where alerts appear: on a phone at the top, since the buttons that save are at the bottom. The place is there from the
 * start and is listened to, since a message that comes together with its own live region is often not read out.
 */
export function Toasts() {
  const toasts = useToasts();
  return (
    <div className={classes.place} aria-live="polite">
      {toasts.slice(-MOST).map((toast) => (
        <Alert key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function Alert({ toast: { id, failed, text, why } }: { toast: Toast }) {
  // Whoever points at it is still reading.
  const [held, setHeld] = useState(false);
  const goes = !failed && !held;

  useEffect(() => {
    if (!goes) return undefined;
    const timer = setTimeout(() => closeToast(id), DONE_FOR_MS);
    return () => clearTimeout(timer);
  }, [goes, id]);

  return (
    <Notification
      role={failed ? 'alert' : 'status'}
      title={text}
      color={failed ? 'var(--red)' : 'var(--green)'}
      onClose={() => closeToast(id)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      {why.reason}
      {why.reference && <small className={classes.reference}>{why.reference}</small>}
    </Notification>
  );
}
