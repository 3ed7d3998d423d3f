/** Adjustments in the history: their fields, and their lines with their lots. */
import { inwardLineLabels } from '#contract/buy/inwardTexts.ts';
import { adjustmentKindLabels, adjustmentStateLabels } from '#contract/documentStatus.ts';
import { adjustmentLabels } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import { lotLabels } from '#contract/stock/lots/lotTexts.ts';
import {
  amount,
  day,
  fieldsOf,
  listOf,
  named,
  oneOf,
  quantityOf,
  textOf,
  type RecordHistory,
} from '../../core/records/historyFields.ts';
import { lotLine } from '../documents/historyLines.ts';

export const adjustmentHistory: RecordHistory = {
  historyName: (record) =>
    documentTexts.adjustment(oneOf(adjustmentKindLabels)(record['kind'], record), day(record['date'], record)),
  historyFields: [
    ...fieldsOf(adjustmentLabels, {
      kind: oneOf(adjustmentKindLabels),
      // All others are posted at once, without anything to say.
      state: (state, { countedBy }) => {
        if (state === 'waiting') return adjustmentStateLabels.waiting;
        return countedBy ? adjustmentStateLabels.posted : '';
      },
      date: day,
      supplierId: named('supplierName'),
    }),
    ...fieldsOf({ waitingLines: countTexts.countedLots }, { waitingLines: listOf(lotLine) }),
  ],
  historyLines: {
    list: 'lines',
    id: 'adjustmentLineId',
    label: (line) => `${textOf(line['itemName'])}, ${textOf(line['lotCode'])}`,
    // The moved or counted quantity.
    text: (line) =>
      [quantityOf(line['quantity'], line['unit']), textOf(line['reason'])].filter((text) => text !== '').join(', '),
    fields: fieldsOf(
      {
        lotCode: lotLabels.code,
        expiresOn: lotLabels.expiresOn,
        pricePerUnit: inwardLineLabels.pricePerUnit,
        supplierId: adjustmentLabels.supplierId,
      },
      { expiresOn: day, pricePerUnit: amount, supplierId: named('supplierName') },
    ),
  },
};
