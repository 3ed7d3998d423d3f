/** Keys typed after a key opened something, and before its field has the focus. */

/** A part that takes longer to load must not take keys typed elsewhere. */
const MAX_DURATION_MS = 1000;

let typed = '';

function collect(event: KeyboardEvent) {
  if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  typed += event.key;
  event.preventDefault();
  event.stopPropagation();
}

/** Collects typed characters until they are read, for a second at most. */
export function collectTyped() {
  document.addEventListener('keydown', collect, true);
  setTimeout(popTyped, MAX_DURATION_MS);
}

export function popTyped(): string {
  document.removeEventListener('keydown', collect, true);
  const taken = typed;
  typed = '';
  return taken;
}
