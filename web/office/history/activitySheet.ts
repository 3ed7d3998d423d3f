/** The spreadsheet of the activity: every event that the filters match, not only the page shown. */
import { activityTexts, changeText, historyTexts, nameOfActor, type HistoryEvent } from '#contract/core/history.ts';
import { actionLabels } from '#contract/historyActions.ts';
import { kindLabel } from '#contract/kinds.ts';
import { sheetOf } from '#web/core/sheets/listSheet.ts';

export const activitySheet = sheetOf<HistoryEvent>(activityTexts.title, [
  { heading: 'When', width: 20, value: ({ at }) => ({ timestamp: at }) },
  { heading: 'Who', width: 24, value: nameOfActor },
  { heading: 'What', width: 28, value: ({ action }) => actionLabels[action] },
  { heading: 'Kind', width: 16, value: ({ kind }) => kindLabel(kind) },
  { heading: 'ID', width: 10, value: ({ recordId }) => recordId },
  {
    heading: 'Record',
    width: 32,
    value: ({ recordName, recordDeleted }) => (recordDeleted ? `${recordName} (${historyTexts.deleted})` : recordName),
  },
  { heading: 'Changes', width: 60, value: ({ changes }) => changes.map(changeText).join('\n') },
  { heading: 'Stock', width: 60, value: ({ stock }) => stock.join('\n') },
]);
