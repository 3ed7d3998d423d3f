/** Filtering, sorting and paging of all lists, and streaming of whole lists with constant memory. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { LRUCache } from 'lru-cache';
import { limits } from '#contract/core/fields.ts';
import type { ListQuery } from '#contract/core/lists.ts';
import { normalizeName } from '#contract/core/values/names.ts';
import { param, prepared } from '../db/statements.ts';
import { rowCount } from '../db/rowCounts.ts';
import type { Engine } from '../db/connect.ts';
import type { Database, RecordTable, Trx } from '../db/tables.ts';
import type { Position, Chunk } from './chunks.ts';
import { type ParsedTerm, parseTerm } from './search.ts';

const DEFAULT_PAGE_SIZE = 15;
const ROWS_PER_BATCH = 250;
/** Index rows that are skipped in less than a millisecond. */
const SKIPPED_PER_BATCH = 1000;
/** Combinations of filters, order and kind of search whose statements a list stores; there are millions. */
const COMBINATIONS = 40;

/**
 * The condition of a filter: a function of its comparison, such as `= ?`, if it takes several values; else SQL that
 * refers to the `param` of the filter's name, or to one of `values`.
 */
export type FilterCondition = RawBuilder<SqlBool> | ((equalsParam: RawBuilder<unknown>) => RawBuilder<SqlBool>);

