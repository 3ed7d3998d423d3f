/** Rows of spreadsheets that are imported: limits, faults and texts. */
import { z } from 'zod';
import { decimalSigns } from '../core/values/cellNumbers.ts';
import { formatCount } from '../core/values/format.ts';
import { dateOrders } from '../core/values/sheetDates.ts';

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
  record: 'Godown record',
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
  dayMissing: (text: string) => `“${text}” has no day: write it as dd-mm-yyyy.`,
  dateOrderUnanswered: (label: string) => `${label}: say first whether the day or the month comes first.`,
  decimalsUnanswered: (label: string) => `${label}: say first whether the comma is before decimals.`,
  shortened: (text: string) => `“${text}” is shortened: its digits are lost. Type all of them.`,
  digits: (text: string, label: string, digits: number) =>
    `“${text}” has ${text.replaceAll(/\s/g, '').length} digits, and a ${label} has ${digits}. Type all of them.`,
  landline: (text: string) => `“${text}” is a landline. Type a mobile number of 10 digits.`,
  dateForCode: (text: string) =>
    `“${text}” is a date, which a spreadsheet may have made of a code. Type it as it is on the label; if that says ${text} too, type “'${text}”.`,
  cellError: (text: string) => `${text} is an error of the spreadsheet. Type the value.`,
  formulaEmpty:
    'This formula has no result in the file. Open it in Excel, save it and choose it again, or type the value.',
  tooManyCells: (cells: number, headings: number, text: string) =>
    `This row has ${cells} cells and there are ${headings} headings: “${text}” stands under none, so cells may be shifted. Correct it in the file, or leave the row out.`,
  forAllUnanswered: (label: string) => `${label}: say it for all rows, or for each in a column.`,
  forAllUnknown: (field: string) => `${field} cannot be said for all rows.`,
  columnUnanswered: (label: string, headings: readonly string[]) =>
    `${headings.map((heading) => `“${heading}”`).join(' and ')} could be ${label}. Say which one is.`,
  tooFine: (text: string, unit: string) => `${text} is no whole thousandth of a ${unit}: it would have to be rounded.`,
  priceTooFine: (text: string, unit: string) =>
    `₹ ${text} is no whole paisa for a ${unit}: it would have to be rounded. Type the price for one ${unit}.`,
  totalLeftOut: (name: string) => `“${name}” is a total of other rows, and is left out.`,
  totalRow: (name: string) => `“${name}” is a total of other rows. Leave it out.`,
  sizeInvalid: (unit: string) => `Say how much 1 ${unit} holds, with a unit: 30 kg.`,
  unitTwice: (one: string, other: string) =>
    `The quantity is in ${one}, and the unit beside it is ${other}: which one counts?`,
  notChoice: (choices: readonly string[]) => `Must be one of: ${choices.join(', ')}.`,
  alreadyExists: (name: string, by: PartyKeyField | undefined) =>
    by === undefined ? `${name} already exists.` : `${name} already exists, with this ${keyFieldNames[by]}.`,
  sameRow: (noun: string, row: number) => `The same ${noun} as in row ${row}.`,
  productUnknown: (name: string) => `No product is called “${name}”.`,
  itemUnknown: (name: string) => `No raw material or product is called “${name}”.`,
  supplierUnknown: (name: string) => `No supplier is called “${name}”.`,
  calledTwice: (noun: string, name: string) => `More than one ${noun} is called “${name}”.`,
  /** Smallest possible quantity of a batch: the rest has left it. */
  lessThanTaken: (least: string) => `At least ${least}: so much has left this batch.`,
  severalRecipes: (name: string) => `“${name}” has more than one recipe: change them on their pages.`,
  unsure: (noun: string, by: PartyKeyField) =>
    `More than one ${noun} has this ${keyFieldNames[by]}, and nothing else in the row says which.`,
  unitDiffers: (name: string, unit: string, cellUnit: string) =>
    `“${name}” already exists in ${unit}. Use another name for ${cellUnit}, or change the unit on its page.`,
  lotStays: (code: string) =>
    `${code} already exists, and an import changes no lot. Correct it on its page, or leave this row out.`,
  dayUnknown: (code: string, day: string) =>
    `${code} of ${day} has the same already. Say the date, or the lot, of this row.`,
  lotOfDay: (code: string, day: string) => `${code} of ${day}`,
  repeatedUnanswered: (lot: string) =>
    `${lot} has the same quantity and price, and another claim, supplier or day. Say first whether it is the same stock.`,
  changedUnanswered: (name: string) =>
    `${name} was changed here after this list was exported. Say first which of the two holds.`,
  quantityInUnit: (cellUnit: string, name: string, unit: string) =>
    unit === ''
      ? `This quantity is in ${cellUnit}, and ${name} has no unit.`
      : `This quantity is in ${cellUnit}, and the unit of ${name} is ${unit}.`,
  otherRecipe: (name: string) =>
    `This row was exported of the recipe of ${name}. Change its product in all of its rows, or empty its cell under “Godown record”.`,
  otherInRecipe: (label: string, row: number) => `${label} differs from row ${row} of the same product.`,
  refused: (row: number, message: string) => `Row ${row}: ${message}`,
  stayed: (rows: number) => `${counted(rows, ['row was', 'rows were'])} there already.`,
  leftOut: (rows: number) => `${counted(rows, ['row was', 'rows were'])} left out.`,
  pricePerUnanswered: (unit: string, itemUnit: string) =>
    `Say first whether the price is for one ${unit} or for one ${itemUnit}.`,
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

