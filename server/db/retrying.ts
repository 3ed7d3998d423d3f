import { setTimeout as delay } from 'node:timers/promises';
import { isPassing } from './faults.ts';

const TRIES = 5;
const PAUSE_MS = 20;

let retried = 0;

/** How many transactions this process has run again so far. */
export function transactionsRetried(): number {
  return retried;
}

/**
 * Does `work`, which is one transaction of the engine or the whole of a statement outside of one, and does it again where the engine
 * asks for it (serialization failure, deadlock, busy). After five tries the engine's error is thrown.
 */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !isPassing(error)) throw error;
      retried += 1;
      await delay(PAUSE_MS * attempt * (0.5 + Math.random()));
    }
  }
}
