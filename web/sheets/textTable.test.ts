import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { toBeMarked } from '#contract/formulaMarks.ts';
import { tableOfText } from './textTable.ts';

test('empty rows between filled ones are kept, those at the end are not', () => {
  const text = '\r\nRam Organics\r\n,,\r\nName,Phone\r\n\r\n"Ram, and\nsons",1\r\n,\r\n\r\n';
  expect(tableOfText(text, 9)).toEqual({
    table: [[], ['Ram Organics'], [], ['Name', 'Phone'], [], ['Ram, and\nsons', '1']],
    isWhole: true,
  });
});

test("the mark of a formula is taken away, a ' of the text is not", () => {
  const cells = ['=1+1', "'=1+1", "''-5", "'quoted'", '-5', '@home', "O'Brien"];
  const marked = Papa.unparse([cells], { escapeFormulae: toBeMarked });
  expect(marked.split(',').slice(0, 3)).toEqual([`"'=1+1"`, `"''=1+1"`, `"'''-5"`]);
  expect(tableOfText(marked, 9).table).toEqual([cells]);
});

test('reading ends once there are more filled rows than are wanted', () => {
  expect(tableOfText('a;b\n1;2\n\n', 2)).toEqual({
    table: [
      ['a', 'b'],
      ['1', '2'],
    ],
    isWhole: true,
  });
  expect(tableOfText('a\tb\n1\t2\n3\t4', 2)).toMatchObject({ isWhole: false });
});
