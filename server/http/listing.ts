/** Lists: one way to search, sort and page for all of them, and to answer everything without holding it in memory. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ListQuery } from '#contract/lists.ts';
import { place, prepared } from '../db/prepared.ts';
import { findTotal, type CountedTable } from '../db/rowBlocks.ts';
import type { Store } from '../db/connect.ts';

const DEFAULT_PAGE_SIZE = 15;
const ROWS_AT_ONCE = 500;

/** A list as SQL. `columns` names what each row answers; all else says how it may be narrowed and ordered. */
export interface ListSource<Row> {
  columns: RawBuilder<Row>;
  /** Tables and joins, after `from`. */
  from: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
  /** The table that has one row, not deleted, for each of the list; without it the rows are counted one by one. */
  counted?: CountedTable;
  /** What a search term must be found in: made of `contained`, `stateBegins` and `isTermId`. */
  matches: RawBuilder<SqlBool>;
  /**
   * The same for terms of three letters or more by SQLite's index of words, with `hasWords`. PostgreSQL finds its own
   * such indexes from `matches`.
   */
  matchesWords?: RawBuilder<SqlBool>;
  /** Expressions by the names that the contract lets a client sort by. None may be null. */
  sort: Record<string, RawBuilder<unknown>>;
  defaultSort: { by: string; order: 'asc' | 'desc' };
  /** Unique: the id of the counted table. It settles the order of rows that are otherwise equal. `sort` names it by the same object. */
  id: RawBuilder<unknown>;
}

