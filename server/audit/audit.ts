/** The history of every change: who, when, what, before and after; written in the transaction of the change (design §2). */
import type { Resource } from '#contract/permissions.ts';
import { insertRows } from '../db/shapes.ts';
import type { Trx } from '../db/tables.ts';

export interface Change {
  action: 'create' | 'update' | 'delete';
  resource: Resource;
  recordId: number;
  /** The record as it was and as it is, without secrets and bill bytes; null where there was or is none. */
  before: object | null;
  after: object | null;
}

/** Adds changes to the history. `userId` is null for what the server does at its start. */
export async function audit(trx: Trx, userId: number | null, at: string, changes: readonly Change[]): Promise<void> {
  await insertRows(
    trx,
    'audit_event',
    changes.map((change) => ({
      at,
      user_id: userId,
      action: change.action,
      resource: change.resource,
      record_id: change.recordId,
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
    })),
  );
}
