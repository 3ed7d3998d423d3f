/** Translates a search term to the SQL of a list. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Engine } from '../db/connect.ts';
import { foldCase } from '../db/fold.ts';
import { param } from '../db/statements.ts';

/** The interpretations of a search term, besides as a substring. */
export interface ParsedTerm {
  /** An integer, so possibly an id. */
  id: boolean;
  /** The beginning of one of the list's states. */
  state: boolean;
  /** Long enough for SQLite's trigram indexes. PostgreSQL uses its own for LIKE. */
  words: boolean;
  /** Too short for any index of parts of texts. */
  short: boolean;
  /** Whether the texts are folded: of A to Z SQLite's LIKE ignores the case by itself, in less time. */
  fold: boolean;
}

/** A column by its name, or an expression. */
type Text = string | RawBuilder<unknown>;

/** Escapes the wildcards of LIKE. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** Whether any of the texts contains the search term, ignoring case. */
export function contained({ fold }: ParsedTerm, texts: readonly Text[]): RawBuilder<SqlBool> {
  const refs = texts.map((text) => (typeof text === 'string' ? sql.ref(text) : text));
  const texted = fold ? refs.map((ref) => sql`fold(${ref})`) : refs;
  const tests = texted.map((ref) => sql`${ref} like ${param('contained')} escape '\\'`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

/** Whether any text in SQLite's trigram index contains the search term: the index yields candidate ids, the texts decide. */
export function matchesByWords(
  parsedTerm: ParsedTerm,
  index: string,
  idColumn: string,
  texts: readonly Text[],
): RawBuilder<SqlBool> {
  if (!parsedTerm.words) return contained(parsedTerm, texts);
  const named = sql.table(index);
  return sql<SqlBool>`(
    ${sql.ref(idColumn)} in (select rowid from ${named} where ${named} match ${param('words')}) and ${contained(parsedTerm, texts)})`;
}

/** Whether one of the tests holds; tests that can't match this term are omitted. */
export function anyOf(...tests: (RawBuilder<SqlBool> | false)[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(
    tests.filter((test) => test !== false),
    sql` or `,
  )})`;
}

/** Whether a state, as shown or as stored, begins with the term: 'not paid' finds notpaid. */
export function stateBegins(column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`replace(${sql.ref(column)}, '_', '') like ${param('state')} escape '\\'`;
}

/** Whether the term is this id. */
export function isTermId(column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = cast(${param('termId')} as bigint)`;
}

/** A state as people write it, in lower case: 'not paid' for notpaid, 'in progress' for in_progress. */
function stateLike(text: string): string {
  return foldCase(text.replaceAll(/[\s_]+/g, ''));
}

/** Length of the words in an index of parts of texts. */
const TRIGRAM = 3;

/** Parses a term: its interpretations, and the values of its params. */
export function parseTerm(term: string, engine: Engine, states: readonly string[] = []) {
  const state = stateLike(term);
  const short = Array.from(term).length < TRIGRAM;
  const isId = /^[1-9]\d{0,14}$/.test(term);
  const parsedTerm: ParsedTerm = {
    id: isId,
    state: state !== '' && states.some((each) => stateLike(each).startsWith(state)),
    words: engine === 'sqlite' && !short,
    short,
    fold: engine === 'postgres' || !/^[ -~]*$/.test(term),
  };
  const values = {
    contained: `%${literally(foldCase(term))}%`,
    state: `${literally(state)}%`,
    termId: isId ? Number(term) : null,
    words: `"${term.replaceAll('"', '""')}"`,
  };
  return { parsedTerm, values };
}
