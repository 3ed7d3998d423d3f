const pending = new Set<() => void>();

function flush() {
  const all = [...pending];
  pending.clear();
  all.forEach((each) => each());
}

/**
 * Calls `then` after the next paint, batched with all others: layout is done then, so that measuring forces no reflow.
 * Returns a function that cancels it.
 */
export function afterPaint(then: () => void): () => void {
  if (pending.size === 0) requestAnimationFrame(() => setTimeout(flush));
  pending.add(then);
  return () => {
    pending.delete(then);
  };
}
