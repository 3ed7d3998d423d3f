/** Alerts and texts of a run's faults. */
import { expect, test } from 'vitest';
import { runTexts } from '#contract/make/runs.ts';
import { blankInput, blankValues } from './runValues.ts';
import { alertOf, faultsOf, inlineText, stockFaultOf } from './runFaults.ts';

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

test('a quantity above the available one says what of the balance is on hold', () => {
  const item = { itemId: 1, rawMaterialId: 1, productId: null, itemName: 'Turmeric', unit: 'kg' };
  const input = { ...blankInput(), item, quantity: '150' };
  const values = { ...blankValues(), outputs: [], inputs: [input] };
  const textsOf = (onHold: number) => {
    const stock = new Map([[1, { available: 128.5, onHold, minProductionQuantity: 0 }]]);
    const fault = stockFaultOf(input, values.inputs, stock);
    return [fault && inlineText(fault), alertOf(values, { errors: {}, stock, record: undefined })];
  };
  const why = 'Available 193.500 kg, of it 65 kg on hold.';
  expect(textsOf(65)).toEqual([
    `Quantity exceeds available balance! Max: 128.5. ${why}`,
    `Quantity for Turmeric exceeds available balance! ${why}`,
  ]);
  expect(textsOf(0)).toEqual([
    'Quantity exceeds available balance! Max: 128.5',
    'Quantity for Turmeric exceeds available balance!',
  ]);
});
