import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from './cutText.ts';

test.each([
  ['short', 5, 'short'],
  ['longer', 4, 'long'],
  // A pair of surrogates, a letter with its mark, a syllable, an emoji of several parts.
  [`${'A'.repeat(59)}\u{20000}B`, 60, 'A'.repeat(59)],
  ['abe\u0301', 3, 'ab'],
  ['कक्षि', 3, 'क'],
  ['a👩‍👩‍👧b', 5, 'a'],
  // Nothing but one long character.
  [`e${'\u0301'.repeat(10)}`, 3, 'e\u0301\u0301'],
  ['👩‍👩‍👧', 1, ''],
])('%j is cut after %i units to %j', (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected);
});

test('any text is cut to a prefix of the allowed length without a half character', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(texts, fc.nat(50), (text, most) => {
      const cut = cutText(text, most);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect([text.startsWith(cut), cut.isWellFormed()]).toEqual([true, true]);
    }),
  );
});
