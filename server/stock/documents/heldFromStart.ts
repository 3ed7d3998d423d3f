/** Holds that begin with their lots. */
import type { Trx } from '../../core/db/tables.ts';
import { findLots } from '../ledger/lots.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';

/** The holds and recalls of lots that were just opened, for the history: none of them was released before. */
export async function findHeldFromStart(trx: Trx, lotIds: readonly number[]): Promise<AuditEntry[]> {
  const lots = [...(await findLots(trx, lotIds)).values()].toSorted((a, b) => a.lotId - b.lotId);
  return lots.flatMap(({ lotId, code, state, stateReason }): AuditEntry[] => {
    if (state === 'released') return [];
    const action = state === 'recalled' ? 'recall' : 'hold';
    return [{ action, resource: 'lots', recordId: lotId, before: null, after: { code, state, stateReason } }];
  });
}
