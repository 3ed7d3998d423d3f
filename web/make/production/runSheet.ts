import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { productionStatusLabels } from '#contract/documentStatus.ts';
import { runLabels, runLineLabels, type RunRecord } from '#contract/make/runs.ts';
import { sheetOf } from '#web/core/sheets/listSheet.ts';

interface Input {
  itemName: string;
  quantity: number;
  unit: string;
}

const describeLines = (lines: readonly Input[]) =>
  lines.map(({ itemName, quantity, unit }) => `${itemName} ${formatQuantityWithUnit(quantity, unit)}`).join(', ');

export const runSheet = sheetOf<RunRecord>('Production', [
  { heading: 'ID', width: 8, value: (row) => row.runId },
  { heading: runLabels.productionDate, width: 16, value: (row) => ({ date: row.productionDate }) },
  { heading: runLabels.status, width: 12, value: (row) => productionStatusLabels[row.status] },
  {
    heading: 'Batches',
    width: 24,
    value: (row) => row.outputs.map(({ batchNumber }) => batchNumber).join(', '),
  },
  {
    heading: runLineLabels.outputs,
    width: 40,
    value: (row) => describeLines(row.outputs.map((output) => ({ ...output, itemName: output.productName }))),
  },
  { heading: runLineLabels.inputs, width: 48, value: (row) => describeLines(row.inputs) },
  { heading: 'Yield (%)', width: 10, value: (row) => row.yield.yieldPercent },
  { heading: runLabels.note, width: 32, value: (row) => row.note },
]);
