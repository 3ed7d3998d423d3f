/** Headings of sheets: the field that each means, and the unit that it names. */
import type { CellKind, ImportColumn } from '../../core/importColumns.ts';
import { longestSent, NAME_LENGTH } from '../../core/values/names.ts';
import { isUnit } from '../items/units.ts';

/** A heading in small letters, without blanks and signs; one that is longer than a name can be is like no other. */
function plain(heading: string): string {
  if (heading.length > longestSent(NAME_LENGTH)) return heading;
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}%₹]+/gu, '');
}

/** Between the parts of a heading that stands in two rows. */
export const HEADING_JOINER = ' · ';

interface HeadingParts {
  /** All of it, and what stands outside brackets without a unit. */
  whole: string;
  name: string;
  /** The texts in brackets, without units. */
  notes: readonly string[];
  /** The unit that the heading names, as it is written. */
  unit: string | undefined;
}

const perUnit = /^(?:in|per|\/|each)?\s*(.*)$/i;
/** A unit behind a heading: Qty in gm, Rate per Qtl, Price/kg, Qty Kgs. */
const behind = /^(.*?[\p{L}\p{M}.])(?:\s*(\/|\s(?:in|per)\s)\s*|\s+)(\p{L}[\p{L}.]*)$/iu;
/** “Stock no” is no stock in pieces. */
const isNumberWord = (text: string) => /^(?:no|number)s?\.?$/i.test(text);

const unitIn = (text: string): string | undefined => {
  const [, unit = ''] = perUnit.exec(text.trim()) ?? [];
  return isUnit(unit) ? unit.trim() : undefined;
};

/** “Closing stock as on 31.03.2026” is a closing stock. */
const dayBehind = /(?<=\S)[ ,(]+as (?:on|at|of)\b.*\d.*$/i;

function partsOf(heading: string): HeadingParts {
  const whole = plain(heading);
  if (heading.length > longestSent(NAME_LENGTH)) return { whole, name: whole, notes: [], unit: undefined };
  // “Opening Balance · Quantity” is a quantity.
  const last = (heading.split(HEADING_JOINER).at(-1) ?? '').normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  const written = last.replace(dayBehind, '');
  const inside = [...written.matchAll(/[([{]([^)\]}]*)[)\]}]/g)].map(([, text = '']) => text);
  const outside = written.replaceAll(/[([{][^)\]}]*[)\]}]/g, ' ').trim();
  const [, name = '', sign = '', unit = ''] = behind.exec(outside) ?? [];
  const isBehind = unit !== '' && isUnit(unit) && !(isNumberWord(unit) && sign === '');
  const isAll = isUnit(outside);
  const units = [...inside.map(unitIn), isBehind ? unit : undefined, isAll ? outside : undefined].filter(
    (each) => each !== undefined,
  );
  return {
    whole,
    name: plain(isBehind ? name : outside),
    notes: inside.filter((text) => unitIn(text) === undefined).map(plain),
    // A heading with two units does not say which one applies, so neither is taken.
    unit: units.length === 1 ? units[0] : undefined,
  };
}

const money = ['₹', 'rs', 'inr', 'rupees', 'inrs', 'inrupees'];

/** Whether a column can be taken for a field in spite of what its heading says in brackets, which is never thrown away. */
function areKnown(cell: CellKind, notes: readonly string[]): boolean {
  switch (cell) {
    case 'quantity':
      return notes.length === 0;
    case 'price':
    case 'number':
      return notes.every((note) => money.includes(note));
    case 'percent':
      return notes.every((note) => note === '%' || note === 'percent');
    case 'text':
    case 'code':
    case 'gstin':
    case 'phone':
    case 'date':
    case 'choice':
      return true;
    default:
      throw new Error(`headings of the kind ${String(cell)} are unknown`);
  }
}

const hasUnits = ({ cell }: ImportColumn) => cell === 'quantity' || cell === 'price';

/** The unit that the heading of a column of quantities or prices names; undefined for none. */
export function headingUnit(column: ImportColumn, heading: string): string | undefined {
  if (!hasUnits(column) || plain(heading) === plain(column.label)) return undefined;
  return partsOf(heading).unit;
}

function isCalled(column: ImportColumn, names: readonly string[], parts: HeadingParts): boolean {
  return names.some((each) => {
    const name = plain(each);
    if (parts.whole === name) return true;
    return (parts.unit === undefined || hasUnits(column)) && parts.name === name && areKnown(column.cell, parts.notes);
  });
}

const namesIn = ({ preferred = [], label, field, synonyms }: ImportColumn) =>
  [...preferred, label, field, ...synonyms].map(plain);

interface MatchedHeadings {
  /** The field of each heading, '' for none. */
  mapping: Record<string, string>;
  /** Headings of which each could be a field that therefore none is. */
  rivals: ReadonlyMap<string, readonly string[]>;
}

/**
 * The field of each heading, by the column's preferred names first, labels then, and synonyms; a field that several
 * headings could mean alike is a question, and no heading's.
 */
export function matchHeadings(columns: readonly ImportColumn[], headings: readonly string[]): MatchedHeadings {
  const mapping = new Map<string, string>();
  const rivals = new Map<string, readonly string[]>();
  const taken = new Set<string>();
  const parts = new Map(headings.map((heading) => [heading, partsOf(heading)] as const));
  // “Exp · Date” is no date of another kind.
  const meant = new Map(
    [...parts].flatMap(([heading, { whole }]) => {
      const column = heading.includes(HEADING_JOINER) && columns.find((each) => namesIn(each).includes(whole));
      return column ? [[heading, column.field] as const] : [];
    }),
  );
  const isAsked = (heading: string) => [...rivals.values()].some((of) => of.includes(heading));
  const assign = (namesOf: (column: ImportColumn) => readonly string[]) => {
    for (const column of columns) {
      if (taken.has(column.field)) continue;
      const called = [...parts].filter(
        ([heading, of]) =>
          !mapping.has(heading) &&
          !(column.partOf && isAsked(heading)) &&
          (meant.get(heading) ?? column.field) === column.field &&
          isCalled(column, namesOf(column), of),
      );
      const [[heading] = []] = called;
      if (heading === undefined) continue;
      taken.add(column.field);
      if (called.length === 1) mapping.set(heading, column.field);
      else
        rivals.set(
          column.field,
          called.map(([each]) => each),
        );
    }
  };
  assign(({ preferred = [] }) => preferred);
  assign(({ label }) => [label]);
  assign(({ field, synonyms }) => [field, ...synonyms]);
  return { mapping: Object.fromEntries(headings.map((heading) => [heading, mapping.get(heading) ?? ''])), rivals };
}
