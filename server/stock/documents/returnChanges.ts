import type { RedatedReturn } from '../ledger/lots.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';

/** What a new expiry date did to what had come back of its lot, for the history. */
export function returnChanges(returns: readonly RedatedReturn[]): AuditEntry[] {
  return returns.map(({ lotId, code, before, after }) => ({
    action: 'update',
    resource: 'lots',
    recordId: lotId,
    before: { code, expiresOn: before },
    after: { code, expiresOn: after },
  }));
}
