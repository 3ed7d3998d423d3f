import { expect, test } from 'vitest';
import { isWeight } from './items.ts';

test.each(['kg', 'Kgs', 'KG', 'g', 'gms', 'Gram', 't', 'MT', 'tonnes'])('%s is a unit of weight', (unit) => {
  expect(isWeight(unit)).toBe(true);
});

test.each(['litre', 'Ltr', 'piece', 'Nos', 'bag', ''])('%s is not a unit of weight', (unit) => {
  expect(isWeight(unit)).toBe(false);
});
