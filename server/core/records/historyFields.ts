/** Formats of record fields in the history, in the words of the form. */
import { activeLabels } from '#contract/core/fields.ts';
import { formatAmount, formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromPaise, fromThousandths } from '#contract/core/values/numbers.ts';
import type { HistoryKind } from '#contract/kinds.ts';

/** A record in the history: by API names, money in paise, quantities in thousandths. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** A field in the history. */
export interface HistoryField {
  /** The compared field of the snapshot. */
  field: string;
  label: string;
  text: (record: Snapshot) => string;
}

/** Lines of a document that are compared by their ids, each as a field of its own. */
export interface HistoryLines {
  /** The field of the lines, and the field of a line's id. */
  list: string;
  id: string;
  label: (line: Snapshot) => string;
  text: (line: Snapshot) => string;
  /** Fields of a line beside its text. */
  fields: readonly HistoryField[];
  /** Fields of the document that are written below its lines. */
  below?: readonly HistoryField[];
}

/** How the history writes records of a kind. */
export interface RecordHistory {
  /** In the order of its form. */
  historyFields: readonly HistoryField[];
  historyLines?: HistoryLines | undefined;
  /** The name of a record; without it that of its field `name`. */
  historyName?: ((record: Snapshot) => string) | undefined;
}

/** A kind of record in the history, with its table where a record's own history is read. */
export interface RecordedKind extends RecordHistory {
  kind: HistoryKind;
  table?: string;
}

/** A text or number of a snapshot as text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Names records by a field. */
export function nameIn(field: string): (record: Snapshot) => string {
  return (record) => textOf(record[field]);
}

/** Paise as rupees with two decimals; empty without a number. */
export function amountOf(value: unknown): string {
  return typeof value === 'number' ? formatAmount(fromPaise(value)) : '';
}

/** Thousandths with their unit; empty without a number. */
export function quantityOf(value: unknown, unit: unknown): string {
  return typeof value === 'number' ? formatQuantityWithUnit(fromThousandths(value), textOf(unit)) : '';
}

/** Formats a value of a field. */
export type As = (value: unknown, record: Snapshot) => string;

const text: As = (value) => textOf(value);
/** An amount in rupees. */
export const amount: As = (value) => amountOf(value);
/** An amount in rupees that most records have not: nothing for 0. */
export const someAmount: As = (value) => (value === 0 ? '' : amountOf(value));
/** A quantity in the record's unit. */
export const quantity: As = (value, record) => quantityOf(value, record['unit']);
/** A number with three decimals at most, stored in thousandths. */
export const thousandths: As = (value) => quantityOf(value, '');
/** A calendar date. */
export const day: As = (value) => (typeof value === 'string' && value !== '' ? formatDate(value) : '');

/** The label of a value; the value itself where it has none. */
export function oneOf(labels: Readonly<Record<string, string>>): As {
  return (value) => labels[textOf(value)] ?? textOf(value);
}

/** Active or inactive. */
export const active = oneOf(activeLabels);

/** A referenced record by its name, which is stored beside its id. */
export function named(nameField: string): As {
  return (value, record) => textOf(record[nameField]) || textOf(value);
}

function isSnapshot(value: unknown): value is Snapshot {
  return typeof value === 'object' && value !== null;
}

/** The lines of a document, each as a text. */
export function listOf(textOfLine: (line: Snapshot) => string): As {
  return (value) => (Array.isArray(value) ? value.filter(isSnapshot).map(textOfLine).join(', ') : '');
}

/** The fields of a kind, in the order of its form; `own` has the formats of those other than texts. */
export function fieldsOf(
  labels: Readonly<Record<string, string>>,
  own: Readonly<Record<string, As>> = {},
): HistoryField[] {
  return Object.entries(labels).map(([field, label]) => {
    const as = own[field] ?? text;
    return { field, label, text: (record) => as(record[field], record) };
  });
}
