import { expect, test } from 'vitest';
import { nearestFirst } from './distance.ts';

const found = ['Black turmeric', 'Shree Agro', 'Turmeric powder', 'Turmeric', 'Fresh turmeric', 'Turmeric 200 g'];

test.each([
  ['Turmeric', ['Turmeric', 'Turmeric powder', 'Turmeric 200 g', 'Black turmeric', 'Fresh turmeric', 'Shree Agro']],
  ['  tURMERIC   powder', ['Turmeric powder']],
  ['shree', ['Shree Agro', 'Black turmeric']],
  ['', found],
])('%j ranks the nearest names first', (text, first) => {
  expect(nearestFirst(found, (name) => name, text).slice(0, first.length)).toEqual(first);
});
