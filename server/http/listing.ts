/** Lists: one way to search, sort and page for all of them, and to answer everything without holding it in memory. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ListQuery } from '#contract/lists.ts';
import { place, prepared } from '../db/prepared.ts';
import { findTotal, type CountedTable } from '../db/rowBlocks.ts';
import type { Database } from '../db/tables.ts';

const DEFAULT_PAGE_SIZE = 15;
const ROWS_AT_ONCE = 500;

/** A list as SQL. `columns` names what each row answers; all else says how it may be narrowed and ordered. */
export interface ListSource<Row> {
  columns: RawBuilder<Row>;
  /** Tables and joins, after `from`. */
  from: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
  /** The table that has one row, not deleted, for each of the list. */
  counted: CountedTable;
  /** What a search term must be found in. */
  matches: (term: string) => RawBuilder<SqlBool>;
  /** Expressions by the names that the contract lets a client sort by. None may be null. */
  sort: Record<string, RawBuilder<unknown>>;
  defaultSort: { by: string; order: 'asc' | 'desc' };
  /** The id of the counted table; settles the order of rows that are otherwise equal. `sort` names it by the same object. */
  id: RawBuilder<number>;
}

/** Signs that LIKE would read as wildcards, as themselves. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** As lower() does on columns on both engines: the letters A to Z alone (docs/decisions/001). */
function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Whether a text in small letters begins with the term. */
export function beginsWith(text: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${text} like ${`${literally(foldCase(term))}%`} escape '\\'`;
}

/** Whether any of the texts, columns by name or SQL, contains the term, in small or capital letters. */
export function containsIn(texts: readonly (string | RawBuilder<unknown>)[], term: string): RawBuilder<SqlBool> {
  const pattern = `%${literally(foldCase(term))}%`;
  const valueOf = (text: string | RawBuilder<unknown>) => (typeof text === 'string' ? sql`${sql.ref(text)}` : text);
  const tests = texts.map((text) => sql`lower(${valueOf(text)}) like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

/** A term that is a whole number, for lists that can be searched by an id. */
export function asId(term: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(term) ? Number(term) : undefined;
}

function conditions<Row>(source: ListSource<Row>, search: string): RawBuilder<SqlBool> {
  return search === '' ? source.where : sql<SqlBool>`${source.where} and ${source.matches(search)}`;
}

function ordering<Row>(source: ListSource<Row>, query: ListQuery) {
  const by = query.sort ?? source.defaultSort.by;
  const key = source.sort[by];
  if (!key) throw new Error(`the list cannot be sorted by ${by}`);
  const order = query.order ?? (query.sort === undefined ? source.defaultSort.order : 'asc');
  return { by, order, key, direction: sql.raw(order), further: sql.raw(order === 'asc' ? '>' : '<') };
}

type Ordering = ReturnType<typeof ordering>;

function pageOf<Row>(source: ListSource<Row>, where: RawBuilder<SqlBool>, { key, direction }: Ordering) {
  return (size: unknown, offset: unknown) => sql<Row>`
    select ${source.columns} from ${source.from} where ${where}
    order by ${key} ${direction}, ${source.id} ${direction} limit ${size} offset ${offset}`;
}

/** The statements of a list's pages without a search, put together once for each way to sort them. */
function plainPages<Row>(source: ListSource<Row>, inOrder: Ordering) {
  const size = place('size');
  const skip = place('skip');
  const { where, id } = source;
  const from = sql<SqlBool>`${where} and ${id} ${inOrder.further}= ${place('id')}`;
  return {
    near: prepared(() => pageOf(source, where, inOrder)(size, skip)),
    far: prepared(() => pageOf(source, from, inOrder)(size, skip)),
  };
}

type PlainPages<Row> = ReturnType<typeof plainPages<Row>>;

/** Reads pages of a list and how many rows there are in all: two statements, a third for a far page. */
export function pagesOf<Row>(db: Database, source: ListSource<Row>) {
  const plain = new Map<string, PlainPages<Row>>();

  function plainFor(inOrder: Ordering): PlainPages<Row> {
    const name = `${inOrder.by} ${inOrder.order}`;
    const known = plain.get(name) ?? plainPages(source, inOrder);
    plain.set(name, known);
    return known;
  }

  return async (query: ListQuery): Promise<{ rows: Row[]; total: number }> => {
    const inOrder = ordering(source, query);
    const size = query.pageSize ?? DEFAULT_PAGE_SIZE;
    const offset = ((query.page ?? 1) - 1) * size;
    const search = query.search?.trim() ?? '';
    if (search === '') {
      const byId = inOrder.key === source.id ? inOrder.order : undefined;
      const { total, start } = await findTotal(db, source.counted, offset, byId);
      const { near, far } = plainFor(inOrder);
      const rows = start ? await far(db, { size, ...start }) : await near(db, { size, skip: offset });
      return { rows, total };
    }
    const where = conditions(source, search);
    const counted = await sql<{ total: number }>`
      select count(*) as total from ${source.from} where ${where}`.execute(db);
    const { rows } = await pageOf(source, where, inOrder)(size, offset).execute(db);
    return { rows, total: counted.rows[0]?.total ?? 0 };
  };
}

/**
 * The whole list in batches, each its own statement: no transaction stays open while a slow client reads. A row that is
 * added or moved meanwhile may be missed or not, but none comes twice.
 */
export async function* readAll<Row>(db: Database, source: ListSource<Row>, query: ListQuery): AsyncGenerator<Row[]> {
  const where = conditions(source, query.search?.trim() ?? '');
  const { key, direction, further } = ordering(source, query);
  let after: { sortKey: unknown; rowId: number } | undefined;
  for (;;) {
    const rest = after ? sql`and (${key}, ${source.id}) ${further} (${after.sortKey}, ${after.rowId})` : sql``;
    const { rows } = await sql<Row & { sortKey: unknown; rowId: number }>`
      select ${source.columns}, ${key} as "sortKey", ${source.id} as "rowId" from ${source.from}
      where ${where} ${rest} order by ${key} ${direction}, ${source.id} ${direction} limit ${ROWS_AT_ONCE}`.execute(db);
    if (rows.length > 0) yield rows;
    after = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
