import type { ImportKind } from '#contract/importKinds.ts';
import { importSheets } from '#contract/importSheets.ts';
import { downloadSheet } from '#web/sheets/downloadSheet.ts';

const WIDTH = 22;

/** A sheet with the headings, an example row, and what its columns take on a second page. */
export async function downloadTemplate(kind: ImportKind): Promise<void> {
  const { columns, noun } = importSheets[kind];
  const [, plural] = noun;
  await downloadSheet(
    {
      name: 'Import',
      columnWidths: columns.map(() => WIDTH),
      headings: columns.map(({ label }) => label),
      rows: [columns.map(({ example }) => example)],
      notes: {
        name: 'Allowed values',
        headings: ['Column', 'Must be there', 'Takes', 'Example'],
        rows: columns.map(({ label, required, cell, choices = {}, example }) => [
          label,
          required ? 'yes' : 'no',
          cell === 'choice' ? Object.keys(choices).join(', ') : takes[cell],
          example,
        ]),
      },
    },
    `${plural} template.xlsx`,
    () => undefined,
  );
}

const takes = {
  text: 'text',
  number: 'a number, such as 1250.5 or 1,250.50',
  quantity: 'a number, such as 1250.5 or 1,250.50, with or without its unit: 12 kg',
  percent: 'a percentage, such as 95 or 95 %',
  date: 'a date, such as 31-03-2027 or 31 Mar 2027',
  phone: 'a phone number of 10 digits, with or without +91',
} as const;
