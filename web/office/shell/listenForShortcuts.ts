/** Listens for single keys on the document. */
import type { Previewed } from '#web/core/list/preview.ts';
import { actOn, goBack, linkOfRow, screenKeys, hasSingleKeys } from './shortcuts.ts';

/** A keyboard scanner sends its keys faster, and they are no shortcut. */
const SCANNER_MS = 40;
const SEQUENCE_MS = 1500;

interface Handlers {
  goTo: (path: string) => void;
  showKeys: () => void;
  preview: (previewed: Previewed) => void;
}

/** Where keys are typed, or belong to something that is opened over the screen. */
function isTypedElsewhere({ target, defaultPrevented }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [data-takes-keys]') !== null;
  return defaultPrevented || isTyping || document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}

/** Elements that Esc closes before it leaves a record. */
const CLOSABLE = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip], main form';

function saveForm(): boolean {
  const form = document.querySelector<HTMLFormElement>('[role=dialog] form') ?? document.querySelector('main form');
  form?.requestSubmit();
  return form !== null;
}

/** Returns a function that removes the listener. */
export function listenForShortcuts({ goTo, showKeys, preview }: Handlers): () => void {
  let afterG = false;
  let waiting: { key: string; since: number; timer: ReturnType<typeof setTimeout> } | undefined;
  let sequence: ReturnType<typeof setTimeout> | undefined;

  // Looks before other listeners: an element that the key closes is gone by the time that the event reaches the
  // document.
  let closes = false;
  const look = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') closes = document.querySelector(CLOSABLE) !== null;
  };

  const act = (key: string) => {
    if (afterG) {
      afterG = false;
      const screen = screenKeys.find(({ letter }) => letter === key);
      if (screen) goTo(screen.to);
    } else if (key === 'g') {
      afterG = true;
      clearTimeout(sequence);
      sequence = setTimeout(() => (afterG = false), SEQUENCE_MS);
    } else if (key === '?') showKeys();
    else actOn(key);
  };

  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 's' && !event.altKey && !event.shiftKey) {
      if (saveForm()) event.preventDefault();
      return;
    }
    if (waiting) {
      const { key: before, since, timer } = waiting;
      clearTimeout(timer);
      waiting = undefined;
      // A second key this soon: it was a scanner's. By the times of the keys, since a busy page fires its timers late.
      if (event.timeStamp - since < SCANNER_MS) {
        afterG = false;
        return;
      }
      act(before);
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTypedElsewhere(event)) return;
    if (key === 'Escape') {
      if (!closes && !event.repeat) goBack();
      return;
    }
    if (!hasSingleKeys()) return;
    if (key === ' ') {
      const link = linkOfRow();
      if (!link) return;
      event.preventDefault();
      const path = link.pathname;
      // The click records the row for the list.
      preview({ path, onOpen: () => (link.isConnected ? link.click() : goTo(path)) });
      return;
    }
    if (key === 'Enter' || key === 'ArrowDown' || key === 'ArrowUp') {
      if (actOn(key)) event.preventDefault();
      return;
    }
    if (key.length !== 1 || event.repeat) {
      if ((key === 'j' || key === 'k') && actOn(key)) event.preventDefault();
      return;
    }
    const timer = setTimeout(() => {
      waiting = undefined;
      act(key);
    }, SCANNER_MS);
    waiting = { key, since: event.timeStamp, timer };
  };
  window.addEventListener('keydown', look, true);
  document.addEventListener('keydown', onKey);
  return () => {
    clearTimeout(waiting?.timer);
    clearTimeout(sequence);
    window.removeEventListener('keydown', look, true);
    document.removeEventListener('keydown', onKey);
  };
}
