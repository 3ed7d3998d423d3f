/** The definition of inwards for list, page and form; the form adds the claims by the supplier's certificates to the body. */
import { inwardEndpoints, type InwardRecord } from '#contract/buy/inward.ts';
import { inwardLabels, inwardLineLabels, inwardTexts } from '#contract/buy/inwardTexts.ts';
import { formatDate, formatRupees } from '#contract/core/values/format.ts';
import { inwardStatusLabels } from '#contract/documentStatus.ts';
import { claimLabels, claimTexts } from '#contract/stock/claims/claims.ts';
import { lotLabels } from '#contract/stock/lots/lotTexts.ts';
import { serverMessageOf } from '#web/core/api/client.ts';
import { day, oneOf } from '#web/core/form/conflicts/compared.ts';
import type { Choice } from '#web/core/lookup/lookup.ts';
import { defineDocument } from '#web/core/records/document.ts';
import { materialChoice } from '#web/stock/items/materialChoice.ts';
import { bodyOf } from './inwardBody.ts';
import { inwardValues, inwardInForm, type InwardInForm, copyOf, filledLines, valuesOf } from './inwardValues.ts';
import { fieldOf } from './inwardFaults.ts';

/** The prefill of a new inward: its supplier, or the one that it copies. */
export interface InwardPrefill {
  supplier?: Choice;
  copied?: InwardRecord;
}

const { code, supplierLotNumber, expiresOn } = lotLabels;

export const inwards = defineDocument({
  kind: 'inward',
  calls: { ...inwardEndpoints, list: inwardEndpoints.listWithLines },
  record: inwardInForm,
  rowId: (row: InwardInForm) => row.inwardId,
  idField: 'inwardId',
  nameOf: (row) => `inward ${row.invoiceNumber}`,
  subjectOf: (row) => ({
    name: `${row.supplierName}, ${row.invoiceNumber}`,
    facts: [`ID ${row.inwardId}`, formatDate(row.inwardDate), formatRupees(row.grandTotal)],
  }),
  values: inwardValues,
  blank: ({ supplier, copied }: InwardPrefill = {}) =>
    copied ? copyOf(copied) : { ...valuesOf(), supplier: supplier ?? null },
  prefillFor: (supplier): InwardPrefill => ({ supplier }),
  valuesOf,
  bodyOf: (values) => bodyOf(values),
  fieldOf,
  compared: {
    labels: { ...inwardLabels, supplier: inwardLabels.supplierId, billAttachment: inwardLabels.bill },
    as: { inwardDate: day, status: oneOf(inwardStatusLabels), billAttachment: (bill) => (bill ? 'a new file' : '') },
    lists: [
      {
        name: 'rawMaterials',
        linesOf: ({ rawMaterials }) =>
          filledLines(rawMaterials).map((line) => {
            const { rawMaterialName = '', unit = '' } = line.material ?? {};
            const text = `${line.quantity} ${unit} at ${line.pricePerUnit}`;
            return { line, key: line.id, name: rawMaterialName, text };
          }),
        labels: {
          material: inwardLabels.rawMaterials,
          ...inwardLineLabels,
          code,
          supplierLotNumber,
          expiresOn,
          claim: claimTexts.claim,
          transactionCertificate: claimTexts.transactionCertificate,
        },
        as: {
          material: (material) => materialChoice.safeParse(material).data?.rawMaterialName ?? '',
          expiresOn: day,
          claim: oneOf(claimLabels),
        },
      },
    ],
  },
  words: {
    ...inwardTexts,
    saveFailed: (fault, editing) => {
      const serverMessage = serverMessageOf(fault);
      if (serverMessage !== undefined) return { withReason: serverMessage };
      return editing ? inwardTexts.updateFailed : inwardTexts.createFailed;
    },
  },
});