/** Effect of saving a row. */
export const rowOutcomes = ['create', 'update', 'skip', 'fault'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** By which field of a supplier or buyer a row is recognised; by `record` where an exported list says it. */
export const partyKeyFields = ['gstinNumber', 'phone', 'name', 'record'] as const;
export type PartyKeyField = (typeof partyKeyFields)[number];

/** Answers that a fault waits for: one for a column, or for a unit. */
export const asks = ['dateOrder', 'decimals', 'unitSize', 'pricePer', 'repeated', 'changedSince', 'forAll'] as const;

/** The unit that a price without one is for: that of its quantity, as written, or that of the item. */
const priceUnits = ['quantity', 'item'] as const;
export type PriceUnit = (typeof priceUnits)[number];

/** Rows that may repeat stock that is there: it is the same, or other stock beside it. */
const repeatedChoices = ['same', 'other'] as const;
export type RepeatedChoice = (typeof repeatedChoices)[number];

/** Records that were changed after their rows were exported: the sheet holds, or the record as it is here. */
const changedChoices = ['sheet', 'record'] as const;
export type ChangedChoice = (typeof changedChoices)[number];

const ask = z.object({
  about: z.enum(asks),
  unit: z.string().optional().describe('The unit whose size is asked for.'),
  inUnit: z.string().optional().describe('The unit of the item.'),
  price: z.number().optional().describe('The price whose unit is asked for.'),
  existing: z
    .string()
    .optional()
    .describe('The lot that the row may repeat, with its day, or the record that was changed.'),
});
export type Ask = z.output<typeof ask>;

export const rowFault = z.object({
  row: z.int().describe('As in rowNumbers, else from 1 without the headings; 0 for the sheet as a whole.'),
  field: z.string(),
  message: z.string(),
  ask: ask.optional().describe('The answer that the cell waits for (`answers` of the body).'),
});
export type RowFault = z.output<typeof rowFault>;

/** Other headings that several sheets take for the same. */
export const synonyms = {
  item: ['Item name', 'Name of item', 'Stock item', 'Stock item name', 'Item description', 'Particulars'],
  unit: ['UOM', 'Unit of measure', 'Units'],
  supplier: ['Supplier name', 'Vendor', 'Vendor name', 'Party', 'Party name', 'Company', 'Farmer', 'Farmer name'],
  quantity: ['Qty', 'Stock', 'Opening stock', 'Opening qty', 'Closing stock', 'Balance'],
  batch: ['Batch', 'Batch no', 'Lot no', 'Lot', 'Lot number'],
  expiry: ['Expiry', 'Exp date', 'Exp dt', 'Expiry dt', 'Exp', 'Best before', 'Expires on', 'Use by'],
  description: ['Details', 'Remarks', 'Notes'],
} as const;

/** How a cell was understood that is not taken as it stands: 250 gm as 0.250 kg. */
export const rowReading = z.object({
  row: z.int(),
  field: z.string(),
  text: z.string(),
});
export type RowReading = z.output<typeof rowReading>;

/** A name that is new and nearly that of a record, or of an earlier row of the sheet. */
export const rowAlike = z.object({
  row: z.int(),
  field: z.string(),
  name: z.string().describe('The name that may be meant.'),
  ofRow: z.int().optional().describe('The row of that name; without it, a record has it.'),
});
export type RowAlike = z.output<typeof rowAlike>;

/** Texts of an object by name, as many as a sheet can have columns. */
function perColumn<const Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string().max(importLimits.cell), value)
    .refine((all) => Object.keys(all).length <= importLimits.columns, importTexts.tooManyColumns);
}

/** Answers to what a sheet leaves open (`ask` of its faults). */
export const importAnswers = z
  .object({
    dateOrder: perColumn(z.enum(dateOrders)).optional().describe('By field: what comes first in its dates.'),
    decimals: perColumn(z.enum(decimalSigns)).optional().describe('By field: the sign before its decimals.'),
    unitSize: perColumn(z.string().max(importLimits.cell))
      .optional()
      .describe('By unit: what one holds, such as 30 kg.'),
    pricePer: perColumn(z.enum(priceUnits))
      .optional()
      .describe('By field: whether its prices are for one of the unit of the quantity, as written, or of the item.'),
    repeated: perColumn(z.enum(repeatedChoices))
      .optional()
      .describe(
        'By field: whether rows that differ from a lot of the opening stock by claim, supplier or day alone are the same stock, or other stock.',
      ),
    changedSince: perColumn(z.enum(changedChoices))
      .optional()
      .describe(
        'By field, which is `record`: whether the sheet or the record holds where a record was changed after its row was exported.',
      ),
    forAll: perColumn(z.string().max(importLimits.cell))
      .optional()
      .describe('By field: its value, as in a cell, for all rows whose own cell is empty.'),
  })
  .default({});
export type ImportAnswers = z.output<typeof importAnswers>;
