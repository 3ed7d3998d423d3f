const waiting = new Set<() => void>();

function doAll() {
  const all = [...waiting];
  waiting.clear();
  all.forEach((each) => each());
}

/**
 * Does `then` right after the next picture, together with all others that wait for it: what is measured there has its
 * layout already, and nobody waits for it. Answers what takes it back.
 */
export function whenDrawn(then: () => void): () => void {
  if (waiting.size === 0) requestAnimationFrame(() => setTimeout(doAll));
  waiting.add(then);
  return () => {
    waiting.delete(then);
  };
}
