/** Faults of a run that no field shows. */
import { expect, test } from 'vitest';
import { runTexts } from '#contract/make/runs.ts';
import { alertOf, blankLine, blankValues, faultsOf } from './runDraft.ts';

test('an alert reports that too many lots were chosen', () => {
  const item = { itemId: 1, rawMaterialId: 1, productId: null, itemName: 'Turmeric', unit: 'kg' };
  const takes = Array.from({ length: 200 }, (_, lotId) => ({ lotId: lotId + 1, lotCode: `T-${lotId}`, quantity: '1' }));
  const line = { ...blankLine(), item, quantity: '200', takes };
  const values = { ...blankValues(), outputs: [], lines: [line, line] };
  const alertFor = (lines: typeof values.lines) => {
    const stock = new Map();
    const chosen = { ...values, lines };
    return alertOf(chosen, { errors: faultsOf(chosen, stock), stock, record: undefined });
  };
  expect(alertFor(values.lines)).toBeUndefined();
  expect(alertFor([...values.lines, { ...line, quantity: '1', takes: takes.slice(0, 1) }])).toBe(runTexts.tooManyLots);
});
