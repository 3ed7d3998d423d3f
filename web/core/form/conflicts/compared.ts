/** How the versions of a record that two people made are put into words, where they are compared (mergeVersions.ts). */
import { formatDate } from '#contract/core/values/format.ts';

/** A value as it is read; undefined for one that is not there. */
export type As = (value: unknown) => string;

export interface ComparedLine {
  line: object;
  /** Identity of the line in both versions; undefined for one that is not saved yet. */
  key: string | number | undefined;
  name: string;
  /** The line as a whole, where it is added, removed or compared as one. */
  text: string;
}

export interface ComparedList<Values> {
  /** The field that has the lines. */
  name: string;
  linesOf: (values: Values) => readonly ComparedLine[];
  /** Its fields that are compared by themselves; without them a line is compared as one. */
  labels?: Readonly<Record<string, string>>;
  as?: Readonly<Record<string, As>>;
}

/**
 * Compared parts of a form, with their labels. A field without a label is merged silently: mine wins if both changed
 * it.
 */
export interface Compared<Values> {
  labels: Readonly<Record<string, string>>;
  as?: Readonly<Record<string, As>>;
  lists?: readonly ComparedList<Values>[];
}

/** A calendar date. */
export const day: As = (value) => (typeof value === 'string' && value !== '' ? formatDate(value) : '');

/** One of a few values, by its label. */
export function oneOf(labels: Readonly<Record<string, string>>): As {
  return (value) => labels[String(value)] ?? '';
}
