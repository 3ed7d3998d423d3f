import { expect, test } from 'vitest';
import { isWeight } from './items.ts';

test.each(['kg', 'Kgs', 'KG', 'g', 'gms', 'Gram', 't', 'MT', 'tonnes'])('%s says its grams by itself', (unit) => {
  expect(isWeight(unit)).toBe(true);
});

test.each(['litre', 'Ltr', 'piece', 'Nos', 'bag', ''])('%s does not', (unit) => {
  expect(isWeight(unit)).toBe(false);
});
