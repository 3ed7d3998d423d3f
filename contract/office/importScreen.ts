/** Texts of the screen of imports. */
import { formatAmount, formatCount, formatQuantityWithUnit, formatRupees } from '../core/values/format.ts';
import type { RowOutcome } from '../stock/importing.ts';
import type { ImportedStock } from './imports.ts';

const rowsOf = (rows: number) => (rows === 1 ? '1 row' : `${formatCount(rows)} rows`);

const cellsOf = (cells: number) => (cells === 1 ? '1 cell' : `${formatCount(cells)} cells`);
const columnsOf = (columns: number) => (columns === 1 ? '1 column' : `${formatCount(columns)} columns`);

const outcomes: Readonly<Record<RowOutcome, string>> = {
  create: 'adds',
  update: 'updates',
  skip: 'exists',
  fault: 'fault',
};

/** The effect of saving a row, beside its number. */
export function outcomeText(outcome: RowOutcome): string {
  return outcomes[outcome];
}

export const gridTexts = {
  label: 'Cells of the sheet',
  row: 'Row',
  none: 'Not used',
  cell: (heading: string, row: string) => `${heading}, row ${row}`,
  takenFor: (heading: string) => `The column “${heading}” is`,
  keys: 'F8: next fault. Enter in a faulty cell: keep what is typed and go to the next fault. Tab: next cell. Esc, then Tab: leave the sheet. Paste, fill down (Ctrl D) and undo (Ctrl Z) work as in a spreadsheet.',
} as const;

export const importPageTexts = {
  cancel: 'Cancel',
  choose: 'Choose a file',
  drop: 'Drop a spreadsheet, a .csv file or an export of Tally here, or paste cells copied from a spreadsheet (Ctrl V).',
  template: 'Download a template',
  reading: 'Reading the file…',
  checking: (rows: number) => `Checking ${rowsOf(rows)}…`,
  saving: (rows: number) => `Saving ${rowsOf(rows)}…`,
  notSaved: (rows: number, from: string) => `${rowsOf(rows)} ${from}, nothing is saved yet`,
  perhapsSaved: (rows: number, from: string) => `${rowsOf(rows)} ${from}, perhaps saved already`,
  saveAgain: 'Save again',
  savedOnce: 'Saving again saves nothing twice.',
  fromFile: (fileName: string) => (fileName === '' ? 'pasted' : `of ${fileName}`),
  all: 'All',
  adds: 'To add',
  existing: 'Existing',
  faulty: 'With a fault',
  onExisting: 'Existing records',
  skip: 'Leave as they are',
  update: 'Update them',
  putRight: (cells: number) => `Put right ${cellsOf(cells)}`,
  leaveOut: (rows: number) => (rows === 1 ? 'Leave out 1 row' : `Leave out the ${formatCount(rows)} rows`),
  save: (rows: number) => `Save ${rowsOf(rows)}`,
  toPutRight: (columns: number, cells: number) =>
    `${[columns > 0 && columnsOf(columns), cells > 0 && cellsOf(cells)].filter(Boolean).join(' and ')} to put right`,
  itemsFirst: (names: number) =>
    `${formatCount(names)} names are no raw material or product yet. Import these first, under Raw Materials or Products, then choose this sheet again.`,
  emptyStays: 'An empty cell changes nothing: the record keeps what it has there.',
  nothingToDo: 'All of these exist already: nothing to save.',
  answer: (open: number) => (open === 1 ? 'Answer 1 question' : `Answer ${formatCount(open)} questions`),
  readings: (cells: number) => `${cellsOf(cells)} read with a change: both are shown.`,
  changed: 'Read with a change',
  unused: (headings: readonly string[]) => `Not used: ${headings.join(', ')}.`,
  made: (names: readonly string[]) => `New ${names.length === 1 ? 'category' : 'categories'}: ${names.join(', ')}.`,
  together: 'All rows are saved together or none. The whole import can be undone until something refers to it.',
  moreFaults: (more: number) => `and ${formatCount(more)} more`,
  empty: 'empty',
  sheet: 'Sheet',
  rowNumber: (row: number) => `Row ${row}`,
  undo: 'Undo the import',
  undoFailed: 'The import could not be undone.',
  saveFailed: 'The import could not be saved.',
  saveUnanswered: 'It is not known whether the import was saved.',
  checkFailed: 'The sheet could not be checked.',
  see: (list: string) => `See ${list.toLowerCase()}`,
  another: 'Import another sheet',
  recent: 'Imports so far',
} as const;

