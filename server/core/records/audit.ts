/**
 * The audit log: user, time, record, before and after, written in the transaction of the change
 * (docs/domain.md, History).
 */
import { insertRows } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';
import type { AuditEntry } from './auditEntry.ts';
import { openEmptyJournal, type Journal } from './journal.ts';

/**
 * Appends changes to the history, each with its part of the journal. `userId` is null for the server's start and for
 * unknown persons.
 */
export async function audit(
  trx: Trx,
  userId: number | null,
  at: string,
  changes: readonly AuditEntry[],
  journal: Journal = openEmptyJournal(),
): Promise<void> {
  const posted = await journal.take(trx, changes);
  const events = changes.map((change, index) => {
    const stock = posted[index] ?? null;
    return {
      at,
      user_id: userId,
      action: change.action,
      resource: change.resource,
      record_id: change.recordId,
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
      stock: stock && JSON.stringify(stock),
    };
  });
  await insertRows(trx, 'audit_event', events);
}
