/** Waiting for what happens elsewhere. */
import { setTimeout as delay } from 'node:timers/promises';

type Maybe<T> = T | false | null | undefined;

/** Polls until a value exists, and returns it. Throws, with its description, if it does not appear in time. */
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
