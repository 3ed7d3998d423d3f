/** The audit log: who, when, what, before and after, written in the transaction of the change (design §2). */
import { insertRows } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';
import type { Movement } from '../stock/movements.ts';
import type { AuditEntry } from './auditEntry.ts';
import { assignMovements } from './movedStock.ts';

/**
 * Appends changes and their stock movements to the history. `userId` is null for the server's start and for unknown
 * persons.
 */
export async function audit(
  trx: Trx,
  userId: number | null,
  at: string,
  changes: readonly AuditEntry[],
  posted: readonly Movement[] = [],
): Promise<void> {
  const events = (await assignMovements(trx, changes, posted)).map(({ change, stock }) => ({
    at,
    user_id: userId,
    action: change.action,
    resource: change.resource,
    record_id: change.recordId,
    before: change.before && JSON.stringify(change.before),
    after: change.after && JSON.stringify(change.after),
    stock: stock && JSON.stringify(stock),
  }));
  await insertRows(trx, 'audit_event', events);
}
