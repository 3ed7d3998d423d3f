import { expect, test } from 'vitest';
import { emptyBalance } from '#test/massBalances.ts';
import { differenceTexts } from './balanceDifferences.ts';
import type { MassBalance } from './massBalance.ts';
import { balanceInWholeGrams } from './wholeGrams.ts';

const covered = {
  boughtGrams: 980_000,
  soldGrams: 0,
  otherGrams: 0,
  leftGrams: 980_000,
  shortGrams: 0,
  standInGrams: 0,
  schemes: [],
};
const family = {
  openingGrams: 20_000,
  boughtGrams: 1_045_000,
  soldGrams: 0,
  leftGrams: 1_065_000,
  lostGrams: 0,
  conversionGrams: 0,
  products: [],
};

/** 980 kg proved and 65 kg conventional were received; 20 kg were in products before. */
const balance: MassBalance = {
  ...emptyBalance,
  from: '2026-04-01',
  lines: [{ kind: 'received', quantity: 1045, grams: 1_045_000, documents: 2, entries: [] }],
  closing: 1045,
  covered,
  family,
};

test('the sentence, the statement and the drawing differ by masses that are said in words', () => {
  expect(differenceTexts(balanceInWholeGrams(balance))).toEqual([
    'The drawing and "Where it is" have all of it, 1,065 kg: also 85 kg that is conventional, in conversion, or not proved by a certificate and documents.',
    'They also have 20 kg that was in products or runs before, or came back in products: the statement has the lots of Turmeric alone.',
  ]);
});

test('nothing is said where all of it is proved and in lots of its own, or where products are left out', () => {
  const { family: _, ...alone } = balance;
  expect(differenceTexts(balanceInWholeGrams(alone))).toEqual([]);
  const all = 1_045_000;
  const same: MassBalance = {
    ...balance,
    covered: { ...covered, boughtGrams: all, leftGrams: all },
    family: { ...family, openingGrams: 0, leftGrams: all },
  };
  expect(differenceTexts(balanceInWholeGrams(same))).toEqual([]);
});
