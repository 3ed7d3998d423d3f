/** Imports from spreadsheets: checked first, then saved all or nothing (design §3, `/imports`). */
import { z } from 'zod';
import { formatCount } from './format.ts';
import { endpoint, idParams, messageAnswer } from './endpoints.ts';
import { importKinds, type ImportKind, importedResource } from './resources.ts';
import { isStorable } from './characters.ts';
import { withExample } from './fields.ts';
import { importSheets } from './importSheets.ts';
import { listOf } from './listOf.ts';
import { fieldTexts } from './sharedTexts.ts';

const ROWS = 10_000;
const COLUMNS = 60;

export const importLimits = {
  rows: ROWS,
  columns: COLUMNS,
  cell: 2000,
  fileName: 200,
  bodyBytes: 16 * 1024 * 1024,
  /** Cells, rows, their numbers and everything else of a body. */
  values: ROWS * (COLUMNS + 3),
} as const;

const counted = (count: number, [one, more]: readonly [string, string]) =>
  `${formatCount(count)} ${count === 1 ? one : more}`;

const keyFieldNames: Readonly<Record<PartyKeyField, string>> = {
  gstinNumber: 'GSTIN',
  phone: 'phone number',
  name: 'name',
};

export const importTexts = {
  tooManyRows: (rows: number) =>
    `At most ${formatCount(importLimits.rows)} rows at once; these are ${formatCount(rows)}. Divide the sheet.`,
  tooManyColumns: `At most ${importLimits.columns} columns.`,
  tooLong: `At most ${importLimits.cell} characters in a cell.`,
  headingTwice: (heading: string) => `Two columns are called “${heading}”. Rename one of them.`,
  numbersDiffer: 'rowNumbers must have one number for each row, each of them once.',
  fieldUnknown: (field: string) => `There is no field ${field}.`,
  fieldTwice: (label: string) => `Two columns are taken for ${label}.`,
  notMapped: (label: string) => `No column is taken for ${label}.`,
  noRows: 'There are no rows below the headings.',
  required: (label: string) => `${label} is empty.`,
  notNumber: (text: string) => `“${text}” is not a number.`,
  notDate: (text: string) => `“${text}” is not a date: write it as dd-mm-yyyy.`,
  notChoice: (choices: readonly string[]) => `Must be one of: ${choices.join(', ')}.`,
  isThere: (name: string, by: PartyKeyField | undefined) =>
    by === undefined ? `${name} already exists.` : `${name} already exists, with this ${keyFieldNames[by]}.`,
  sameRow: (noun: string, row: number) => `The same ${noun} as in row ${row}.`,
  productUnknown: (name: string) => `No product is called “${name}”.`,
  itemUnknown: (name: string) => `No raw material or product is called “${name}”.`,
  supplierUnknown: (name: string) => `No supplier is called “${name}”.`,
  calledTwice: (noun: string, name: string) => `More than one ${noun} is called “${name}”.`,
  /** Of a batch, the least that it can be: what has left it is gone. */
  lessThanTaken: (least: string) => `At least ${least}: so much has left this batch.`,
  severalRecipes: (name: string) => `“${name}” has more than one recipe: change them on their pages.`,
  unsure: (noun: string, by: PartyKeyField) =>
    `More than one ${noun} has this ${keyFieldNames[by]}, and nothing else in the row says which.`,
  unitDiffers: (name: string, unit: string, said: string) =>
    `“${name}” already exists in ${unit}. Use another name for ${said}, or change the unit on its page.`,
  otherUnit: (unit: string) => `Its unit is ${unit === '' ? 'not set' : unit}.`,
  lotStays: (code: string) =>
    `${code} already exists, and an import changes no lot. Correct it on its page, or leave this row out.`,
  dayUnsaid: (code: string, day: string) =>
    `${code} of ${day} has the same already. Say the date, or the lot, of this row.`,
  quantityInUnit: (said: string, name: string, unit: string) =>
    unit === ''
      ? `This quantity is in ${said}, and ${name} has no unit.`
      : `This quantity is in ${said}, and the unit of ${name} is ${unit}.`,
  otherInRecipe: (label: string, row: number) => `${label} differs from row ${row} of the same product.`,
  refused: (row: number, message: string) => `Row ${row}: ${message}`,
  leftOut: (rows: number) => `${counted(rows, ['row was', 'rows were'])} left out.`,
  cancelled: 'The import was cancelled: nothing was saved.',
  undone: 'The import was undone.',
  undoneAlready: 'This import was undone already.',
  changedSince: (label: string) => `${label} was changed since: this import can no longer be undone as a whole.`,
  lotChanged: 'one of its lots was changed since.',
  usedSince: (label: string, why: string) => `${label}: ${why}`,
  notFound: 'Import not found.',
  saved: (created: number, updated: number, noun: readonly [string, string]) =>
    [
      created > 0 || updated === 0 ? `${counted(created, noun)} added` : '',
      updated > 0 ? `${formatCount(updated)} updated` : '',
    ]
      .filter((part) => part !== '')
      .join(', ') + '.',
} as const;

/** Of an import in the history. */
export const importLabels = {
  kind: 'What',
  fileName: 'File',
  rows: 'Rows',
  created: 'Added',
  updated: 'Changed',
  skipped: 'Left as they were',
} as const;

/** What saving does with a row. */
const rowOutcomes = ['create', 'update', 'skip', 'fault'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** By which field of a supplier or buyer a row is recognised. */
const partyKeyFields = ['gstinNumber', 'phone', 'name'] as const;
export type PartyKeyField = (typeof partyKeyFields)[number];

const text = z
  .string()
  .max(importLimits.cell, { error: importTexts.tooLong, abort: true })
  .refine(isStorable, fieldTexts.notStorable);
const cell = z.union([text, z.number(), z.null()]);
const field = z.string().max(60);

const asManyColumns = { most: importLimits.columns, tooMany: importTexts.tooManyColumns };

const importFields = z
  .object({
    headings: listOf(text, { ...asManyColumns, missing: importTexts.noRows }),
    rows: listOf(listOf(cell, asManyColumns), {
      most: importLimits.rows,
      tooMany: ({ length }) => importTexts.tooManyRows(length),
      missing: importTexts.noRows,
    }),
    rowNumbers: listOf(z.int().min(1), { most: importLimits.rows, tooMany: importTexts.numbersDiffer })
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
    mode: z.enum(['check', 'save']),
    onExisting: z.enum(['skip', 'update']).describe('What happens to records that are there already.'),
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

const rowFault = z.object({
  row: z.int().describe('As in rowNumbers, else from 1 without the headings; 0 for the sheet as a whole.'),
  field: z.string(),
  message: z.string(),
});
export type RowFault = z.output<typeof rowFault>;

const rowResult = z.object({
  outcome: z.enum(rowOutcomes),
  existing: z.string().nullable().describe('The record that is there already, by its name.'),
  by: z.enum(partyKeyFields).optional().describe('The field by which a supplier or buyer was recognised.'),
});
export type RowResult = z.output<typeof rowResult>;

const importAnswer = z
  .object({
    importId: z.int().nullable().describe('Of a saved one, to undo it.'),
    rows: z.int(),
    created: z.int(),
    updated: z.int(),
    skipped: z.int(),
    mapping: z.record(z.string(), z.string()),
    made: z.array(z.string()).describe('Categories that are made on the way.'),
    faults: z.array(rowFault),
    results: z.array(rowResult).describe('One for each row.'),
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
        "What was imported, with the corrections, as CSV. A cell that a spreadsheet would take for a formula has a ' before it.",
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
