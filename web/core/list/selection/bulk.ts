/** Actions on the selected rows of a list: one call for each, one after the other, with one summary. */
import type { ReactNode } from 'react';
import type { BlockingDocument } from '#contract/core/errors.ts';
import { whyOf } from '#web/core/api/client.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { invalidateAll } from '#web/core/api/queries.ts';
import type { ListSheet } from '#web/core/sheets/listSheet.ts';
import { toastDone, toastFailed, type ToastAction } from '#web/core/ui/toast.tsx';

export interface BulkAction<Row> {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  /** The rows that it changes; without one it is not offered. */
  applies?: (row: Row) => boolean;
  /** Confirmation before it begins. */
  question?: (count: number) => string;
  /** Label of a required reason, and the error if it is missing. */
  reason?: { label: string; missing: string };
  /** Its call for one row. */
  act: (row: Row, input: { reason: string; idempotencyKey: string }) => Promise<unknown>;
  /** Result for the rows, and for refused ones: '3 deleted, 1 kept'. */
  done: string;
  refused?: string;
  /** Takes it back, from the toast: for the rows that it changed, the last first. */
  undo?: BulkAction<Row>;
}

/** Actions of a list on its selected rows. */
export interface BulkActions<Row> {
  /** In rupees: the bar shows its sum. */
  amountOf?: (row: Row) => number;
  actions: readonly BulkAction<Row>[];
  /** An action on exactly two rows, on a page of its own. */
  pair?: { label: string; icon: ReactNode; pathOf: (one: Row, other: Row) => string };
  /** The lots of a row, and the panel that prints their labels. */
  labels?: { idsOf: (row: Row) => readonly number[]; show: (ids: number[]) => void };
}

/** Rows that can be selected. */
export interface Selectable<Row> extends BulkActions<Row> {
  nameOf: (row: Row) => string;
  /** The spreadsheet as which they are exported. */
  sheet: ListSheet<Row>;
}

const MAX_REASONS = 5;

interface BulkRun<Row> {
  nameOf: (row: Row) => string;
  reason: string;
  onProgress: (done: number) => void;
}

/** Undo, for the rows that an action changed. */
function undoing<Row>(
  { undo }: BulkAction<Row>,
  changed: readonly Row[],
  nameOf: (row: Row) => string,
): ToastAction | undefined {
  if (!undo || changed.length === 0) return undefined;
  return {
    label: undo.label,
    isUndo: true,
    onClick: () => {
      runBulk(undo, changed.toReversed(), { nameOf, reason: '', onProgress: () => {} }).catch(console.error);
    },
  };
}

/** Runs an action on rows, and returns those that were refused. A refusal does not stop the rest. */
export async function runBulk<Row>(
  action: BulkAction<Row>,
  rows: readonly Row[],
  { nameOf, reason, onProgress }: BulkRun<Row>,
): Promise<Row[]> {
  const { act, done, refused = 'left as they were' } = action;
  const changed: Row[] = [];
  const unchanged: Row[] = [];
  const reasons: string[] = [];
  const documents: BlockingDocument[] = [];
  for (const [index, row] of rows.entries()) {
    onProgress(index);
    try {
      await act(row, { reason, idempotencyKey: newIdempotencyKey() });
      changed.push(row);
    } catch (fault) {
      const why = whyOf(fault);
      unchanged.push(row);
      reasons.push(`${nameOf(row)}: ${why.reason}`);
      documents.push(...(why.documents ?? []));
    }
  }
  invalidateAll();
  const undo = undoing(action, changed, nameOf);
  if (unchanged.length === 0) toastDone(`${changed.length} ${done}.`, undo);
  else {
    const more = reasons.length > MAX_REASONS ? [`and ${reasons.length - MAX_REASONS} more`] : [];
    const reasonText = [...reasons.slice(0, MAX_REASONS), ...more].join('\n');
    toastFailed(`${changed.length} ${done}, ${unchanged.length} ${refused}.`, { reason: reasonText, documents }, undo);
  }
  return unchanged;
}
