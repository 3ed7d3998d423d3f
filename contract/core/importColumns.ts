/** Columns of spreadsheets that are imported: described once for the server, the screens and the templates. */
import { longestSent, NAME_LENGTH } from './values/names.ts';
import type { ScreenPath } from '../kinds.ts';

/**
 * How the cells of a column are read; a number with % is a hundredth of it where the column is of no percentages, and a
 * quantity may have its unit behind it.
 */
type CellKind = 'text' | 'phone' | 'number' | 'quantity' | 'percent' | 'date' | 'choice';

export interface ImportColumn<Field extends string = string> {
  field: Field;
  label: string;
  /** Other accepted headings. Case, spaces and signs don't count. */
  synonyms: readonly string[];
  cell: CellKind;
  required: boolean;
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
  /** Labels of the rows below an exported list: such a row has nothing in a column of the import, and is no record. */
  totals?: readonly string[];
}

export type ColumnDetails = Partial<Pick<ImportColumn, 'required' | 'choices' | 'otherChoices'>>;

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

export const required = { required: true } as const;
export const active: ColumnDetails = {
  choices: { Active: 1, Inactive: 0, Yes: 1, No: 0 },
  otherChoices: { Y: 1, N: 0, True: 1, False: 0, 1: 1, 0: 0 },
};

/** Normalizes a heading for comparison; one that is longer than a name can be is like no other. */
function plain(heading: string): string {
  if (heading.length > longestSent(NAME_LENGTH)) return heading;
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}%]+/gu, '');
}

/** The field of each heading, by labels first and synonyms then; each field once, and '' for headings that mean none. */
export function matchHeadings(columns: readonly ImportColumn[], headings: readonly string[]): Record<string, string> {
  const matched = new Map<string, string>();
  const taken = new Set<string>();
  const plainOf = new Map(headings.map((heading) => [heading, plain(heading)]));
  const assign = (namesOf: (each: ImportColumn) => readonly string[]) => {
    const called = columns.map((each) => ({ field: each.field, names: new Set(namesOf(each).map(plain)) }));
    for (const [heading, name] of plainOf) {
      if (matched.has(heading)) continue;
      const match = called.find(({ field, names }) => !taken.has(field) && names.has(name));
      if (!match) continue;
      matched.set(heading, match.field);
      taken.add(match.field);
    }
  };
  assign(({ label, field }) => [label, field]);
  assign(({ synonyms }) => synonyms);
  return Object.fromEntries(headings.map((heading) => [heading, matched.get(heading) ?? '']));
}