/** Signs that LIKE would read as wildcards, as themselves. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** As lower() does on columns on both engines: the letters A to Z alone (docs/decisions/001). */
function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Whether any of the texts, columns by name or SQL, contains the search term, in small or capital letters. */
export function contained(texts: readonly (string | RawBuilder<unknown>)[]): RawBuilder<SqlBool> {
  const valueOf = (text: string | RawBuilder<unknown>) => (typeof text === 'string' ? sql`${sql.ref(text)}` : text);
  const tests = texts.map((text) => sql`lower(${valueOf(text)}) like ${place('contained')} escape '\\'`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

/** Whether the record with this id is one that SQLite's index of words names for the term. What it names contains the term or nearly so. */
export function hasWords(idColumn: string, words: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(idColumn)} in (select rowid from ${sql.table(words)} where ${sql.table(words)} match ${place('words')})`;
}

/** Whether a state begins with the term, as it is shown or as it is stored: 'not paid' finds notpaid. */
export function stateBegins(column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`replace(${sql.ref(column)}, '_', '') like ${place('state')} escape '\\'`;
}

/** Whether the term is this id. */
export function isTermId(column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = cast(${place('termId')} as bigint)`;
}

/** What the places of a search hold for a term. */
function valuesOf(term: string) {
  const state = literally(foldCase(term.replaceAll(/[\s_]+/g, '')));
  return {
    contained: `%${literally(foldCase(term))}%`,
    // Of nothing but spaces and lines, no state is meant.
    state: state === '' ? '' : `${state}%`,
    termId: /^[1-9]\d{0,14}$/.test(term) ? Number(term) : null,
    words: `"${term.replaceAll('"', '""')}"`,
  };
}

/** How a list is narrowed: not at all, by looking into each text, or by an index of words first. */
type Narrowing = 'all' | 'text' | 'words';

function conditions<Row>(source: ListSource<Row>, narrowing: Narrowing): RawBuilder<SqlBool> {
  const { where, matches, matchesWords = matches } = source;
  if (narrowing === 'all') return where;
  return sql<SqlBool>`${where} and ${narrowing === 'text' ? matches : matchesWords}`;
}

interface Ordering {
  by: string;
  order: 'asc' | 'desc';
  key: RawBuilder<unknown>;
}

function ordering<Row>(source: ListSource<Row>, query: ListQuery): Ordering {
  const by = query.sort ?? source.defaultSort.by;
  const key = source.sort[by];
  if (!key) throw new Error(`the list cannot be sorted by ${by}`);
  return { by, key, order: query.order ?? (query.sort === undefined ? source.defaultSort.order : 'asc') };
}

/** The statements of a list for one way to narrow and to sort it. */
function statementsOf<Row>(source: ListSource<Row>, narrowing: Narrowing, { key, order }: Ordering) {
  const { columns, from, id } = source;
  const direction = sql.raw(order);
  const further = sql.raw(order === 'asc' ? '>' : '<');
  const where = conditions(source, narrowing);
  const inOrder = sql`order by ${key} ${direction}, ${id} ${direction}`;
  const page = (condition: RawBuilder<SqlBool>) => sql<Row>`
    select ${columns} from ${from} where ${condition} ${inOrder} limit ${place('size')} offset ${place('skip')}`;
  const batch = (condition: RawBuilder<SqlBool>) => sql<Row & { sortKey: unknown; rowId: unknown }>`
    select ${columns}, ${key} as "sortKey", ${id} as "rowId" from ${from}
    where ${condition} ${inOrder} limit ${sql.lit(ROWS_AT_ONCE)}`;
  return {
    count: prepared(() => sql<{ total: number }>`select count(*) as total from ${from} where ${where}`),
    page: prepared(() => page(where)),
    /** A page of a list in the order of its ids, from one of them on. */
    farPage: prepared(() => page(sql`${where} and ${id} ${further}= ${place('id')}`)),
    firstBatch: prepared(() => batch(where)),
    nextBatch: prepared(() =>
      batch(sql`${where} and (${key}, ${id}) ${further} (${place('sortKey')}, ${place('rowId')})`),
    ),
  };
}

/** Reads a list: pages of it with the total, or all of it in batches. */
export function listReader<Row>({ db, engine }: Store, source: ListSource<Row>) {
  const hasIndex = engine === 'sqlite' && source.matchesWords !== undefined;
  const made = new Map<string, ReturnType<typeof statementsOf<Row>>>();

  /** What is asked for, as statements and the values of their places. */
  function understand(query: ListQuery) {
    const term = query.search?.trim() ?? '';
    const narrowing = term === '' ? 'all' : hasIndex && Array.from(term).length >= 3 ? 'words' : 'text';
    const inOrder = ordering(source, query);
    const name = `${narrowing} ${inOrder.by} ${inOrder.order}`;
    const statements = made.get(name) ?? statementsOf(source, narrowing, inOrder);
    made.set(name, statements);
    return { narrowing, inOrder, statements, values: narrowing === 'all' ? {} : valuesOf(term) };
  }

  return {
    /** One page and how many rows there are in all: two statements, three for a far page. */
    async page(query: ListQuery): Promise<{ rows: Row[]; total: number }> {
      const { narrowing, inOrder, statements, values } = understand(query);
      const size = query.pageSize ?? DEFAULT_PAGE_SIZE;
      const skip = ((query.page ?? 1) - 1) * size;
      if (narrowing === 'all' && source.counted) {
        const byId = inOrder.key === source.id ? inOrder.order : undefined;
        const { total, start } = await findTotal(db, source.counted, skip, byId);
        const rows = start
          ? await statements.farPage(db, { size, ...start })
          : await statements.page(db, { size, skip });
        return { rows, total };
      }
      const [counted] = await statements.count(db, values);
      return { rows: await statements.page(db, { ...values, size, skip }), total: counted?.total ?? 0 };
    },

    /**
     * The whole list in batches, each its own statement: no transaction stays open while a slow client reads. A row that
     * is added or moved meanwhile may be missed or not, but none comes twice.
     */
    async *all(query: ListQuery): AsyncGenerator<Row[]> {
      const { statements, values } = understand(query);
      let rows = await statements.firstBatch(db, values);
      for (;;) {
        if (rows.length > 0) yield rows;
        const last = rows.at(-1);
        if (!last || rows.length < ROWS_AT_ONCE) return;
        rows = await statements.nextBatch(db, { ...values, sortKey: last.sortKey, rowId: last.rowId });
      }
    },
  };
}
