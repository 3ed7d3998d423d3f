import { retrying } from './retrying.ts';
import type { Database, Trx } from './tables.ts';

/**
 * Runs `work` in one transaction. On transient errors (serialization failure, deadlock, busy) `work` is retried, so it
 * must have no effect outside the transaction. After five attempts the engine's error is thrown, which the API answers
 * as 503.
 */
export async function inTransaction<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return await retrying(async () => {
    return await db.transaction().execute(work);
  });
}
