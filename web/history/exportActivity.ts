/** Exports the activity: every event that the filters match, not only the page shown. */
import {
  actionLabels,
  activityEndpoint,
  activityExport,
  changeText,
  historyTexts,
  kindLabel,
} from '#contract/history.ts';
import { call } from '#web/api/client.ts';
import { downloadSheet, type Progress } from '#web/list/downloadSheet.ts';
import { today } from '#web/ui/today.ts';
import { queryOf, type ActivityFilters } from './activityFilters.ts';

export async function exportActivity(filters: ActivityFilters, onProgress: Progress) {
  const events = await call(activityEndpoint, { query: queryOf(filters) });
  const sheet = {
    name: activityExport.sheet,
    columnWidths: [20, 24, 28, 16, 10, 32, 60, 60],
    headings: activityExport.headings,
    rows: events.map((event) => [
      { timestamp: event.at },
      event.userName ?? historyTexts.nobody,
      actionLabels[event.action],
      kindLabel(event.kind),
      event.recordId,
      event.recordDeleted ? `${event.recordName} (${historyTexts.deleted})` : event.recordName,
      event.changes.map(changeText).join('\n'),
      event.stock.join('\n'),
    ]),
  };
  await downloadSheet(sheet, activityExport.fileName(today()), onProgress);
}
