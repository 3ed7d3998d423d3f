/** Waiting for what happens elsewhere. */
import { setTimeout as delay } from 'node:timers/promises';

type Maybe<T> = T | false | null | undefined;

/** Looks until something is there, and answers it. Throws, with what it waited for, where that doesn't come in time. */
export async function until<T>(
  look: () => Maybe<T> | Promise<Maybe<T>>,
  what: string | (() => string),
  { withinMs = 60_000, everyMs = 5 } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error(typeof what === 'string' ? what : what());
    await delay(everyMs);
  }
}
