import type { RedatedReturn } from '../ledger/lots.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';

/** Changes of returned lots by a new expiry date of their lot, for the history. */
export function returnChanges(returns: readonly RedatedReturn[]): AuditEntry[] {
  return returns.map(({ lotId, code, before, after }) => ({
    action: 'update',
    resource: 'lots',
    recordId: lotId,
    before: { code, expiresOn: before },
    after: { code, expiresOn: after },
  }));
}
