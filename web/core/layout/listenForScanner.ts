/** A keyboard scanner types faster than people, and ends with Enter. */
const FASTEST_PERSON_MS = 35;
const SHORTEST = 4;

/** Calls `onScan` with a text that a scanner typed outside of fields. Returns a function that removes the listener. */
export function listenForScanner(onScan: (text: string) => void): () => void {
  let typed = '';
  let last = 0;
  const onKey = (event: KeyboardEvent) => {
    const isInField =
      event.target instanceof Element &&
      event.target.closest('input, textarea, select, [contenteditable], [data-takes-keys]');
    if (isInField || event.ctrlKey || event.metaKey || event.altKey) return;
    const isFast = event.timeStamp - last < FASTEST_PERSON_MS;
    last = event.timeStamp;
    if (event.key === 'Enter' && isFast && typed.length >= SHORTEST) {
      // Enter would press the button that has the focus.
      event.preventDefault();
      event.stopPropagation();
      onScan(typed);
      typed = '';
    } else if (event.key.length === 1) {
      typed = isFast ? typed + event.key : event.key;
    } else if (event.key !== 'Shift') {
      typed = '';
    }
  };
  document.addEventListener('keydown', onKey, { capture: true });
  return () => document.removeEventListener('keydown', onKey, { capture: true });
}
