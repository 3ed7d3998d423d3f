import { retrying } from './retrying.ts';
import type { Database, Trx } from './tables.ts';

/** Runs several reads on one snapshot (decision 50). `read` must not write, and may await only its statements. */
export async function readSnapshot<T>(db: Database, read: (snapshot: Trx) => Promise<T>): Promise<T> {
  // SQLite has no isolation levels: every transaction is a snapshot.
  const transaction = db.transaction().setAccessMode('read only').setIsolationLevel('repeatable read');
  return await retrying(async () => await transaction.execute(read));
}
