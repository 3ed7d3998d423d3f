import fc from 'fast-check';
import { expect, test } from 'vitest';
import { supplierBody } from '../../masters/suppliers.ts';
import { goodBody } from '../../make/goods.ts';
import { materialBody } from '../../masters/materials.ts';
import { inwardCreateBody } from '../../buy/inward.ts';
import { normalizeName, withoutInvisible } from './names.ts';

test.each([
  ['spaces around it', ' Amla ', 'Amla'],
  ['spaces, tabs and line breaks inside it', 'Amla \t  dried\nwhole', 'Amla dried whole'],
  ['a space that does not break', 'B\u00A0 1', 'B 1'],
  ['zero-width spaces', 'A\u200BM-1\uFEFF', 'AM-1'],
  ['a soft hyphen and directions', '\u202EA\u00AD-\u20661\u2069', 'A-1'],
  ['joiners in another script', 'A\u200DM\u200C-1', 'AM-1'],
  ['fillers and blanks', '\u3164A\u2800', 'A'],
  ['full-width letters and ligatures', 'ＡＭ－１ ﬁne', 'AM-1 fine'],
  ['a letter and its accent apart', 'E\u0301lan', 'Élan'],
  ['the same with something unseen between', 'E\u034F\u0301lan', 'Élan'],
])('%s are normalized', (_, name, form) => {
  expect(normalizeName(name)).toBe(form);
});

test.each([
  ['a half letter of Hindi', 'क्\u200Dषत्रिय'],
  ['letters of Hindi kept apart', 'क्\u200Cष'],
  ['a half letter at the end of a word of Marathi', 'वक्\u200D ची'],
  ['ya-phalaa of Bengali', 'র\u200D্যান্ডম'],
  ['a chillu of Malayalam, as it was written before it had a letter of its own', 'അവന്\u200D'],
  ['letters of Urdu kept apart', 'بی\u200Cبی'],
])('%s is unchanged', (_, name) => {
  expect(normalizeName(name)).toBe(name);
});

test('normalizing a name twice changes nothing more', () => {
  const signs = fc.constantFrom(...Array.from('Aé्कমബی \u200B\u200C\u200D\u0301\u00AD\uFF21\u3164\u2800\uFEFF'));
  const name = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: signs }));
  fc.assert(
    fc.property(name, (text) => normalizeName(normalizeName(text)) === normalizeName(text)),
    { numRuns: 500 },
  );
});

test('removing invisible characters twice changes nothing more', () => {
  const signs = fc.constantFrom(...Array.from('Aا्कബ \n\u061C\u200B\u200C\u200D\u202E\u0301\uFEFF'));
  fc.assert(
    fc.property(
      fc.string({ unit: signs }),
      (text) => withoutInvisible(withoutInvisible(text)) === withoutInvisible(text),
    ),
    { numRuns: 500 },
  );
  expect(withoutInvisible('क्\u200Dषत्रिय\u202E')).toBe('क्\u200Dषत्रिय');
});

test.each(['\u200B', '\u200D\u200C', '\uFEFF \u00AD', '\u2800', '\u3164', '\u202E'])(
  'a name of invisible characters alone is reported as empty: %j',
  (name) => {
    const faults = (schema: typeof supplierBody | typeof goodBody | typeof materialBody | typeof inwardCreateBody) => {
      const content = { name, batchNumber: name, invoiceNumber: name };
      const issues = schema.safeParse(content).error?.issues ?? [];
      return issues.map(({ message }) => message);
    };
    expect(faults(supplierBody)).toContain('Name is required.');
    expect(faults(materialBody)).toEqual(['Name is required.']);
    expect(faults(goodBody)).toContain('Please enter a batch number.');
    expect(faults(inwardCreateBody)).toContain('Invoice number is required.');
  },
);

test('the length of a name is that of its normal form', () => {
  expect(materialBody.safeParse({ name: 'x'.repeat(200) + '\u200B'.repeat(50) }).success).toBe(true);
  expect(materialBody.safeParse({ name: '\uFDFA'.repeat(20) }).success).toBe(false);
});
