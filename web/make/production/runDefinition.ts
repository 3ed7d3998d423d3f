/** The definition of runs for list, page and form. */
import { productionStatusLabels } from '#contract/documentStatus.ts';
import { costTexts } from '#contract/make/costTerms.ts';
import { productionLabels, productionTexts } from '#contract/make/production.ts';
import {
  runEndpoints,
  runLabels,
  runTexts,
  runWithClaims,
  type RunRecord,
  type RunWithClaims,
} from '#contract/make/runs.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { ApiError } from '#web/core/api/client.ts';
import { day, oneOf, type Compared } from '#web/core/form/conflicts/compared.ts';
import { bodyOf, lostItemOf } from './runBody.ts';
import {
  blankValues,
  copyOf,
  filledLosses,
  filledOutputs,
  runValues,
  valuesOf,
  type OutputValues,
  type RunValues,
} from './runValues.ts';
import { fieldOf } from './runFields.ts';

/** The prefill of a new run: one that it copies, or an output: a batch that it adopts, or another batch of a product. */
export interface RunPrefill {
  copied?: RunWithClaims;
  firstOutput?: OutputValues;
}

interface Line {
  itemName: string;
  quantity: number;
  unit: string;
}

/** Item and quantity of each line, such as 'Turmeric 12 kg'. */
export function lineTexts(lines: readonly Line[]): string[] {
  return lines.map(({ itemName, quantity, unit }) => `${itemName} ${formatQuantityWithUnit(quantity, unit)}`);
}

export function inputsText({ inputs }: RunRecord): string {
  return lineTexts(inputs).join(' · ');
}

export function batchesText({ outputs }: RunRecord): string {
  return outputs.map(({ batchNumber }) => batchNumber).join(', ');
}

/** The name of a run: its batches, or what went in. */
export function titleOf(run: RunRecord): string {
  return batchesText(run) || inputsText(run);
}

const { reason: _, ...labels } = runLabels;

/** An input counts as one with its lots, since they add up to its quantity. */
const compared: Compared<RunValues> = {
  labels: { ...labels, productionDate: productionLabels.productionDate },
  as: { productionDate: day, status: oneOf(productionStatusLabels) },
  lists: [
    {
      name: 'outputs',
      linesOf: (values) =>
        filledOutputs(values).map((line) => {
          const { itemName = '', unit = '' } = line.product ?? {};
          const { costShare, byProductPrice, manufactureDate, expiryDate } = line;
          const text = [
            `${line.quantity} ${unit} as ${line.batchNumber}`,
            costShare && costTexts.shareOf(`${costShare} %`),
            byProductPrice && costTexts.byProductAt(`₹ ${byProductPrice}`, unit),
            manufactureDate && runTexts.madeOn(formatDate(manufactureDate)),
            expiryDate && runTexts.expiresOn(formatDate(expiryDate)),
          ].join('');
          return { line, key: line.finishedGoodId, name: itemName, text };
        }),
    },
    {
      name: 'inputs',
      linesOf: ({ inputs }) =>
        inputs
          .filter(({ item }) => item !== null)
          .map((line) => {
            const { itemName = '', unit = '' } = line.item ?? {};
            const lots = line.lots?.map(({ lotCode, quantity }) => `${quantity} of ${lotCode}`).join(', ');
            const text = lots ? `${line.quantity} ${unit}: ${lots}` : `${line.quantity} ${unit}`;
            return { line, key: line.productionId, name: itemName, text };
          }),
    },
    {
      name: 'losses',
      linesOf: (values) =>
        filledLosses(values).map((line) => {
          const { unit = 'kg', itemName = '' } = lostItemOf(line, values.inputs) ?? {};
          const sold = line.scrapPrice && costTexts.soldAt(`₹ ${line.scrapPrice}`);
          const text = `${[line.quantity, unit, itemName].filter(Boolean).join(' ')}${sold}`;
          return { line, key: line.reason, name: line.reason, text };
        }),
    },
  ],
};

/** A refusal has a heading of its own, since trying again does not change it. */
function isRefusal(fault: unknown): boolean {
  return fault instanceof ApiError && [400, 403, 404, 409].includes(fault.status);
}

/** No `defineDocument`: the form edits more (`RunWithClaims`) than a row of the list has (`RunRecord`). */
export const runs = {
  kind: 'runs' as const,
  resource: 'production' as const,
  calls: runEndpoints,
  record: runWithClaims,
  rowId: (row: Pick<RunRecord, 'runId'>) => row.runId,
  idField: 'runId',
  nameOf: (row: RunRecord) => `production ${row.runId}`,
  subjectOf: (row: RunRecord) => ({
    name: titleOf(row),
    facts: [`ID ${row.runId}`, formatDate(row.productionDate), productionStatusLabels[row.status]],
  }),
  values: runValues,
  blank: ({ copied, firstOutput }: RunPrefill = {}) => (copied ? copyOf(copied) : blankValues(firstOutput)),
  valuesOf,
  bodyOf,
  fieldOf,
  compared,
  words: {
    ...runTexts,
    deleteFailed: (fault: unknown) => (isRefusal(fault) ? runTexts.notDeleted : productionTexts.deleteFailed),
    saveFailed: (fault: unknown, editing: boolean, { inputs }: RunValues) => {
      if (editing) return isRefusal(fault) ? runTexts.notSaved : productionTexts.updateFailed;
      // The specification's heading for a failed addition applies to refusals too.
      return inputs.length > 1 ? productionTexts.addManyFailed : productionTexts.addFailed;
    },
  },
};
