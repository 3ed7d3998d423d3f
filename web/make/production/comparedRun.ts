/**
 * Fields by which two versions of a run are compared; an input counts as one with its lots, since they add up to its
 * quantity.
 */
import { productionLabels } from '#contract/make/production.ts';
import { productionStatusLabels } from '#contract/documentStatus.ts';
import { runEndpoints, runLabels, type RunWithClaims } from '#contract/make/runs.ts';
import { call } from '#web/core/api/client.ts';
import { day, oneOf } from '#web/core/form/conflicts/compared.ts';
import type { ConflictOptions } from '#web/core/form/conflicts/useConflict.tsx';
import { namedOutputs, valuesOf, type RunDraft } from './runDraft.ts';

const { reason: _, ...labels } = runLabels;

export const runConflict: ConflictOptions<RunWithClaims, RunDraft> = {
  kind: 'runs',
  idOf: ({ runId }) => runId,
  read: ({ runId }) => call(runEndpoints.get, { params: { id: runId } }),
  valuesOf,
  compared: {
    labels: { ...labels, productionDate: productionLabels.productionDate },
    as: { productionDate: day, status: oneOf(productionStatusLabels) },
    lists: [
      {
        name: 'outputs',
        linesOf: (values) =>
          namedOutputs(values).map((line) => {
            const { itemName = '', unit = '' } = line.product ?? {};
            const text = `${line.quantity} ${unit} as ${line.batchNumber}`;
            return { line, key: line.finishedGoodId, name: itemName, text };
          }),
      },
      {
        name: 'lines',
        linesOf: ({ lines }) =>
          lines
            .filter(({ item }) => item !== null)
            .map((line) => {
              const { itemName = '', unit = '' } = line.item ?? {};
              const lots = line.takes?.map(({ lotCode, quantity }) => `${quantity} of ${lotCode}`).join(', ');
              const text = lots ? `${line.quantity} ${unit}: ${lots}` : `${line.quantity} ${unit}`;
              return { line, key: line.productionId, name: itemName, text };
            }),
      },
      {
        name: 'losses',
        linesOf: ({ losses }) =>
          losses.map((line) => ({ line, key: line.reason, name: line.reason, text: line.quantity })),
      },
    ],
  },
};
