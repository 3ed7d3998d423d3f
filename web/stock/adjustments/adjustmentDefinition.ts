/** The definition of adjustments for their page, and of each kind for its form; a count has its sheet. */
import { adjustmentEndpoints, type AdjustmentRecord, type FormKind } from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentLabels, adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { adjustmentKindLabels } from '#contract/documentStatus.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import { day } from '#web/core/form/conflicts/compared.ts';
import {
  blankValues,
  bodyOf,
  fieldOf,
  filledLines,
  valuesOf,
  type AdjustmentValues,
  type AdjustmentPrefill,
} from './adjustmentValues.ts';

export function titleOf({ kind, date }: AdjustmentRecord): string {
  return documentTexts.adjustment(adjustmentKindLabels[kind], formatDate(date));
}

/** No `defineDocument`: one kind of record has three forms, and a count its sheet. */
export const adjustments = {
  kind: 'adjustments' as const,
  calls: adjustmentEndpoints,
  rowId: (row: AdjustmentRecord) => row.adjustmentId,
  nameOf: (row: AdjustmentRecord) => `adjustment ${row.adjustmentId}`,
  subjectOf: (row: AdjustmentRecord) => {
    const lots = row.lines.length + row.waitingLines.length;
    return { name: titleOf(row), facts: [lots === 1 ? '1 lot' : `${lots} lots`] };
  },
  words: adjustmentTexts,
};

export function adjustmentOf(kind: FormKind) {
  const title = adjustmentKindLabels[kind];
  return {
    ...adjustments,
    idField: 'adjustmentId',
    blank: (prefill?: AdjustmentPrefill) => blankValues(kind, prefill),
    valuesOf: (record: AdjustmentRecord) => valuesOf(record, kind),
    bodyOf,
    fieldOf,
    compared: {
      labels: { ...adjustmentLabels, supplier: adjustmentLabels.supplierId },
      as: { date: day },
      lists: [
        {
          name: 'lines',
          linesOf: (values: AdjustmentValues) =>
            filledLines(values).map((line) => {
              const { item, lot, dispatched, quantity } = line;
              const ofLot = lot && `${lot.itemName}, ${lot.code}`;
              const name = dispatched?.label ?? ofLot ?? item?.itemName ?? '';
              const unit = dispatched?.unit ?? lot?.unit ?? item?.unit ?? '';
              // An opening that is not saved yet has no lot.
              return { line, key: lot?.lotId, name, text: `${quantity} ${unit}` };
            }),
        },
      ],
    },
    words: { ...adjustmentTexts, add: title, edit: title },
  };
}
