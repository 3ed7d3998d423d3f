/** What is typed after a key opened something, and before its field has the focus. */

/** A part that takes longer to load takes no keys from what one types elsewhere. */
const LONGEST_MS = 1000;

let typed = '';
let since = 0;

function keep(event: KeyboardEvent) {
  const { key, timeStamp } = event;
  if (timeStamp - since > LONGEST_MS) document.removeEventListener('keydown', keep, true);
  else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
    typed += key;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Keeps what is typed until it is taken. */
export function keepTyped() {
  typed = '';
  since = performance.now();
  document.addEventListener('keydown', keep, true);
}

export function takeTyped(): string {
  document.removeEventListener('keydown', keep, true);
  const taken = typed;
  typed = '';
  return taken;
}
