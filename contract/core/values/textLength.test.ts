/** The length of a text is checked as it is sent, before it is normalised or matched. */
import { expect, test } from 'vitest';
import { findQuery } from '../lists.ts';
import { optionalEmail, optionalName, optionalText, requiredName } from '../fields.ts';
import { importSheets } from '../../office/importSheets.ts';
import { matchHeadings } from '../../stock/sheets/headings.ts';
import { longestSent, NAME_LENGTH, nameKey, normalizeName } from './names.ts';
import { unitKey } from '../../stock/items/units.ts';

/** Normalising it takes longer than a test may: the time goes by the square of the marks. */
const MARKS = 150_000;
const endless = `a${'\u0315'.repeat(MARKS)}${'\u0316'.repeat(MARKS)}`;

test.each([
  ['a required name', requiredName(60, 'missing'), 'At most 60 characters.'],
  ['an optional name', optionalName(60), 'At most 60 characters.'],
  ['a text', optionalText(500), 'At most 500 characters.'],
  ['an e-mail address', optionalEmail('invalid'), 'At most 254 characters.'],
  ['a term to find something by', findQuery.shape.search, 'search takes at most 200 characters.'],
])('%s that is far too long has this fault alone', (_, schema, message) => {
  expect(schema.safeParse(endless).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('names in sheets that are far too long match no other', () => {
  expect(nameKey(endless)).toBe(endless);
  expect(unitKey(endless)).toBe(endless);
  const { columns } = importSheets.suppliers;
  expect(matchHeadings(columns, [endless, ' NAME ']).mapping).toEqual({ [endless]: '', ' NAME ': 'name' });
});

test('a text may be sent twice as long as stored, with any number of spaces at its ends', () => {
  const name = requiredName(NAME_LENGTH, 'missing');
  const apart = 'E\u0301'.repeat(NAME_LENGTH);
  expect(apart).toHaveLength(longestSent(NAME_LENGTH));
  expect(name.parse(apart)).toBe('É'.repeat(NAME_LENGTH));
  expect(nameKey(apart)).toBe('é'.repeat(NAME_LENGTH));
  expect(name.parse(`${' '.repeat(5000)}Amla\n${'\t'.repeat(5000)}`)).toBe('Amla');
  expect(name.safeParse(`${apart}!`).success).toBe(false);
});

test('spaces at the ends of a name do not change its normal form', () => {
  for (const blank of [' ', '\u00A0', '\u3000', '\uFEFF', '\n']) {
    for (const text of ['\u0301a', '\u094Dक', '\u200Da', 'a\u0338', 'क्\u200D']) {
      expect(normalizeName((blank + text + blank).trim())).toBe(normalizeName(blank + text + blank));
    }
  }
});
