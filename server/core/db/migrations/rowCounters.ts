/**
 * Triggers that maintain the number of undeleted rows of a table, in total (server/core/db/rowCounts.ts) or per value of a
 * column.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';

// Rows per count on PostgreSQL: several reduce lock contention between writers.
const WRITERS = 8;

/** SQL about a row of the counted table, whose columns have the prefix `row`. */
type OfRow<Result> = (row: 'new.' | 'old.' | '') => Result;

/** A count of a table's rows, maintained by triggers that begin with `name`. */
export interface Counter {
  table: string;
  name: string;
  /** A table with the columns of `key`, `writer` and `records`. */
  into: string;
  /** Groups of the count, by column of `into`. */
  key: OfRow<Record<string, string>>;
  isCounted: OfRow<string>;
  /** Columns whose change moves a row from one number to another; without them rows are only ever added. */
  watched?: string;
}

/** Which rows count. */
const undeleted: OfRow<string> = (row) => `${row}deleted_at is null`;

/** The number of a table's rows. */
export function rowCounter(table: string, isCounted: OfRow<string> = undeleted): Counter {
  const key = () => ({ counted: `'${table}'` });
  return { table, name: `${table}_counted`, into: 'row_count', key, isCounted, watched: 'deleted_at' };
}

/** The number for each value of a column, in a table with this column. */
export function valueCounter(
  table: string,
  column: string,
  into: string,
  isCounted: OfRow<string> = undeleted,
): Counter {
  const key: OfRow<Record<string, string>> = (row) => ({ [column]: row + column });
  return { table, name: `${into}_counted`, into, key, isCounted, watched: `deleted_at, ${column}` };
}

/** The number for each `key` of an append-only table. */
export function addedCounter(table: string, into: string, key: OfRow<Record<string, string>>): Counter {
  return { table, name: `${into}_counted`, into, key, isCounted: () => 'true' };
}

/** 1, 2, …: the columns of a key in `group by` and `order by`. */
function keyPositions({ key }: Counter): string {
  return Object.keys(key(''))
    .map((_, index) => index + 1)
    .join(', ');
}

/** The rest of an insert into a count: adds to an existing row. */
function adding({ into, key }: Counter): string {
  const names = Object.keys(key('')).join(', ');
  return `on conflict (${names}, writer) do update set records = ${into}.records + excluded.records`;
}

/** A statement that adds `records` to a count for each row that `rest` selects. */
function add(counter: Counter, row: 'new.' | 'old.' | '', records: string, rest: string): string {
  const { into, key } = counter;
  const entries = Object.entries(key(row));
  return `
    insert into ${into} (${entries.map(([name]) => name).join(', ')}, writer, records)
    select ${entries.map(([, value]) => value).join(', ')}, 0, ${records} ${rest}
    ${adding(counter)};`;
}

function onSqlite(counter: Counter): RawBuilder<unknown>[] {
  const { table, name, isCounted, watched } = counter;
  const change = (row: 'new.' | 'old.', records: string) => add(counter, row, records, `where ${isCounted(row)}`);
  const added = { insert: change('new.', '1') };
  const steps =
    watched === undefined
      ? added
      : {
          ...added,
          [`update of ${watched}`]: change('old.', '-1') + change('new.', '1'),
          delete: change('old.', '-1'),
        };
  return Object.entries(steps).flatMap(([event, statements]) => {
    const trigger = `${name}_on_${event.slice(0, 6)}`;
    return [
      sql.raw(`drop trigger if exists ${trigger}`),
      sql.raw(`create trigger ${trigger} after ${event} on ${table} begin ${statements} end`),
    ];
  });
}

/** Old and new rows of a statement by event, as the triggers of PostgreSQL call them, and the resulting changes. */
function eventsOf({ isCounted, watched }: Counter): Record<string, { tables: string; changed: string }> {
  const before = `select *, -1 as change from before where ${isCounted('')}`;
  const after = `select *, 1 as change from after where ${isCounted('')}`;
  const insert = { tables: 'new table as after', changed: after };
  if (watched === undefined) return { insert };
  return {
    insert,
    update: { tables: 'old table as before new table as after', changed: `${before} union all ${after}` },
    delete: { tables: 'old table as before', changed: before },
  };
}

/**
 * The functions of a counter's triggers on PostgreSQL. They read all rows of a statement, since a row that one
 * transaction updates ten thousand times becomes slower with each update; and write them one by one, since Citus can't
 * insert a selection from such rows.
 */
export function countingFunctions(counter: Counter): RawBuilder<unknown>[] {
  const { name, into, key } = counter;
  const entries = Object.entries(key(''));
  const names = entries.map(([column]) => column);
  return Object.entries(eventsOf(counter)).map(([event, { changed }]) =>
    sql.raw(`
        create or replace function ${name}_on_${event}() returns trigger language plpgsql as
        $body$
        declare counted_rows record;
        begin
          for counted_rows in
            select ${entries.map(([column, value]) => `${value} as ${column}`).join(', ')}, sum(change) as records
            from (${changed}) as changed
            group by ${keyPositions(counter)} having sum(change) <> 0 order by ${keyPositions(counter)}
          loop
            insert into ${into} (${names.join(', ')}, writer, records)
            values (${names.map((column) => `counted_rows.${column}`).join(', ')}, pg_backend_pid() % ${WRITERS},
              counted_rows.records)
            ${adding(counter)};
          end loop;
          return null;
        end $body$`),
  );
}

function onPostgres(counter: Counter): RawBuilder<unknown>[] {
  const { table, name } = counter;
  const triggers = Object.entries(eventsOf(counter)).map(([event, { tables }]) =>
    sql.raw(`
        create or replace trigger ${name}_on_${event} after ${event} on ${table} referencing ${tables}
        for each statement execute function ${name}_on_${event}()`),
  );
  return [...countingFunctions(counter), ...triggers];
}

/**
 * Installs the triggers and counts existing rows. The triggers come first: creating them blocks other writers until the
 * count is done, but not readers.
 */
function install(counters: readonly Counter[], { engine }: Dialect): RawBuilder<unknown>[] {
  const soFar = (counter: Counter) => {
    const rest = `from ${counter.table} where ${counter.isCounted('')} group by ${keyPositions(counter)}`;
    return sql.raw(add(counter, '', 'count(*)', rest));
  };
  return [...counters.flatMap(engine === 'sqlite' ? onSqlite : onPostgres), ...counters.map(soFar)];
}

/**
 * Counts the rows of an append-only table by `key`, an expression of their columns, into a table with these columns,
 * `writer` and `records`.
 */
export function countAdded(
  table: string,
  into: string,
  key: OfRow<Record<string, string>>,
  dialect: Dialect,
): RawBuilder<unknown>[] {
  return install([addedCounter(table, into, key)], dialect);
}

/** Storage options of a table of counters, after its closing bracket. */
export function ofNumbers({ engine }: Dialect): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`strict, without rowid` : sql`with (fillfactor = 50)`;
}

/** Counts the rows of tables. `isCounted` says which rows count: those that aren't deleted, unless it says more. */
export function countRows(
  tables: readonly string[],
  dialect: Dialect,
  isCounted?: OfRow<string>,
): RawBuilder<unknown>[] {
  return install(
    tables.map((table) => rowCounter(table, isCounted)),
    dialect,
  );
}

/** Counts rows per value of a column, into an empty table with this column, `writer` and `records`. */
export function countValues(
  table: string,
  column: string,
  into: string,
  dialect: Dialect,
  isCounted?: OfRow<string>,
): RawBuilder<unknown>[] {
  return install([valueCounter(table, column, into, isCounted)], dialect);
}