/** A list as SQL: `columns` are the answered columns; the rest defines filters and order. */
export interface ListSource<Row> {
  columns: RawBuilder<Row>;
  /** Tables and joins, after `from`. */
  from: RawBuilder<unknown>;
  where: RawBuilder<SqlBool>;
  /** The table with one undeleted row per row of the list; without it, rows are counted by the query. */
  counted?: RecordTable;
  /** Filters by query parameter. */
  filters?: Record<string, FilterCondition>;
  /** The total under these filters, if it is known without counting. */
  total?: (activeFilters: readonly ActiveFilter[]) => RawBuilder<number> | undefined;
  /** Values of further params, evaluated per request. */
  values?: (query: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Its stored states, if a search matches them. */
  states?: readonly string[];
  /** The search condition, built of `anyOf`, `contained`, `matchesByWords`, `stateBegins` and `isTermId`. */
  matches?: (parsedTerm: ParsedTerm) => RawBuilder<SqlBool>;
  /** Sort expressions by the contract's names. None may be null. */
  sort: Record<string, RawBuilder<unknown>>;
  defaultSort: { by: string; order: 'asc' | 'desc' };
  /** The unique id of the counted table, the tie-breaker of the order. `sort` refers to it by the same object. */
  id: RawBuilder<unknown>;
}

/** A filter that a query sets. */
export interface ActiveFilter {
  name: string;
  isSeveral: boolean;
}

/** The names of the placeholders for several values: always as many, so that one statement is enough. */
function severalParams(name: string): string[] {
  return Array.from({ length: limits.filterValues }, (_, index) => `${name} ${index}`);
}

/** Compares the expression before it with the value or values of a filter. */
export function equalsParam({ name, isSeveral }: ActiveFilter): RawBuilder<unknown> {
  return isSeveral ? sql`in (${sql.join(severalParams(name).map(param))})` : sql`= ${param(name)}`;
}

function conditionOf(condition: FilterCondition | undefined, active: ActiveFilter): RawBuilder<SqlBool>[] {
  if (condition === undefined) return [];
  return [typeof condition === 'function' ? condition(equalsParam(active)) : condition];
}

/** The values of the params of a filter; the last one fills the remaining params. */
function valuesOf(name: string, value: unknown): [name: string, value: unknown][] {
  if (!Array.isArray(value)) return [[name, value]];
  const values: unknown[] = value;
  if (values.length === 1) return [[name, values[0]]];
  return severalParams(name).map((each, index) => [each, values[Math.min(index, values.length - 1)]]);
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

/** The statements of a list for one combination of filters and order. */
function statementsOf<Row>(
  source: ListSource<Row>,
  parsedTerm: ParsedTerm | undefined,
  activeFilters: readonly ActiveFilter[],
  { key, order }: Ordering,
  rowsAtOnce: number,
) {
  const { columns, from, id, filters = {}, matches } = source;
  const direction = sql.raw(order);
  const further = sql.raw(order === 'asc' ? '>' : '<');
  const conditions = [
    source.where,
    ...activeFilters.flatMap((each) => conditionOf(filters[each.name], each)),
    ...(parsedTerm && matches ? [matches(parsedTerm)] : []),
  ];
  const where = sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  const inOrder = (way: RawBuilder<unknown>) => sql`order by ${key} ${way}, ${id} ${way}`;
  const isWhole = parsedTerm === undefined && activeFilters.length === 0;
  const known =
    isWhole && source.counted ? rowCount(source.counted) : parsedTerm ? undefined : source.total?.(activeFilters);
  const total = known ?? sql<number>`(select count(*) from ${from} where ${where})`;
  const counted = sql<Row & { total: number }>`${columns}, ${total} as "total"`;
  const idsOf = (way: RawBuilder<unknown>, offset: RawBuilder<unknown>) => sql`
    select ${id} as id from ${from} where ${where} ${inOrder(way)} limit ${param('size')} offset ${offset}`;
  // For high offsets, an index-only scan finds the ids; only the page's own rows are read and joined.
  const farPage = (ids: RawBuilder<unknown>) =>
    prepared(
      () => sql<Row & { total: number }>`
        select ${counted} from ${from} where ${id} in (${ids}) ${inOrder(direction)}`,
    );
  const chunk = (condition: RawBuilder<SqlBool>) => sql<Row & { sortKey: unknown; rowId: unknown }>`
    select ${columns}, ${key} as "sortKey", ${id} as "rowId" from ${from}
    where ${condition} ${inOrder(direction)} limit ${sql.lit(rowsAtOnce)}`;
  // From the same snapshot as the rows, so that no row is on two pages.
  const before = sql`${total} - ${param('skip')} - ${param('size')}`;
  return {
    where,
    count: prepared(() => sql<{ total: number }>`select ${total} as total`),
    /** Each row of a page carries the total. */
    page: prepared(
      () => sql<Row & { total: number }>`
        select ${counted} from ${from} where ${where} ${inOrder(direction)}
        limit ${param('size')} offset ${param('skip')}`,
    ),
    farPage: farPage(idsOf(direction, param('skip'))),
    /** Reads a page backwards from the end of the list. PostgreSQL only estimates it well if the inner limit is a value. */
    pageFromEnd: farPage(sql`
      select id from (
        ${idsOf(sql.raw(order === 'asc' ? 'desc' : 'asc'), sql`case when ${before} < 0 then 0 else ${before} end`)}) page
      limit case when ${total} > ${param('skip')} then ${total} - ${param('skip')} else 0 end`),
    firstChunk: prepared(() => chunk(where)),
    // The second condition is redundant, but lets SQLite seek in an expression index.
    nextChunk: prepared(() =>
      chunk(sql`
        ${where} and (${key}, ${id}) ${further} (${param('sortKey')}, ${param('rowId')})
        and ${key} ${further}= ${param('sortKey')}`),
    ),
  };
}

function columnStatement<Row>(
  { from }: Pick<ListSource<unknown>, 'from'>,
  columns: RawBuilder<Row>,
  where: RawBuilder<SqlBool>,
) {
  return prepared(() => sql<Row>`select ${columns} from ${from} where ${where}`);
}

/** Reads a list: pages with the total, or all rows in chunks; from a database or a snapshot that is given. */
export function listReader<Row>(engine: Engine, source: ListSource<Row>, rowsAtOnce = ROWS_PER_BATCH) {
  const statementCache = new LRUCache<string, ReturnType<typeof statementsOf<Row>>>({ max: COMBINATIONS });

  /** The statements of a query and the values of their params. */
  function statementsFor(query: ListQuery) {
    const filterEntries = Object.entries(query).filter(
      ([name, value]) => value !== undefined && source.filters?.[name] !== undefined,
    );
    const term = normalizeName(query.search ?? '');
    const { parsedTerm, values } =
      term === '' ? { parsedTerm: undefined, values: {} } : parseTerm(term, engine, source.states);
    const inOrder = ordering(source, query);
    const activeFilters = filterEntries
      .map(([name, value]): ActiveFilter => ({ name, isSeveral: Array.isArray(value) && value.length > 1 }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const cacheKey = JSON.stringify([parsedTerm, activeFilters, inOrder.by, inOrder.order]);
    const statements =
      statementCache.get(cacheKey) ?? statementsOf(source, parsedTerm, activeFilters, inOrder, rowsAtOnce);
    statementCache.set(cacheKey, statements);
    const size = query.pageSize ?? DEFAULT_PAGE_SIZE;
    const skip = ((query.page ?? 1) - 1) * size;
    const isWhole = parsedTerm === undefined && activeFilters.length === 0;
    const isById = inOrder.key === source.id;
    const isPlain = isWhole && (isById || (inOrder.by === source.defaultSort.by && skip <= SKIPPED_PER_BATCH));
    const filterValues = Object.fromEntries(filterEntries.flatMap(([name, value]) => valuesOf(name, value)));
    const own = { ...source.values?.(query), ...filterValues };
    return { isWhole, isPlain, statements, values: { ...values, ...own, size, skip } };
  }

  async function page(query: ListQuery, from: Database | Trx): Promise<{ rows: Row[]; total: number }> {
    const { isWhole, statements, values } = statementsFor(query);
    const { skip } = values;
    const totalOf = async () => (await statements.count(from, values))[0]?.total ?? 0;
    const isFar = isWhole && skip > SKIPPED_PER_BATCH;
    const isNearEnd = isFar && skip > (await totalOf()) / 2;
    const { page: nearPage, farPage, pageFromEnd } = statements;
    const rows = await (isNearEnd ? pageFromEnd : isFar ? farPage : nearPage)(from, values);
    const [first] = rows;
    if (first || skip === 0) return { rows, total: first?.total ?? 0 };
    return { rows, total: await totalOf() };
  }

  /** Reads columns of all rows that a query finds; a statement for each set of filters. */
  function allRows<Some>(columns: RawBuilder<Some>): (query: ListQuery, from: Database | Trx) => Promise<Some[]> {
    // Each lives as long as the combination that it belongs to.
    const columnStatements = new WeakMap<object, ReturnType<typeof columnStatement<Some>>>();
    return async (query, from) => {
      const { statements, values } = statementsFor(query);
      const read = columnStatements.get(statements) ?? columnStatement(source, columns, statements.where);
      columnStatements.set(statements, read);
      return await read(from, values);
    };
  }

  return {
    /** Reads aggregates over all rows that a query finds. */
    sums<Sums>(columns: RawBuilder<Sums>): (query: ListQuery, from: Database | Trx) => Promise<Sums> {
      const read = allRows(columns);
      return async (query, from) => {
        const [row] = await read(query, from);
        if (row === undefined) throw new Error('an aggregate without a row');
        return row;
      };
    },

    /** Reads some columns of all rows that a query finds, in no order. */
    rows: allRows,

    /** Whether it is fast: the unfiltered list in its default order, not far down, or in the order of its ids. */
    isPlain: (query: ListQuery): boolean => statementsFor(query).isPlain,

    /** One page, empty past the end, and the total from the same snapshot. */
    page,

    /**
     * A chunk of the whole list. No transaction stays open while a slow client reads: rows added or moved between
     * chunks may be missed, but none is repeated. The first chunk has the total if the list is filtered.
     */
    async chunk(query: ListQuery, after: Position | undefined, from: Database | Trx): Promise<Chunk<Row>> {
      const { statements, values } = statementsFor(query);
      const rows = after
        ? await statements.nextChunk(from, { ...values, ...after })
        : await statements.firstChunk(from, values);
      const last = rows.at(-1);
      const next = last && rows.length === rowsAtOnce ? { sortKey: last.sortKey, rowId: last.rowId } : undefined;
      const isNarrowed = Object.values(query).some((value) => value !== undefined);
      if (after || !isNarrowed) return { rows, next };
      return { rows, next, total: next ? (await page({ ...query, pageSize: 1 }, from)).total : rows.length };
    },
  };
}
