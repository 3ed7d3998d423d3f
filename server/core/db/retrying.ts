import { setTimeout as delay } from 'node:timers/promises';
import { isTransient } from './faults.ts';

const TRIES = 5;
const PAUSE_MS = 20;

let retried = 0;

/** Number of transaction retries of this process. */
export function transactionsRetried(): number {
  return retried;
}

/**
 * Runs `work`, one whole transaction or single statement, and retries it on transient errors (serialization failure,
 * deadlock, busy). After five attempts it throws the engine's error.
 */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !isTransient(error)) throw error;
      retried += 1;
      await delay(PAUSE_MS * attempt * (0.5 + Math.random()));
    }
  }
}
