/** Invisible characters: every text of every call refuses or loses them. */
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { buildSpreadsheet } from '#server/prove/packs/spreadsheet.ts';

const app = await buildTestApp();
const admin = await app.as('admin');

/** Fields that are hashed or compared and never shown, so that they may contain any character. */
const secrets = /(?:password|jwtToken|otp|setupCode)$/i;

type Path = readonly (string | number)[];

/** The paths of all texts in an example. */
function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]));
}

/** A copy in which the text of a path is another. */
function withText(value: unknown, [name, ...rest]: Path, change: (text: string) => string): unknown {
  if (name === undefined) return typeof value === 'string' ? change(value) : value;
  const copy: Record<string, unknown> = Array.isArray(value) ? Object.assign([], value) : { ...Object(value) };
  copy[name] = withText(copy[name], rest, change);
  return copy;
}

/** Every text of the examples of all bodies: its call, its path and the schema's result for the changed example. */
function* changedTexts(change: (text: string) => string) {
  for (const { method, path, body } of app.endpoints) {
    const examples: { example?: { value: unknown } } = Object(body?.meta()?.['x-examples']);
    const example = examples.example?.value;
    for (const text of textsIn(example)) {
      if (!body || secrets.test(String(text.at(-1)))) continue;
      const name = `${method} ${path} ${text.join('.')}`;
      yield { name, text, parsed: body.safeParse(withText(example, text, change)) };
    }
  }
}

test.each([
  ['a C1 control character', '\u0081'],
  ['a C0 control character', '\u0008'],
  ['a noncharacter', '\uFFFF'],
  ['another noncharacter', '\uFDD0'],
  ['the last one of a plane', '\u{1FFFE}'],
  ['an unassigned code point', '\u0378'],
  ['half of a surrogate pair', '\uD800'],
])('%s is refused in every text of every call', (_, sign) => {
  const all = [...changedTexts((text) => `${text.slice(0, 2)}${sign}${text.slice(2)}`)];
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ parsed }) => parsed.success).map(({ name }) => name)).toEqual([]);
});

test.each([
  ['a mark of direction', '\u202E'],
  ['a zero-width space', '\u200B'],
])('%s is removed from every accepted text', (_, sign) => {
  const all = [...changedTexts((text) => `${text.slice(0, 2)}${sign}${text.slice(2)}`)];
  // A sheet is stored as it was written; its cells become texts of records.
  const kept = all.filter(
    ({ name, parsed }) => !name.includes('/imports/') && JSON.stringify(parsed.data)?.includes(sign),
  );
  expect(kept.map(({ name }) => name)).toEqual([]);
});

test('texts of several lines keep newlines and tabs, and lose other invisible characters', async () => {
  const fields = { name: 'Amla', description: ' Whole\u202E,\tdried\nin the\u200B shade, 2 m² ' };
  expect((await admin('POST', '/materials', fields)).json.description).toBe('Whole,\tdried\nin the shade, 2 m²');
});

test('spreadsheets of a pack show a sign for each that an older version stored', async () => {
  const file = await buildSpreadsheet('Batches', [{ title: 'Batch', width: 1 }], [['LK\uFFFF9'], ['LK\u00019']]);
  expect(await readSheet(Buffer.from(file))).toEqual([['Batch'], ['LK\u25A19'], ['LK\u25A19']]);
});
