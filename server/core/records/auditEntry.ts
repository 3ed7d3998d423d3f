import type { HistoryAction } from '#contract/historyActions.ts';
import type { HistoryKind } from '#contract/kinds.ts';

/** A change of a record, as an event of the history. */
export interface AuditEntry {
  action: HistoryAction;
  resource: HistoryKind;
  /** 0 if there is no record. */
  recordId: number;
  /** The record before and after, without secrets and bill bytes; null if it doesn't exist. */
  before: object | null;
  after: object | null;
}
