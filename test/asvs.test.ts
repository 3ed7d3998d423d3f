/** docs/asvs.md has a row for each requirement of OWASP's ASVS 5.0 of levels 1 and 2, and each names what is there. */
import { describe, expect, test } from 'vitest';
import { exists, readText } from './sourceFiles.ts';

// Counted in the standard, version 5.0.0: 70 of level 1 and 183 of level 2.
const REQUIREMENTS = 253;

const document = readText('docs/asvs.md');
const rows = Array.from(document.matchAll(/^\| ([\d.]+) \| (.+) \| (.+) \| (.+) \|$/gm), (row) => ({
  id: row[1] ?? '',
  verdict: row[3] ?? '',
  where: row[4] ?? '',
}));
const askNothing = Array.from(document.matchAll(/^Nothing to ask: (.*)$/gm)).flatMap(
  (line) => line[1]?.match(/\d+\.\d+\.\d+/g) ?? [],
);

test('every requirement of levels 1 and 2 is listed once', () => {
  const ids = [...rows.map(({ id }) => id), ...askNothing];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(REQUIREMENTS);
});

test('the figures at the top are those of the rows', () => {
  const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
  const figures = [REQUIREMENTS, count('met'), count('partly'), count('not met'), askNothing.length];
  const [, ...written] =
    /Of (\d+), (\d+) are met, (\d+) partly, (\d+) are not, each with the reason, and (\d+) ask/.exec(document) ?? [];
  expect(written.map(Number)).toEqual(figures);
  expect(rows.filter(({ verdict }) => !['met', 'partly', 'not met'].includes(verdict))).toEqual([]);
});

describe('each row', () => {
  const filesOf = (where: string) =>
    Array.from(
      where.matchAll(/`([\w./-]+\/[\w./-]*|[\w.-]+\.(?:md|json)|\.dockerignore)`/g),
      (match) => match[1] ?? '',
    );

  test('names a file or a command that answers it, where the requirement is met', () => {
    const bare = rows.filter(({ verdict, where }) => verdict === 'met' && filesOf(where).length === 0);
    expect(bare.filter(({ where }) => !/`npm run \w+`|^as \d|this page$/.test(where)).map(({ id }) => id)).toEqual([]);
  });

  test('names files and test titles that exist', () => {
    for (const { id, where } of rows) {
      const missing = filesOf(where).filter((name) => !name.startsWith('/') && !exists(name));
      expect(missing, id).toEqual([]);
      for (const [, file = '', titles = ''] of where.matchAll(/`([\w./-]+)`: ("[^"]+"(?:, "[^"]+")*)/g)) {
        for (const title of titles.split(', ')) expect(readText(file), id).toContain(title.slice(1, -1));
      }
    }
  });
});
