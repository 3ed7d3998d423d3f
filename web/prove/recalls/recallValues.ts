/** The form values of a recall. */
import type { FormErrors } from '@mantine/form';
import { z } from 'zod';
import { recallEndpoints } from '#contract/prove/recalls.ts';
import { recallKinds } from '#contract/prove/recallTexts.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';

const chosenLot = z.object({ lotId: z.int(), code: z.string(), itemName: z.string() });
export type ChosenLot = z.output<typeof chosenLot>;

export const recallValues = z.object({
  kind: z.enum(recallKinds),
  title: z.string(),
  reason: z.string(),
  lots: z.array(chosenLot),
});
export type RecallValues = z.output<typeof recallValues>;

/** A drill, so that nothing is held by a wrong button. */
export function blankRecall(lot?: ChosenLot): RecallValues {
  return { kind: 'drill', title: lot ? `${lot.itemName} ${lot.code}` : '', reason: '', lots: lot ? [lot] : [] };
}

/** The request body. */
export function contentOf({ lots, ...fields }: RecallValues) {
  return { ...fields, lotIds: lots.map(({ lotId }) => lotId) };
}

export function faultsOf(values: RecallValues): FormErrors {
  return contractFaults(recallEndpoints.create, contentOf(values));
}
