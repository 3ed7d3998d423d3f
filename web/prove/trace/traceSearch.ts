/** The URL parameters of the screen: root and direction of the trace. */
import { traceRoots, type TraceRoot } from '#contract/kinds.ts';

const known = new Set<string>(traceRoots);
const isRoot = (text: unknown): text is TraceRoot => typeof text === 'string' && known.has(text);

interface TraceSearch {
  of?: TraceRoot;
  id?: string;
  direction?: 'backward' | 'forward';
}

/** Drops invalid roots. */
export function traceSearch({ of, id, direction }: Record<string, unknown>): TraceSearch {
  if (!isRoot(of) || !/^\d{1,15}$/.test(String(id))) return {};
  const search: TraceSearch = { of, id: String(id) };
  if (direction === 'backward' || direction === 'forward') search.direction = direction;
  return search;
}
