/** Imports from spreadsheets: checked first, then saved all or nothing (docs/domain.md, Imports). */
import {
  importAnswers,
  importLimits,
  importTexts,
  partyKeyFields,
  rowAlike,
  rowFault,
  rowOutcomes,
  rowReading,
} from '../stock/importing.ts';
import { z } from 'zod';
import { endpoint, idParams, messageAnswer } from '../core/endpoint.ts';
import { importKinds, type ImportKind, importedResource } from '../kinds.ts';
import { isStorable } from '../core/values/characters.ts';
import { moneyAnswer, quantityAnswer, withExample } from '../core/fields.ts';
import { importSheets } from './importSheets.ts';
import { listOf } from '../core/values/listOf.ts';
import { fieldTexts } from '../core/sharedTexts.ts';

/** Labels of an import in the history. */
export const importLabels = {
  kind: 'What',
  fileName: 'File',
  rows: 'Rows',
  created: 'Added',
  updated: 'Changed',
  skipped: 'Left as they were',
} as const;

const text = z
  .string()
  .max(importLimits.cell, { error: importTexts.tooLong, abort: true })
  .refine(isStorable, fieldTexts.notStorable);
const cell = z.union([text, z.number(), z.null()]);
const field = z.string().max(60);

/** Most cells are short texts without a letter that needs a look; there may be 600,000. */
function isPlainCell(sent: unknown): boolean {
  return sent === null || (typeof sent === 'string' && sent.length <= importLimits.cell && isStorable(sent));
}

const asManyColumns = { max: importLimits.columns, tooMany: importTexts.tooManyColumns };

const importFields = z
  .object({
    headings: listOf(text, { ...asManyColumns, missing: importTexts.noRows }),
    rows: listOf(listOf(cell, { ...asManyColumns, passes: isPlainCell }), {
      max: importLimits.rows,
      tooMany: ({ length }) => importTexts.tooManyRows(length),
      missing: importTexts.noRows,
    }),
    rowNumbers: listOf(z.int().min(1), { max: importLimits.rows, tooMany: importTexts.numbersDiffer })
      .optional()
      .describe('The number of each row in its file, which faults name it by. Without it rows are counted from 1.'),
    mapping: z
      .preprocess(
        (sent, context) => {
          if (Object.keys(Object(sent)).length <= importLimits.columns) return sent;
          context.addIssue(importTexts.tooManyColumns);
          return z.NEVER;
        },
        z.record(z.string(), field),
      )
      .optional()
      .describe(
        'The field of each heading, or an empty text for none. Without it headings are matched by their words.',
      ),
    answers: importAnswers,
    takenTotals: listOf(z.int().min(1), { max: importLimits.rows, tooMany: importTexts.numbersDiffer })
      .default([])
      .describe('The numbers of rows that are called like a total and are records all the same.'),
    mode: z.enum(['check', 'save']),
    onExisting: z.enum(['skip', 'update']).describe('Whether existing records are skipped or updated.'),
    fileName: z
      .string()
      .trim()
      .max(importLimits.fileName, { abort: true })
      .refine(isStorable, fieldTexts.notStorable)
      .default(''),
  })
  .superRefine(({ headings, rows, rowNumbers = [...rows.keys()] }, context) => {
    if (rowNumbers.length !== rows.length || new Set(rowNumbers).size !== rows.length) {
      context.addIssue({ code: 'custom', message: importTexts.numbersDiffer, path: ['rowNumbers'] });
    }
    const seen = new Set<string>();
    for (const heading of headings) {
      if (heading.trim() !== '' && seen.has(heading)) {
        context.addIssue({ code: 'custom', message: importTexts.headingTwice(heading), path: ['headings'] });
      }
      seen.add(heading);
    }
  });
export type ImportBody = z.output<typeof importFields>;

/** The body of a kind, with an example of a sheet. */
function bodyOf(kind: ImportKind) {
  const { columns } = importSheets[kind];
  return withExample(importFields, {
    headings: columns.map(({ label }) => label),
    rows: [columns.map(({ example }) => example)],
    mode: 'save',
    onExisting: 'skip',
  });
}

const rowResult = z.object({
  outcome: z.enum(rowOutcomes),
  existing: z.string().nullable().describe('The record that is there already, by its name.'),
  by: z
    .enum(partyKeyFields)
    .optional()
    .describe(
      'The field by which a supplier or buyer was recognised; `record` for any record that an exported list names.',
    ),
  worth: moneyAnswer().optional().describe('Quantity × price of a row that brings stock.'),
});
export type RowResult = z.output<typeof rowResult>;

const importedStock = z.object({
  lots: z.int(),
  quantities: z.array(z.object({ unit: z.string(), quantity: quantityAnswer() })).describe('By unit.'),
  value: moneyAnswer(),
  unpriced: z.int().describe('Lots without a price, which are not in the value.'),
});
/** Stock that an import brings, on the wire: in units and rupees. */
export type ImportedStock = z.input<typeof importedStock>;

const importAnswer = z
  .object({
    importId: z.int().nullable().describe('Id of a saved import, to undo it.'),
    rows: z.int(),
    created: z.int(),
    updated: z.int(),
    skipped: z.int(),
    mapping: z.record(z.string(), z.string()),
    made: z.array(z.string()).describe('Categories that are made on the way.'),
    faults: z.array(rowFault),
    readings: z.array(rowReading).describe('Cells that are not taken as they stand.'),
    alike: z.array(rowAlike).describe('Names that may be those of records or other rows: nothing is refused for them.'),
    results: z.array(rowResult).describe('One for each row.'),
    stock: importedStock
      .nullable()
      .describe(
        'The stock that the import would bring; once it is saved, that of its lots in the ledger. Null for masters and recipes.',
      ),
  })
  .meta({ id: 'Import' });
export type ImportAnswer = z.output<typeof importAnswer>;

const savedImport = z
  .object({
    importId: z.int(),
    kind: z.enum(importKinds),
    fileName: z.string(),
    rows: z.int(),
    created: z.int(),
    updated: z.int(),
    skipped: z.int(),
    userName: z.string(),
    createdAt: z.iso.datetime(),
    undoneAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SavedImport' });
export type SavedImport = z.output<typeof savedImport>;

const path = '/imports';

function runEndpoint(kind: ImportKind) {
  return endpoint({
    method: 'POST',
    path: `${path}/${kind}`,
    access: [importedResource(kind), 'create'],
    body: bodyOf(kind),
    answer: importAnswer,
    status: 200,
  });
}

/** One call for each kind of sheet. */
export const importRuns = importKinds.map((kind) => ({ kind, endpoint: runEndpoint(kind) }));

export const importEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${path}/saved`,
    access: ['imports', 'view'],
    answer: z.array(savedImport).describe('The newest 50.'),
  }),
  file: endpoint({
    method: 'GET',
    path: `${path}/saved/:id/file`,
    access: ['imports', 'view'],
    params: idParams,
    answer: z
      .string()
      .describe(
        "The imported rows with their corrections, as CSV. A cell that a spreadsheet would take for a formula has a ' before it.",
      ),
    mediaTypes: ['text/csv'],
  }),
  undo: endpoint({
    method: 'DELETE',
    path: `${path}/saved/:id`,
    access: ['imports', 'delete'],
    params: idParams,
    answer: messageAnswer,
    errors: ['conflict'],
  }),
};
