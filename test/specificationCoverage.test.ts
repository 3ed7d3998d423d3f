/** Every row of docs/specification-coverage.md names a test that is there, and decisions that are there. */
import { describe, expect, test } from 'vitest';
import { exists, readText } from './sourceFiles.ts';

const page = 'docs/specification-coverage.md';
/** Begins the last cell of a row that is met partly; what is missing follows. */
const PARTLY = 'partly:';

interface Row {
  sentence: string;
  tests: { file: string; title: string }[];
  decisions: string;
  /** Parts of the cell of tests in an unknown notation. */
  unread: string;
}

const citation = /`([\w./-]+)` › (.*?)(?:<br>|$)/g;

function rows(): Row[] {
  const lines = readText(page).split('\n');
  return lines
    .filter((line) => line.startsWith('|') && !/^\|(?:-+\|)+$/.test(line) && !line.startsWith('| section |'))
    .map((line) => {
      const [, , sentence = '', cell = '', decisions = ''] = line.split(/(?<!\\)\|/).map((each) => each.trim());
      const tests = Array.from(cell.matchAll(citation), ([, file = '', title = '']) => ({ file, title: title.trim() }));
      return { sentence, tests, decisions, unread: cell.replace(citation, '') };
    });
}

/** Whether a source has a test of this title: a string, in whatever quotes, that stands first between brackets. */
function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const at = source.indexOf(quote + title.replaceAll(quote, `\\${quote}`) + quote);
    return at > 0 && source.slice(0, at).trimEnd().endsWith('(');
  });
}

describe.each([{ table: rows() }])('the coverage of the specification', ({ table }) => {
  const cited = table.flatMap(({ tests }) => tests);
  const files = [...new Set(cited.map(({ file }) => file))].toSorted();

  test('has a row for every section', () => {
    const sections = Array.from(readText(page).matchAll(/^## (\d)\. /gm), ([, number]) => number);
    expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(table.length).toBeGreaterThan(400);
  });

  test('has a test for every row, named by file and title', () => {
    const unread = table.filter((row) => row.tests.length === 0 || row.unread !== '');
    expect(unread.map(({ sentence }) => sentence)).toEqual([]);
  });

  test.each(files)('%s exists and has the cited tests', (file) => {
    expect(file).toMatch(/\.(test|spec)\.tsx?$/);
    expect(exists(file)).toBe(true);
    const source = readText(file);
    const missing = cited.filter((each) => each.file === file && !hasTest(source, each.title));
    expect(missing.map(({ title }) => title)).toEqual([]);
  });

  test('counts its rows: to the letter without an entry, partly where the entry says so, else decided otherwise', () => {
    const letter = table.filter(({ decisions }) => decisions === '').length;
    const partly = table.filter(({ decisions }) => decisions.startsWith(PARTLY)).length;
    expect(readText(page)).toContain(
      `${table.length} statements: ${letter} to the letter, ${table.length - letter - partly} decided otherwise, ${partly} partly.`,
    );
  });

  test('cites only decisions that exist', () => {
    const decided = table.filter(({ decisions }) => !decisions.startsWith(PARTLY));
    const links = decided.flatMap(({ decisions }) => decisions.split(/\s+/).filter(Boolean));
    const wrong = links.filter((link) => {
      const [, number, path = ''] = /^\[(\d{3})\]\((decisions\/\1-[\w-]+\.md)\)$/.exec(link) ?? [];
      return number === undefined || !exists(`docs/${path}`);
    });
    expect(wrong).toEqual([]);
  });
});
