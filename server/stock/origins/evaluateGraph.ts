/**
 * Evaluates a dependency graph: each key once, after the keys that it needs, without recursion, since chains may be long.
 * Keys in a cycle have no value.
 */
export function evaluateGraph<Key, Value>(
  keys: Iterable<Key>,
  needsOf: (key: Key) => readonly Key[],
  work: (key: Key, valueOf: (key: Key) => Value | undefined) => Value | undefined,
): ReadonlyMap<Key, Value | undefined> {
  const values = new Map<Key, Value | undefined>();
  const begun = new Set<Key>();
  for (const key of keys) {
    const waiting = [key];
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      const needed = begun.has(last) || values.has(last) ? [] : needsOf(last);
      begun.add(last);
      const next = needed.filter((other) => !values.has(other) && !begun.has(other));
      if (next.length > 0) {
        for (const other of next) waiting.push(other);
        continue;
      }
      waiting.pop();
      if (!values.has(last))
        values.set(
          last,
          work(last, (other) => values.get(other)),
        );
    }
  }
  return values;
}
