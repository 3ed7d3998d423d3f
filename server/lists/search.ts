/** What a search term means in the SQL of a list. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Engine } from '../db/connect.ts';
import { foldCase } from '../db/fold.ts';
import { param } from '../db/statements.ts';

/** How a search term can be understood, beside as a part of a text. */
export interface ParsedTerm {
  /** It is a whole number, so it may be an id. */
  id: boolean;
  /** One of the list's states begins with it. */
  state: boolean;
  /** It is long enough for SQLite's indexes of words. PostgreSQL finds its own such indexes from LIKE. */
  words: boolean;
  /** What folds the case of the texts that it is looked for in: of A to Z alone, SQLite does that six times as fast by itself. */
  fold: 'lower' | 'fold';
}

/** A column by its name, or an expression. */
type Text = string | RawBuilder<unknown>;

/** Signs that LIKE would read as wildcards, as themselves. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** Whether any of the texts, columns by name or expressions, contains the search term, in small or capital letters. */
export function contained({ fold }: ParsedTerm, texts: readonly Text[]): RawBuilder<SqlBool> {
  const refs = texts.map((text) => (typeof text === 'string' ? sql.ref(text) : text));
  const tests = refs.map((ref) => sql`${sql.raw(fold)}(${ref}) like ${param('contained')} escape '\\'`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

/**
 * The same for texts that SQLite's index of words has: it names the records that contain the term or nearly so, by the
 * column of their id, and the texts decide.
 */
export function foundByWords(
  reading: ParsedTerm,
  index: string,
  idColumn: string,
  texts: readonly Text[],
): RawBuilder<SqlBool> {
  if (!reading.words) return contained(reading, texts);
  const named = sql.table(index);
  return sql<SqlBool>`(
    ${sql.ref(idColumn)} in (select rowid from ${named} where ${named} match ${param('words')}) and ${contained(reading, texts)})`;
}

/** Whether one of the tests holds; those that this term can't pass are left out, so that they cost nothing. */
export function anyOf(...tests: (RawBuilder<SqlBool> | false)[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(
    tests.filter((test) => test !== false),
    sql` or `,
  )})`;
}

/** Whether a state begins with the term, as it is shown or as it is stored: 'not paid' finds notpaid. */
export function stateBegins(column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`replace(${sql.ref(column)}, '_', '') like ${param('state')} escape '\\'`;
}

/** Whether the term is this id. */
export function isTermId(column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = cast(${param('termId')} as bigint)`;
}

/** A state as people may write it, in small letters: 'Not paid' for notpaid, 'in progress' for in_progress. */
function stateLike(text: string): string {
  return foldCase(text.replaceAll(/[\s_]+/g, ''));
}

/** How a term can be understood, and what its params hold. */
export function parseTerm(term: string, engine: Engine, states: readonly string[] = []) {
  const state = stateLike(term);
  const isId = /^[1-9]\d{0,14}$/.test(term);
  const reading: ParsedTerm = {
    id: isId,
    state: state !== '' && states.some((each) => stateLike(each).startsWith(state)),
    words: engine === 'sqlite' && Array.from(term).length >= 3,
    fold: engine === 'sqlite' && /^[ -~]*$/.test(term) ? 'lower' : 'fold',
  };
  const values = {
    contained: `%${literally(foldCase(term))}%`,
    state: `${literally(state)}%`,
    termId: isId ? Number(term) : null,
    words: `"${term.replaceAll('"', '""')}"`,
  };
  return { reading, values };
}
