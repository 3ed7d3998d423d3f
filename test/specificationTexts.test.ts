/** The specification's texts stand in the product as they are quoted, and a test says each of them itself. */
import { expect, test } from 'vitest';
import { exists, readSources, withoutComments } from './sourceFiles.ts';
import { specificationTexts } from './specificationTexts.ts';

/** Texts that the product has no place for, with the page that says why. */
const withoutPlace: Record<string, string> = {
  'Error loading productions:': 'docs/decisions/020-stock-report-makes-one-call.md',
};
const texts = specificationTexts.filter((text) => !Object.hasOwn(withoutPlace, text));

const sources = readSources().map((source) => ({ ...source, code: withoutComments(source.text) }));
const product = sources.filter(({ name, isTest }) => /^(contract|web)\//.test(name) && !isTest);
const tests = sources.filter(({ name, isTest }) => isTest && name !== 'test/specificationTexts.test.ts');

/**
 * The text as a whole: between quotes, in a regular expression or as the content of an element; not as part of a longer one.
 * A constant of the product is no such text, so a test that only compares a constant with itself isn't found.
 */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => RegExp.escape(part).replace(/\\x20| /g, '\\s+'));
  return new RegExp(`(?:['"\`>/^]|^)\\s*${parts.join('.+?')}\\s*(?:['"\`</$\\\\]|$)`, 'm');
}

test('no text is listed twice, and a text that the product lacks has a page with the reason', () => {
  expect(specificationTexts.length).toBeGreaterThan(0);
  expect(new Set(specificationTexts).size).toBe(specificationTexts.length);
  for (const [text, page] of Object.entries(withoutPlace)) {
    expect(specificationTexts).toContain(text);
    expect(exists(page), page).toBe(true);
  }
});

test.each(texts)('the product says: %s', (text) => {
  const pattern = patternOf(text);
  const places = product.filter(({ code }) => pattern.test(code));
  expect(places.map(({ name }) => name)).not.toEqual([]);
});

test.each(texts)('a test looks for: %s', (text) => {
  const pattern = patternOf(text);
  const places = tests.filter(({ code }) => pattern.test(code));
  expect(places.map(({ name }) => name)).not.toEqual([]);
});
