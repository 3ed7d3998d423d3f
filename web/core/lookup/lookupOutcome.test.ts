import { expect, test } from 'vitest';
import { outcomeOf } from './lookupOutcome.ts';

const typed = { text: 'Hal' };
const byTab = { ...typed, isAwaited: true };
const byEnter = { ...byTab, enter: { ahead: '', isChosen: false } };
const answered = {
  isOpened: true,
  isSettled: true,
  hasFailed: false,
  rows: [] as string[],
  exactMatch: undefined,
  creatable: [] as ('materials' | 'products')[],
};
const found = { ...answered, rows: ['Haldi', 'Half'] };

test.each([
  ['highlights the first row of a typed text', { ...found, input: typed }, { type: 'highlightFirst' }],
  ['highlights nothing in a closed list', { ...found, isOpened: false, input: typed }, { type: 'none' }],
  ['highlights nothing in an emptied field', { ...found, input: { text: ' ' } }, { type: 'none' }],
  ['does nothing while a chosen record is shown', { ...found, input: {} }, { type: 'none' }],
  ['chooses the first row after Enter', { ...found, input: byEnter }, { type: 'choose', row: 'Haldi' }],
  ['chooses the first row after Tab', { ...found, input: byTab }, { type: 'choose', row: 'Haldi' }],
  ['keeps the text after Enter without a row', { ...answered, input: byEnter }, { type: 'keepText' }],
  ['leaves a fault after Tab without a row', { ...answered, input: byTab }, { type: 'left' }],
  [
    'creates the record of the only kind after Enter',
    { ...answered, input: byEnter, creatable: ['materials' as const] },
    { type: 'create', kind: 'materials' },
  ],
  [
    'keeps the text where the user has to choose a kind',
    { ...answered, input: byEnter, creatable: ['materials' as const, 'products' as const] },
    { type: 'keepText' },
  ],
  ['creates nothing after Tab', { ...answered, input: byTab, creatable: ['materials' as const] }, { type: 'left' }],
  [
    'chooses for a left field its exact name alone',
    { ...found, input: { ...typed, isLeft: true }, exactMatch: 'Hal' },
    { type: 'choose', row: 'Hal' },
  ],
  ['chooses nothing similar for a left field', { ...found, input: { ...typed, isLeft: true } }, { type: 'none' }],
  ['waits for the answer of the text', { ...found, isSettled: false, input: byEnter }, { type: 'none' }],
  [
    'keeps a failed text after Enter',
    { ...answered, isSettled: false, hasFailed: true, input: byEnter },
    { type: 'failed' },
  ],
  [
    'leaves a failed text after Tab',
    { ...answered, isSettled: false, hasFailed: true, input: byTab },
    { type: 'left' },
  ],
])('an answer %s', (_, lookup, outcome) => {
  expect(outcomeOf<string>(lookup)).toEqual(outcome);
});
