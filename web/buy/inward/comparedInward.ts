/** Fields and lines by which two versions of an inward are compared. */
import { claimLabels, claimTexts } from '#contract/stock/claims.ts';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { inwardLabels, inwardLineLabels } from '#contract/buy/inwardTexts.ts';
import { inwardStatusLabels } from '#contract/documentStatus.ts';
import { lotLabels } from '#contract/stock/lots.ts';
import { call } from '#web/core/api/client.ts';
import { day, oneOf, type Compared } from '#web/core/form/conflicts/compared.ts';
import type { ConflictOptions } from '#web/core/form/conflicts/useConflict.tsx';
import { materialChoice } from '#web/stock/parts/materialChoice.ts';
import type { InwardValues, InwardWithBill } from './inwardDraft.ts';
import { filledLines, valuesOf } from './inwardValues.ts';

const { code, supplierLotNumber, expiresOn } = lotLabels;

const comparedInward: Compared<InwardValues> = {
  labels: { ...inwardLabels, billAttachment: inwardLabels.bill },
  as: { inwardDate: day, status: oneOf(inwardStatusLabels), billAttachment: (bill) => (bill ? 'a new file' : '') },
  lists: [
    {
      name: 'rawMaterials',
      linesOf: ({ rawMaterials }) =>
        filledLines(rawMaterials).map((line) => {
          const { rawMaterialName = '', unit = '' } = line.rawMaterialId ?? {};
          const text = `${line.quantity} ${unit} at ${line.pricePerUnit}`;
          return { line, key: line.id, name: rawMaterialName, text };
        }),
      labels: {
        rawMaterialId: inwardLabels.rawMaterials,
        ...inwardLineLabels,
        code,
        supplierLotNumber,
        expiresOn,
        claim: claimTexts.claim,
        transactionCertificate: claimTexts.transactionCertificate,
      },
      as: {
        rawMaterialId: (material) => materialChoice.safeParse(material).data?.rawMaterialName ?? '',
        expiresOn: day,
        claim: oneOf(claimLabels),
      },
    },
  ],
};

export const inwardConflict: ConflictOptions<InwardWithBill, InwardValues> = {
  kind: 'inward',
  idOf: ({ inwardId }) => inwardId,
  read: async ({ inwardId }) => {
    const record = await call(inwardEndpoints.get, { params: { id: inwardId } });
    return { ...record, billAttachment: null };
  },
  valuesOf,
  compared: comparedInward,
};
