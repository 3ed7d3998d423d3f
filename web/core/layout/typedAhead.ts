/** Keys typed after a key opened something, and before its field has the focus. */

/** A part that takes longer to load must not take keys typed elsewhere. */
const LONGEST_MS = 1000;

let typed = '';

function keep(event: KeyboardEvent) {
  if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  typed += event.key;
  event.preventDefault();
  event.stopPropagation();
}

/** Collects typed characters until they are read, for a second at most. */
export function keepTyped() {
  document.addEventListener('keydown', keep, true);
  setTimeout(takeTyped, LONGEST_MS);
}

export function takeTyped(): string {
  document.removeEventListener('keydown', keep, true);
  const taken = typed;
  typed = '';
  return taken;
}
