import { Notification } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import { closeToast, useToasts, type Toast, type ToastAction } from '#web/core/ui/toast.tsx';
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

function Alert({ toast: { id, failed, text, why, action } }: { toast: Toast }) {
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
      title={unbroken(text)}
      color={failed ? 'var(--red)' : 'var(--green)'}
      onClose={() => closeToast(id)}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      <span>{unbroken(why.reason)}</span>
      {action && <Action {...action} isUndo={!failed && action.isUndo} onDone={() => closeToast(id)} />}
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

interface ActionProps extends ToastAction {
  onDone: () => void;
}

/** The button of a toast; Ctrl or ⌘ with Z undoes too, except in a field, where that undoes typing. */
function Action({ label, onClick, isUndo = false, onDone }: ActionProps) {
  const press = () => {
    onDone();
    onClick();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isControlZ = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (!isUndo || !isControlZ || isTyping || event.defaultPrevented) return;
    event.preventDefault();
    press();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
  return (
    <button type="button" className={classes.action} onClick={press}>
      {label}
    </button>
  );
}
