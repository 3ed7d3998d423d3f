/** The spreadsheet of finished goods. */
import type { GoodRecord } from '#contract/make/goods.ts';
import { goodSheet } from '#contract/make/importSheets.ts';
import type { ExportedMaster } from '#web/core/records/masters/masterSheet.ts';

export const exportedGoods: ExportedMaster<GoodRecord> = {
  sheet: goodSheet,
  rowId: (row) => row.finishedGoodId,
  furtherColumns: [{ heading: 'Left', width: 14, value: (row) => row.leftQty }],
};
