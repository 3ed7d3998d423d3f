import type { StateChange } from '../ledger/recalled.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';

/** State changes of lots by recalls, for the history. */
export function recallChanges(changes: readonly StateChange[]): AuditEntry[] {
  return changes.map(({ lotId, code, before, after }): AuditEntry => {
    const toHistory = ({ state, reason }: StateChange['before']) => ({ code, state, stateReason: reason });
    const action = after.state === 'recalled' ? 'recall' : 'release';
    return { action, resource: 'lots', recordId: lotId, before: toHistory(before), after: toHistory(after) };
  });
}
