/**
 * The audit log: user, time, record, before and after, written in the transaction of the change
 * (docs/domain.md, History).
 */
import { insertRows } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';
import type { AuditEntry } from './auditEntry.ts';
import { openEmptyJournal, type Actor } from './journal.ts';

/** The author of a change; without a user for the server's start and for unknown persons. */
type Author = Omit<Actor, 'userId'> & { userId: number | null };

/** Appends changes to the history, each with its part of the journal. */
export async function recordEvents(
  trx: Trx,
  { userId, at, sessionKey, journal = openEmptyJournal() }: Author,
  changes: readonly AuditEntry[],
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
      session_key: sessionKey ?? null,
    };
  });
  await insertRows(trx, 'audit_event', events);
}
