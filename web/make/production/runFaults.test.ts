/** Faults of a run that no field shows. */
import { expect, test } from 'vitest';
import { runTexts } from '#contract/make/runs.ts';
import { blankInput, blankValues } from './runDraft.ts';
import { alertOf, faultsOf } from './runFaults.ts';

test('an alert reports that too many lots were chosen', () => {
  const item = { itemId: 1, rawMaterialId: 1, productId: null, itemName: 'Turmeric', unit: 'kg' };
  const lots = Array.from({ length: 200 }, (_, lotId) => ({ lotId: lotId + 1, lotCode: `T-${lotId}`, quantity: '1' }));
  const input = { ...blankInput(), item, quantity: '200', lots };
  const values = { ...blankValues(), outputs: [], inputs: [input, input] };
  const alertFor = (inputs: typeof values.inputs) => {
    const stock = new Map();
    const chosen = { ...values, inputs };
    return alertOf(chosen, { errors: faultsOf(chosen, stock), stock, record: undefined });
  };
  expect(alertFor(values.inputs)).toBeUndefined();
  expect(alertFor([...values.inputs, { ...input, quantity: '1', lots: lots.slice(0, 1) }])).toBe(runTexts.tooManyLots);
});
