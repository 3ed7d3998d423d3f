/** Columns of spreadsheets that are imported: described once for the server, the screens and the templates. */
import type { ScreenPath } from '../kinds.ts';

/**
 * How the cells of a column are read; a number with % is a hundredth of it where the column is of no percentages. A
 * quantity may have its unit behind it, and a price the one that it is for. A code is a text that is never a date.
 */
export type CellKind =
  | 'text'
  | 'code'
  | 'gstin'
  | 'phone'
  | 'number'
  | 'price'
  | 'quantity'
  | 'percent'
  | 'date'
  | 'choice';

export interface ImportColumn<Field extends string = string> {
  field: Field;
  label: string;
  /** Other accepted headings. Case, spaces and signs don't count. */
  synonyms: readonly string[];
  cell: CellKind;
  required: boolean;
  /** Headings that are taken rather than the label itself, such as a mobile's beside that of a landline. */
  preferred?: readonly string[];
  /** A month without a day is its last day, as on labels. */
  endsMonth?: boolean;
  /** How many digits a number has; a text of another kind, such as a foreign code, may have any. */
  digits?: number;
  /** The field that it is a part of: joined with others, or taken where the field's own column has nothing usable. */
  partOf?: { field: string; how: 'joined' | 'otherwise' };
  /** Whether one value can hold for all rows of a sheet: nothing is saved without it, the screen asks for it, or it may be given. */
  forAll?: 'needed' | 'asked' | 'offered';
  example: string | number;
  /** Texts that a cell of the kind `choice` accepts, with the value of each. */
  choices?: Readonly<Record<string, string | number>>;
  /** Further accepted texts, in any case, that are not offered. */
  otherChoices?: Readonly<Record<string, string | number>>;
}

export interface ImportSheet<Field extends string = string> {
  title: string;
  /** Singular and plural. */
  noun: readonly [one: string, more: string];
  /** The list that the records are in. */
  listTitle: string;
  screenPath: ScreenPath;
  columns: readonly ImportColumn<Field>[];
  /** Further columns that sheets of others have, of which fields are made; templates and exports have none of them. */
  parts?: readonly ImportColumn[];
  /** Labels of the rows below an exported list: such a row has nothing in a column of the import, and is no record. */
  totals?: readonly string[];
}

export type ColumnDetails = Partial<
  Pick<
    ImportColumn,
    'required' | 'choices' | 'otherChoices' | 'preferred' | 'endsMonth' | 'digits' | 'forAll' | 'partOf'
  >
>;

/** A column that takes its label or one of the synonyms as its heading; not required unless `details` say so. */
export function column<const Field extends string>(
  field: Field,
  label: string,
  cell: CellKind,
  example: string | number,
  synonyms: readonly string[] = [],
  details: ColumnDetails = {},
): ImportColumn<Field> {
  return { field, label, cell, example, synonyms, required: false, ...details };
}

/** The label of a field's column, as people see it; the field itself where no column is of it. */
export function columnLabel(columns: readonly ImportColumn[], field: string): string {
  return columns.find((each) => each.field === field)?.label ?? field;
}

/** The last column of an exported list: it says which record a row is of, so that any other cell of it may be edited. */
export const recordColumn = column('record', 'Godown record', 'code', '');

const moment = (timestamp: string) => Date.parse(timestamp).toString(36);

/** Names a record in that column: of another installation, the moment is another one. */
export function recordMark(id: number, createdAt: string): string {
  return `${id}-${moment(createdAt)}`;
}

/** The state of a record that can change, which stands behind its mark. */
export function recordVersion(updatedAt: string): string {
  return moment(updatedAt);
}

/** The cell of a record that can change: its mark and its version when it was exported. */
export function recordCell(id: number, { createdAt, updatedAt }: { createdAt: string; updatedAt: string }): string {
  return `${recordMark(id, createdAt)}-${recordVersion(updatedAt)}`;
}

/** The mark and the version of a cell; lists that were exported before there were versions have none. */
export function readRecordCell(text: string): { record: string; version?: string } {
  const [, record, version] = /^(\d+-[\da-z]+)-([\da-z]+)$/.exec(text) ?? [];
  return record === undefined || version === undefined ? { record: text } : { record, version };
}

export const required = { required: true } as const;
export const endsMonth = { endsMonth: true } as const;
export const active: ColumnDetails = {
  choices: { Active: 1, Inactive: 0, Yes: 1, No: 0 },
  otherChoices: { Y: 1, N: 0, True: 1, False: 0, 1: 1, 0: 0 },
};
