import { expect, test } from 'vitest';
import { areCloseNames } from './closeNames.ts';

test.each([
  ['Turmaric Lakadong', 'Turmeric, Lakadong', true],
  ['Turmric', 'Turmeric', true],
  ['Hill  Farms', 'hill-farms', true],
  ['Wayanad Hill Spice', 'Wayanad Hills Spices', true],
  ['हल्दि', 'हल्दी', true],
  ['Amla', 'Amba', false],
  ['Grower 11', 'Grower 12', false],
  ['Turmeric', 'Turmeric powder', false],
  ['Black pepper', 'Black cumin', false],
  ['…', '!', false],
])('%s and %s: %s', (one, other, close) => {
  expect([areCloseNames(one, other), areCloseNames(other, one)]).toEqual([close, close]);
});
