import { formatCount } from '../../core/values/format.ts';

const rowsFrom = (from: number, to: number) => (from === to ? `row ${from}` : `rows ${from} to ${to}`);

/** Questions that a sheet leaves open. */
export const questionTexts = {
  title: (count: number) =>
    count === 1 ? '1 question about this sheet' : `${formatCount(count)} questions about this sheet`,
  column: (label: string, columns: number) =>
    `${columns === 2 ? 'Two' : formatCount(columns)} columns could be ${label}. Which one is it?`,
  noColumn: 'None of them',
  dateOrder: (label: string) => `${label}: day first or month first?`,
  dayFirst: 'Day first',
  inIndia: 'as in India',
  monthFirst: 'Month first',
  noDay: 'no day',
  noNumber: 'no number',
  decimals: (label: string) => `${label}: what is the comma?`,
  commaGroups: 'Between thousands',
  commaDecimals: 'Before decimals',
  unitSize: (unit: string) => `Some quantities are in ${unit}. How much does one hold?`,
  pricePer: (label: string) => `${label}: for one of which unit?`,
  perWritten: (unit: string) => `For one ${unit}, as the quantity is written`,
  perItem: (unit: string) => `For one ${unit}`,
  priceFor: (price: number, unit: string) => `${price} per ${unit}`,
  repeated: 'Some rows differ from stock that is here by claim, supplier or day alone. Are they the same stock?',
  same: 'The same stock',
  sameNote: 'left as it is',
  other: 'Other stock',
  otherNote: 'added beside it',
  changedSince: 'Some records were changed here after this list was exported. Which holds?',
  sheet: 'What the sheet says',
  sheetNote: 'what was changed here is put back',
  record: 'What is here',
  recordNote: 'these rows are left as they are',
  one: (unit: string) => `1 ${unit} =`,
  sizeLabel: (unit: string, inUnit: string) => `1 ${unit} in ${inUnit}`,
  was: (text: string, reading: string) => `${text} → ${reading}`,
} as const;

/** Rows that are no records. */
export const asideTexts = {
  total: 'a total',
  carried: 'carried from page to page',
  headings: 'the headings again',
  groupName: 'group head without a quantity',
  note: 'a note below the table',
  group: (from: number, to: number) => `group head, the sum of ${rowsFrom(from, to)}`,
  title: (rows: number) => `${rows === 1 ? '1 row' : `${formatCount(rows)} rows`} left out`,
  take: 'Take it all the same',
  takeRow: (row: number) => `Take row ${row} all the same`,
  row: (row: number) => `Row ${row}`,
} as const;

/** Rows that add up those below them, in a sheet of stock without a column of batches. */
export const groupRowTexts = {
  title: (name: string) => `Rows such as “${name}” add up the rows below them. What are they?`,
  groups: 'Groups',
  groupsNote: 'left out; the rows below are items',
  items: 'Items',
  itemsNote: 'the rows below are their batches',
  group: (item: string) => `item ${item}`,
  batch: (item: string, batch: string) => `${item}, batch ${batch}`,
  column: 'Item',
  column2: 'Item above',
  why: (from: number, to: number) => `the item of ${rowsFrom(from, to)}`,
} as const;
