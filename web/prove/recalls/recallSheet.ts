import type { RecallRecord } from '#contract/prove/recalls.ts';
import { recallKindLabels, recallLabels } from '#contract/prove/recallTexts.ts';
import { sheetOf } from '#web/core/sheets/listSheet.ts';

export const recallSheet = sheetOf<RecallRecord>('Recalls', [
  { heading: 'ID', width: 8, value: (row) => row.recallId },
  { heading: recallLabels.kind, width: 10, value: (row) => recallKindLabels[row.kind] },
  { heading: recallLabels.title, width: 32, value: (row) => row.title },
  { heading: recallLabels.reason, width: 48, value: (row) => row.reason },
  { heading: 'Begun', width: 20, value: (row) => ({ timestamp: row.startedAt }) },
  { heading: 'By', width: 24, value: (row) => row.startedBy },
  { heading: 'Closed', width: 20, value: ({ closedAt }) => (closedAt === null ? null : { timestamp: closedAt }) },
  { heading: recallLabels.conclusion, width: 48, value: (row) => row.conclusion },
]);
