import { expect, test } from 'vitest';
import { readinessRows } from './readiness.ts';

test('a kind with more entries than were read says how many of them are listed', () => {
  const entry = { recordId: 1, label: 'MF/1', detail: 'Malwa Farmers', link: '/inward/1', day: null };
  const kind = 'billsMissing';
  const row = ['Bills missing', 'MF/1', 'Malwa Farmers'];
  expect(readinessRows([{ kind, count: 2, entries: [entry, entry] }])).toEqual([row, row]);
  const cut = ['Bills missing', null, 'The first 1 of 2.'];
  expect(readinessRows([{ kind, count: 2, entries: [entry] }])).toEqual([row, cut]);
});
