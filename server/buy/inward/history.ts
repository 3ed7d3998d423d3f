/** Inwards in the history: their fields, their lines with their lots, and a replaced bill. */
import { inwardLabels } from '#contract/buy/inwardTexts.ts';
import { inwardStatusLabels } from '#contract/documentStatus.ts';
import { claimLabels, claimTexts } from '#contract/stock/claims/claims.ts';
import { eventTexts } from '#contract/stock/eventTexts.ts';
import { lotLabels } from '#contract/stock/lots/lotTexts.ts';
import { lineText } from '#contract/stock/movementTexts.ts';
import {
  amount,
  amountOf,
  day,
  fieldsOf,
  named,
  nameIn,
  oneOf,
  quantityOf,
  textOf,
  type RecordHistory,
} from '../../core/records/historyFields.ts';

export const inwardHistory: RecordHistory = {
  historyName: nameIn('invoiceNumber'),
  historyFields: [
    ...fieldsOf(inwardLabels, {
      supplierId: named('supplierName'),
      inwardDate: day,
      status: oneOf(inwardStatusLabels),
      totalGst: amount,
      grandTotal: amount,
    }),
    ...fieldsOf(
      { hasBill: inwardLabels.bill },
      { hasBill: (value) => (value === true ? eventTexts.billAttached : '') },
    ),
  ],
  historyLines: {
    list: 'rawMaterials',
    id: 'id',
    label: (line) => `${inwardLabels.rawMaterials}: ${textOf(line['rawMaterialName'])}`,
    text: (line) => lineText(quantityOf(line['quantity'], line['unit']), amountOf(line['pricePerUnit'])),
    fields: fieldsOf(
      {
        lotCode: lotLabels.code,
        supplierLotNumber: lotLabels.supplierLotNumber,
        expiresOn: lotLabels.expiresOn,
        claim: claimTexts.claim,
        certificateId: claimTexts.certificate,
        overrideReason: claimTexts.overrideReason,
        transactionCertificate: claimTexts.transactionCertificate,
      },
      { expiresOn: day, claim: oneOf(claimLabels), certificateId: named('certificateNumber') },
    ),
    below: fieldsOf(
      { billAttachment: inwardLabels.bill },
      { billAttachment: (_, { billReplaced }) => (billReplaced === true ? eventTexts.billReplaced : '') },
    ),
  },
};
