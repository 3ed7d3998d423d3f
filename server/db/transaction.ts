import { setTimeout as delay } from 'node:timers/promises';
import { isPassing } from './faults.ts';
import type { Database, Trx } from './tables.ts';

const TRIES = 5;
const PAUSE_MS = 20;

let retried = 0;

/** How many transactions this process has run again so far. */
export function transactionsRetried(): number {
  return retried;
}

/**
 * Runs `work` in one transaction. Where the engine asks for it (serialization failure, deadlock, busy), the whole of
 * `work` is run again, so it must have no effect outside the transaction. After five tries the engine's error is thrown,
 * which the API answers as 503.
 */
export async function inTransaction<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === TRIES || !isPassing(error)) throw error;
      retried += 1;
      await delay(PAUSE_MS * attempt * (0.5 + Math.random()));
    }
  }
}
