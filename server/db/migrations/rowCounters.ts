/**
 * Triggers that maintain the number of undeleted rows of a table, in total (server/db/rowCounts.ts) or per value of a
 * column.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';

// On PostgreSQL each count is spread over so many rows, to reduce lock contention between writers.
const WRITERS = 8;

/** SQL about a row of the counted table, whose columns have the prefix `row`. */
type OfRow<Result> = (row: 'new.' | 'old.' | '') => Result;

/** The target of a count: a table with a column `records`, and its key for a row. */
interface Count {
  into: string;
  key: OfRow<Record<string, string>>;
}

/** Which rows count. */
const undeleted: OfRow<string> = (row) => `${row}deleted_at is null`;

function inAll(table: string): Count {
  return { into: 'row_count', key: () => ({ counted: `'${table}'` }) };
}

/** A statement that adds `records` to a count for each row that `rest` selects. */
function add({ into, key }: Count, row: 'new.' | 'old.' | '', writer: string, records: string, rest: string): string {
  const entries = Object.entries(key(row));
  const names = entries.map(([name]) => name).join(', ');
  return `
    insert into ${into} (${names}, writer, records)
    select ${entries.map(([, value]) => value).join(', ')}, ${writer}, ${records} ${rest}
    on conflict (${names}, writer) do update set records = ${into}.records + excluded.records;`;
}

function onSqlite(
  table: string,
  name: string,
  watched: string,
  counts: readonly Count[],
  isCounted: OfRow<string>,
): RawBuilder<unknown>[] {
  const change = (row: 'new.' | 'old.', records: string) =>
    counts.map((count) => add(count, row, '0', records, `where ${isCounted(row)}`));
  const steps = {
    insert: change('new.', '1'),
    [`update of ${watched}`]: [...change('old.', '-1'), ...change('new.', '1')],
    delete: change('old.', '-1'),
  };
  return Object.entries(steps).flatMap(([event, statements]) => {
    const trigger = `${name}_on_${event.slice(0, 6)}`;
    return [
      sql.raw(`drop trigger if exists ${trigger}`),
      sql.raw(`create trigger ${trigger} after ${event} on ${table} begin ${statements.join('')} end`),
    ];
  });
}

/**
 * Statement-level triggers: a row of PostgreSQL that one transaction updates ten thousand times becomes slower with
 * each update.
 */
function onPostgres(
  table: string,
  name: string,
  counts: readonly Count[],
  isCounted: OfRow<string>,
): RawBuilder<unknown>[] {
  const before = `select *, -1 as change from before where ${isCounted('')}`;
  const after = `select *, 1 as change from after where ${isCounted('')}`;
  const events = {
    insert: { tables: 'new table as after', changed: after },
    update: { tables: 'old table as before new table as after', changed: `${before} union all ${after}` },
    delete: { tables: 'old table as before', changed: before },
  };
  return Object.entries(events).flatMap(([event, { tables, changed }]) => {
    const statements = counts.map((count) => {
      const key = Object.keys(count.key('')).map((_, index) => index + 1);
      const rest = `from (${changed}) as changed
        group by ${key.join(', ')} having sum(change) <> 0 order by ${key.join(', ')}`;
      return add(count, '', `pg_backend_pid() % ${WRITERS}`, 'sum(change)', rest);
    });
    return [
      sql.raw(`
        create or replace function ${name}_on_${event}() returns trigger language plpgsql as
        $body$ begin ${statements.join('')} return null; end $body$`),
      sql.raw(`
        create or replace trigger ${name}_on_${event} after ${event} on ${table} referencing ${tables}
        for each statement execute function ${name}_on_${event}()`),
    ];
  });
}

function triggersOf(
  table: string,
  name: string,
  watched: string,
  counts: readonly Count[],
  { engine }: Dialect,
  isCounted: OfRow<string>,
): RawBuilder<unknown>[] {
  return engine === 'sqlite'
    ? onSqlite(table, name, watched, counts, isCounted)
    : onPostgres(table, name, counts, isCounted);
}

function countedSoFar(table: string, counts: readonly Count[], isCounted: OfRow<string>): RawBuilder<unknown>[] {
  return counts.map((count) => {
    const key = Object.keys(count.key('')).map((_, index) => index + 1);
    return sql.raw(add(count, '', '0', 'count(*)', `from ${table} where ${isCounted('')} group by ${key.join(', ')}`));
  });
}

/**
 * Counts the rows of an append-only table by `key`, an expression of their columns, into a table with these columns,
 * `writer` and `records`.
 */
export function countAdded(
  table: string,
  into: string,
  key: (row: 'new.' | '') => Record<string, string>,
  { engine }: Dialect,
): RawBuilder<unknown>[] {
  const count: Count = { into, key: (row) => key(row === 'new.' ? row : '') };
  const name = `${into}_counted`;
  const grouped = Object.keys(key('')).map((_, index) => index + 1);
  const of = (rows: string) => `from ${rows} where true group by ${grouped.join(', ')} order by ${grouped.join(', ')}`;
  const soFar = sql.raw(add(count, '', '0', 'count(*)', of(table)));
  if (engine === 'sqlite') {
    const step = add(count, 'new.', '0', '1', 'where true');
    return [sql.raw(`create trigger ${name}_on_insert after insert on ${table} begin ${step} end`), soFar];
  }
  const step = add(count, '', `pg_backend_pid() % ${WRITERS}`, 'count(*)', of('after'));
  return [
    sql.raw(`
      create function ${name}_on_insert() returns trigger language plpgsql as
      $body$ begin ${step} return null; end $body$`),
    sql.raw(`
      create trigger ${name}_on_insert after insert on ${table} referencing new table as after
      for each statement execute function ${name}_on_insert()`),
    soFar,
  ];
}

/** Storage options of a table of counters, after its closing bracket. */
export function ofNumbers({ engine }: Dialect): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`strict, without rowid` : sql`with (fillfactor = 50)`;
}

/**
 * Counts existing rows and installs the triggers. The triggers come first: creating them blocks other writers until the
 * count is done, but not readers. `isCounted` says which rows count: those that aren't deleted, unless it says more.
 */
export function countRows(
  tables: readonly string[],
  dialect: Dialect,
  isCounted: OfRow<string> = undeleted,
): RawBuilder<unknown>[] {
  return [
    ...tables.flatMap((table) =>
      triggersOf(table, `${table}_counted`, 'deleted_at', [inAll(table)], dialect, isCounted),
    ),
    ...tables.flatMap((table) => countedSoFar(table, [inAll(table)], isCounted)),
  ];
}

/** The same per value of a column, into an empty table with this column, `writer` and `records`. */
export function countValues(
  table: string,
  column: string,
  into: string,
  dialect: Dialect,
  isCounted: OfRow<string> = undeleted,
): RawBuilder<unknown>[] {
  const count: Count = { into, key: (row) => ({ [column]: row + column }) };
  return [
    ...triggersOf(table, `${into}_counted`, `deleted_at, ${column}`, [count], dialect, isCounted),
    ...countedSoFar(table, [count], isCounted),
  ];
}
