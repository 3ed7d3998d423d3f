import { retrying } from './retrying.ts';
import type { Database, Trx } from './tables.ts';

/**
 * Reads by several statements as of one moment: none of them sees what is committed after the first (decision 50). `read` must
 * not write, and awaits nothing but its statements.
 */
export async function readSnapshot<T>(db: Database, read: (snapshot: Trx) => Promise<T>): Promise<T> {
  // SQLite knows no levels: there every transaction is a snapshot.
  const transaction = db.transaction().setAccessMode('read only').setIsolationLevel('repeatable read');
  return await retrying(async () => await transaction.execute(read));
}
