import { Notification } from '@mantine/core';
import { useEffect, useState } from 'react';
import { DocumentLink } from '#web/stock/DocumentLink.tsx';
import { closeToast, useToasts, type Toast } from '#web/ui/toast.tsx';
import classes from './Toasts.module.css';

const MAX_SHOWN = 4;
const MAX_LINKS = 5;
const AUTO_CLOSE_MS = 10_000;

/**
 * The toasts: over the top bar, so that they cover none of the page's buttons. The live region is always rendered:
 * screen readers often skip a message that appears together with its live region.
 */
export function Toasts() {
  const toasts = useToasts();
  return (
    <div className={classes.place} aria-live="polite">
      {toasts.slice(-MAX_SHOWN).map((toast) => (
        <Alert key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function Alert({ toast: { id, failed, text, why } }: { toast: Toast }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const autoCloses = !failed && !hovered && !focused;

  useEffect(() => {
    if (!autoCloses) return undefined;
    const timer = setTimeout(() => closeToast(id), AUTO_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [autoCloses, id]);

  return (
    <Notification
      role={failed ? 'alert' : 'status'}
      title={text}
      color={failed ? 'var(--red)' : 'var(--green)'}
      onClose={() => closeToast(id)}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      <span>{why.reason}</span>
      {why.documents && why.documents.length > 0 && (
        <ul className={classes.documents}>
          {why.documents.slice(0, MAX_LINKS).map((document) => (
            <li key={`${document.kind} ${document.id}`}>
              <DocumentLink {...document} />
            </li>
          ))}
        </ul>
      )}
      {why.reference && <small className={classes.reference}>{why.reference}</small>}
    </Notification>
  );
}
