import type { Trx } from '../../core/db/tables.ts';
import { holdOnRelease } from '../ledger/recalled.ts';
import type { LotRow } from '../ledger/lots.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';

/**
 * Changes recalled lots that a false alarm would release, so that they will be on hold instead; their items are locked.
 * Returns the changes for the history.
 */
export async function holdAfterRecall(
  trx: Trx,
  lots: readonly LotRow[],
  reasonOf: (lotId: number) => string,
): Promise<AuditEntry[]> {
  const recalled = lots.filter(({ state }) => state === 'recalled');
  const changes: AuditEntry[] = [];
  for (const [reason, own] of Map.groupBy(recalled, ({ lotId }) => reasonOf(lotId))) {
    const held = await holdOnRelease(
      trx,
      own.map(({ lotId }) => lotId),
      reason,
    );
    for (const { lotId, code, state, stateReason } of own.filter((lot) => held.has(lot.lotId))) {
      const before = { code, state, stateReason };
      const after = { ...before, afterRecall: reason };
      changes.push({ action: 'update', resource: 'lots', recordId: lotId, before, after });
    }
  }
  return changes;
}
