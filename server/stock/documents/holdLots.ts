/** Putting lots on hold, those that are recalled now once their recall ends. */
import { piecesOf } from '../../core/db/pieces.ts';
import type { Trx } from '../../core/db/tables.ts';
import { holdOnRelease } from '../ledger/recalled.ts';
import { changeState, type LotRow } from '../ledger/lots.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';

type ReasonOf = (lotId: number) => string;

async function holdReleased(trx: Trx, lots: readonly LotRow[], reasonOf: ReasonOf, at: string): Promise<AuditEntry[]> {
  const released = lots.filter(({ state }) => state === 'released');
  for (const [reason, own] of Map.groupBy(released, ({ lotId }) => reasonOf(lotId))) {
    const ids = own.map(({ lotId }) => lotId);
    for (const chunk of piecesOf(ids)) await changeState(trx, chunk, { state: 'onHold', reason, at });
  }
  return released.map(({ lotId, code, state, stateReason }) => {
    const before = { code, state, stateReason };
    const after = { code, state: 'onHold', stateReason: reasonOf(lotId) };
    return { action: 'hold', resource: 'lots', recordId: lotId, before, after };
  });
}

/** Changes recalled lots that a false alarm would release, so that they will be on hold instead. */
async function holdAfterRecall(trx: Trx, lots: readonly LotRow[], reasonOf: ReasonOf): Promise<AuditEntry[]> {
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

/**
 * Puts lots on hold, of which the items are locked: those that are released now, and those that are recalled once a false
 * alarm would release them. Returns the changes for the history.
 */
export async function holdLots(
  trx: Trx,
  lots: readonly LotRow[],
  reasonOf: ReasonOf,
  at: string,
): Promise<AuditEntry[]> {
  return [...(await holdReleased(trx, lots, reasonOf, at)), ...(await holdAfterRecall(trx, lots, reasonOf))];
}
