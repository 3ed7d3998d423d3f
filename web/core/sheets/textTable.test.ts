import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { toBeMarked, withoutMark } from '#contract/core/values/formulaMarks.ts';
import { tableOfText } from './textTable.ts';

test('empty rows between filled ones stay, those at the end do not', () => {
  const text = '\r\nRam Organics\r\n,,\r\nName,Phone\r\n\r\n"Ram, and\nsons",1\r\n,\r\n\r\n';
  expect(tableOfText(text, 9)).toEqual({
    table: [[], ['Ram Organics'], [], ['Name', 'Phone'], [], ['Ram, and\nsons', '1']],
    isWhole: true,
  });
});

test('the mark of a formula is removed, an apostrophe of the text is not', () => {
  const cells = ['=1+1', "'=1+1", "''-5", "'quoted'", '-5', '@home', "O'Brien"];
  const marked = Papa.unparse([cells], { escapeFormulae: toBeMarked });
  expect(marked.split(',').slice(0, 3)).toEqual([`"'=1+1"`, `"''=1+1"`, `"'''-5"`]);
  expect(tableOfText(marked, 9).table).toEqual([cells]);
});

test.each([
  '\n=1+1',
  ' =1+1',
  '\u00A0=1+1',
  '\uFEFF=1+1',
  '\u200B@SUM(A1)',
  ' \t\n-1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '\u3000＝1',
  "'\n=1",
])('the formula %j is marked, and restored by removing the mark', (cell) => {
  const [[marked = ''] = []] = Papa.parse<string[]>(Papa.unparse([[cell]], { escapeFormulae: toBeMarked })).data;
  expect([marked, withoutMark(marked)]).toEqual([`'${cell}`, cell]);
});

test.each(['Amla', ' Amla', "O'Brien", '1 = 1', 'a-b', ''])('%j is not marked', (cell) => {
  expect(Papa.unparse([[cell, 'x']], { escapeFormulae: toBeMarked })).toBe(Papa.unparse([[cell, 'x']]));
});

test('reading ends once there are more filled rows than requested', () => {
  expect(tableOfText('a;b\n1;2\n\n', 2)).toEqual({
    table: [
      ['a', 'b'],
      ['1', '2'],
    ],
    isWhole: true,
  });
  expect(tableOfText('a\tb\n1\t2\n3\t4', 2)).toMatchObject({ isWhole: false });
});