/** The parts of an export of Tally. */
export const tallyTexts = {
  title: 'Parts of the export of Tally',
  order: 'One part after the other, in this order: a part names what those before it have made. The file stays chosen.',
  done: 'All parts of the file are saved.',
  rows: rowsOf,
  as: (noun: string) => `Import ${noun}`,
  importAs: (part: string, noun: string) => `Import ${part} as ${noun}`,
  next: (part: string) => `Next part: ${part}`,
  parts: 'Parts of the file',
  otherFile: 'Choose another file',
} as const;

/** Values that hold for all rows of a sheet. */
export const forAllTexts = {
  label: (label: string) => `${label}, for all rows`,
  choose: 'Choose',
  from: (cell: string, text: string) => `From cell ${cell}: ${text}`,
  unclear: (cell: string, text: string) => `Cell ${cell} says “${text}”, which does not say one day for certain`,
  notStated: 'The sheet does not say',
  emptyCells: 'For rows whose cell is empty',
} as const;

/** New names that nearly are others. */
export const alikeTexts = {
  title: (names: number) => (names === 1 ? '1 name nearly the same' : `${formatCount(names)} names nearly the same`),
  meant: 'Did you mean',
  ofRow: (row: number) => `Row ${row} is called`,
  use: 'Use it',
  takeFor: (name: string, row: number) => `Use ${name} in row ${row}`,
  other: 'It is another one',
  allOther: 'All are others',
  otherFor: (row: number) => `Row ${row} is another one`,
} as const;

const lotsOf = (lots: number) => (lots === 1 ? '1 lot' : `${formatCount(lots)} lots`);

/** The stock that a sheet brings, beside what its own total says. */
export const stockTexts = {
  /** 150 lots, 4,812.350 kg and 2,140 pieces, worth ₹ 8,31,204.50. */
  sum: ({ lots, quantities, value, unpriced }: ImportedStock) => {
    const sums = quantities.map(({ unit, quantity }) => formatQuantityWithUnit(quantity, unit));
    const [last = ''] = sums.slice(-1);
    const listed = sums.length < 2 ? last : `${sums.slice(0, -1).join(', ')} and ${last}`;
    const without =
      unpriced === 0 ? '' : unpriced === lots ? ', without prices' : ` (${lotsOf(unpriced)} without a price)`;
    return `${lotsOf(lots)}, ${listed}${unpriced === lots ? without : `, worth ${formatRupees(value)}${without}`}.`;
  },
  inLedger: 'In the ledger now:',
  same: (total: string, row: number) => `The sheet’s own total says the same: ${total}, row ${row}.`,
  differs: (total: string, row: number, difference: string) =>
    `The sheet’s own total differs: ${total}, row ${row}. The difference is ${difference}.`,
  none: 'The sheet has no total to compare.',
  rows: 'Rows that differ',
  row: (row: number, item: string, own: number, worth: number | undefined) =>
    `Row ${row}, ${item}: the sheet says ${formatRupees(own)}, ${
      worth === undefined ? 'and there is no price' : `quantity × price is ${formatAmount(worth)}`
    }.`,
  noRow: 'No row differs by itself: rows are missing, or exist already.',
  saveDiffering: (rows: number) => `Save ${rowsOf(rows)} though the totals differ`,
} as const;

/** The template of a sheet, and notes about its columns. */
export const templateTexts = {
  sheet: 'Import',
  notes: 'Allowed values',
  headings: ['Column', 'Must be there', 'Takes', 'Example'],
  required: (isRequired: boolean) => (isRequired ? 'yes' : 'no'),
  fileName: (plural: string) => `${plural} template.xlsx`,
  takes: {
    text: 'text',
    code: 'text',
    gstin: 'a GSTIN of 15 characters',
    number: 'a number, such as 1250.5 or 1,250.50',
    price: 'a price for one unit, such as 118.50 or 11,850 / qtl',
    quantity: 'a number, such as 1250.5 or 1,250.50, with or without its unit: 12 kg',
    percent: 'a percentage, such as 95 or 95 %',
    date: 'a date, such as 31-03-2027 or 31 Mar 2027',
    phone: 'a phone number of 10 digits, with or without +91',
  },
} as const;
