import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { toBeMarked, withoutMark } from '#contract/core/values/formulaMarks.ts';
import { fileTexts } from '#contract/core/fileTexts.ts';
import { tableOfText } from './textTable.ts';

test('empty rows between filled ones stay, those at the end do not', () => {
  const text = '\r\nRam Organics\r\n,,\r\nName,Phone\r\n\r\n"Ram, and\nsons",1\r\n,\r\n\r\n';
  expect(tableOfText(text)).toEqual([[], ['Ram Organics'], [], ['Name', 'Phone'], [], ['Ram, and\nsons', '1']]);
});

test('the mark of a formula is removed, an apostrophe of the text is not', () => {
  const cells = ["'=1+1", "''-5", "'quoted'", '-5', '@home', "O'Brien"];
  const marked = Papa.unparse([cells], { escapeFormulae: toBeMarked });
  expect(marked.split(',').slice(0, 2)).toEqual([`"''=1+1"`, `"'''-5"`]);
  expect(tableOfText(marked)).toEqual([cells]);
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

test('a formula of a text file has no result, and a quoted one is a code', () => {
  expect(tableOfText('=1+1,="00457","\'=1+1"')).toEqual([['#NO RESULT!', '00457', '=1+1']]);
});

test('more rows than can be read are refused', () => {
  const rules = { cellOf: (written: string) => written, most: 2 };
  expect(tableOfText('a;b\n1;2\n\n', rules)).toHaveLength(2);
  expect(() => tableOfText('a\tb\n1\t2\n3\t4', rules)).toThrow(fileTexts.tooManyRows);
});

test('a quotation mark inside a cell swallows nothing, and an open one is named with its row', () => {
  expect(tableOfText('Item,Qty\n5" pipe,3\nAmla,4')).toEqual([
    ['Item', 'Qty'],
    ['5" pipe', '3'],
    ['Amla', '4'],
  ]);
  expect(() => tableOfText('Item,Qty\nHaldi,1\n"Amla,3\nTulsi,4\n')).toThrow(fileTexts.openQuote(3));
});
