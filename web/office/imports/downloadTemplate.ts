import type { ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import { templateTexts as texts } from '#contract/office/importScreen.ts';
import { downloadSheet } from '#web/core/sheets/downloadSheet.ts';

const WIDTH = 22;

/** A sheet with the headings, an example row, and a second page with the allowed values. */
export async function downloadTemplate(kind: ImportKind): Promise<void> {
  const { columns, noun } = importSheets[kind];
  const [, plural] = noun;
  await downloadSheet(
    {
      name: texts.sheet,
      columnWidths: columns.map(() => WIDTH),
      headings: columns.map(({ label }) => label),
      rows: [columns.map(({ example }) => example)],
      notes: {
        name: texts.notes,
        headings: [...texts.headings],
        rows: columns.map(({ label, required, cell, choices = {}, example }) => [
          label,
          texts.required(required),
          cell === 'choice' ? Object.keys(choices).join(', ') : texts.takes[cell],
          example,
        ]),
      },
    },
    texts.fileName(plural),
    () => undefined,
  );
}
