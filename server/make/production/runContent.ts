/** A run as a call states it: its lines, matched with the stored inputs and outputs that they continue. */
import type { z } from 'zod';
import type { runBody, runUpdateBody } from '#contract/make/runs.ts';
import { batchKey } from '../../core/db/batchOrder.ts';
import { checkLineIds, matchLines } from '../../core/records/lines.ts';
import { linesOfLot } from '../../stock/documents/refusals.ts';
import { isSameCode } from '../../stock/ledger/codes.ts';
import type { ExpiredUse } from '../../stock/documents/afterExpiry.ts';
import type { Run, StoredInput, StoredRun } from './runQueries.ts';

export type RunBody = z.output<typeof runBody>;
export type RunUpdateBody = z.output<typeof runUpdateBody>;
export type RunOutput = RunBody['outputs'][number];

/** An input to be stored; with an id it replaces a stored one. */
export type RunInput = RunBody['inputs'][number] & Pick<RunBody, 'productionDate' | 'status'>;

/** A run to be stored. Each input has a day and a status: it is a production of the specification. */
export interface RunContent extends Omit<RunBody, 'inputs'> {
  inputs: readonly RunInput[];
}

/** The stored input that each line continues, or undefined for a new one: by its id, else the first of the same item. */
function storedInputsOf(
  storedInputs: readonly StoredInput[],
  lines: RunUpdateBody['inputs'],
): (StoredInput | undefined)[] {
  checkLineIds(
    storedInputs.map(({ productionId }) => productionId),
    lines.map(({ productionId }) => productionId),
    (index) => `inputs.${index}.productionId`,
    'This is not an input of this run.',
  );
  return matchLines(storedInputs, lines, [
    (stored, line) => stored.productionId === line.productionId,
    (stored, line) => stored.rawMaterialId === line.rawMaterialId && stored.productId === line.productId,
  ]);
}

/**
 * The inputs of a changed run, with the ids of the stored ones. If the date of the run stays, so does that of each input:
 * productions that were recorded together may have several. Throws 400 for an id that is not an input of the run.
 */
export function matchInputs(before: StoredRun, { inputs, productionDate, status }: RunUpdateBody): RunInput[] {
  const storedInputs = storedInputsOf(before.inputs, inputs);
  const isSameDay = productionDate === before.productionDate;
  return inputs.map((input, index) => {
    const stored = storedInputs[index];
    const day = isSameDay && stored ? stored.productionDate : productionDate;
    return { ...input, productionId: stored?.productionId, productionDate: day, status };
  });
}

/**
 * The outputs of a body, in which those without an id are the run's own batches of the same product and number: a batch that
 * the run created is not created again. A batch whose number is the same keeps the stored form of it.
 */
export function matchOutputs(outputs: readonly RunOutput[], storedOutputs: Run['outputs']): RunOutput[] {
  const keyOf = ({ productId, batchNumber }: Pick<RunOutput, 'productId' | 'batchNumber'>) =>
    `${productId} ${batchKey(batchNumber)}`;
  const bodyIds = new Set(outputs.map(({ finishedGoodId }) => finishedGoodId));
  const unmatchedIds = new Map(
    storedOutputs
      .filter(({ finishedGoodId }) => !bodyIds.has(finishedGoodId))
      .map((stored) => [keyOf(stored), stored.finishedGoodId]),
  );
  return outputs.map((output) => {
    const finishedGoodId = output.finishedGoodId ?? unmatchedIds.get(keyOf(output));
    const stored = storedOutputs.find((each) => each.finishedGoodId === finishedGoodId);
    const isSameNumber = stored !== undefined && isSameCode(stored.batchNumber, output.batchNumber);
    return { ...output, finishedGoodId, batchNumber: isSameNumber ? stored.batchNumber : output.batchNumber };
  });
}

/** The quantities of inputs that take a lot after its date: of the lot where it is chosen, else those of its item. */
export function inputsOfUse(inputs: readonly Pick<RunInput, 'lots' | 'rawMaterialId' | 'productId'>[]) {
  return ({ lotId, rawMaterialId, productId }: ExpiredUse): string[] => {
    const chosen = inputs.flatMap(({ lots = [] }, index) => linesOfLot(lots, `inputs.${index}.lots`)(lotId));
    if (chosen.length > 0) return chosen;
    return inputs.flatMap((input, index) => {
      const isOfItem = input.rawMaterialId === rawMaterialId && input.productId === productId;
      return isOfItem && !input.lots ? `inputs.${index}.quantity` : [];
    });
  };
}
