import { expect, test } from 'vitest';
import { nextInput, untouched, type LookupEvent } from './lookupInput.ts';

const after = (...events: LookupEvent[]) => events.reduce(nextInput, untouched);
const typed: LookupEvent = { type: 'typed', text: 'Hal' };
const awaited: LookupEvent[] = [typed, { type: 'entered' }, { type: 'awaited' }];

test('Enter before the answer chooses on arrival and goes on with the text typed ahead', () => {
  const ahead: LookupEvent[] = [
    { type: 'typedAhead', key: '1' },
    { type: 'typedAhead', key: '2' },
  ];
  expect(after(...awaited, ...ahead)).toMatchObject({ text: 'Hal', isAwaited: true });
  expect(after(...awaited, ...ahead, { type: 'chosen' })).toEqual({ enter: { ahead: '12', isChosen: true } });
});

test('a choice by Tab or by a click goes nowhere', () => {
  expect(after(typed, { type: 'awaited' }, { type: 'chosen' })).toBe(untouched);
});

test('typing on takes back Enter and the fault of a left field', () => {
  const other: LookupEvent = { type: 'typed', text: 'Hald' };
  expect(after(...awaited, other)).toEqual({ text: 'Hald' });
  expect(after(typed, { type: 'left' }, other)).toEqual({ text: 'Hald' });
});

test('a field is left with a fault only while it has a text that chose nothing', () => {
  expect(after(typed, { type: 'left' })).toEqual({ text: 'Hal', isLeft: true });
  expect(after(typed, { type: 'chosen' }, { type: 'left' })).toEqual({ isLeft: false });
});

test('the text stays when the answer fails and while a record is created from it', () => {
  expect(after(...awaited, { type: 'failed' })).toMatchObject({ text: 'Hal', isAwaited: false });
  expect(after(...awaited, { type: 'creating' })).toEqual({ text: 'Hal', isAwaited: false });
});
