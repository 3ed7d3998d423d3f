/** Triggers that keep how many rows of a table aren't deleted, by blocks of ids: see server/db/rowBlocks.ts. */
import { sql, type RawBuilder } from 'kysely';
import { blockSizes } from '../rowBlocks.ts';
import type { Dialect } from './dialect.ts';

const sizes = Object.values(blockSizes);
// On PostgreSQL each block is counted in so many rows, so that writers at the same time seldom meet on one.
const WRITERS = 8;

function countingOnSqlite(table: string): RawBuilder<unknown>[] {
  const name = (event: string) => sql.ref(`${table}_counted_on_${event}`);
  const add = (row: 'new' | 'old', change: 1 | -1) =>
    sql.join(
      sizes.map(
        (size) => sql`
          insert into row_block (counted, size, block, writer, records)
          values (${sql.lit(table)}, ${sql.lit(size)}, ${sql.raw(row)}.id / ${sql.lit(size)}, 0, ${sql.lit(change)})
          on conflict (counted, size, block, writer) do update set records = records + ${sql.lit(change)};`,
      ),
      sql` `,
    );
  return [
    sql`
      create trigger ${name('insert')} after insert on ${sql.table(table)} when new.deleted_at is null
      begin ${add('new', 1)} end`,
    sql`
      create trigger ${name('deletion')} after update of deleted_at on ${sql.table(table)}
      when old.deleted_at is null and new.deleted_at is not null
      begin ${add('old', -1)} end`,
    sql`
      create trigger ${name('return')} after update of deleted_at on ${sql.table(table)}
      when old.deleted_at is not null and new.deleted_at is null
      begin ${add('new', 1)} end`,
    sql`
      create trigger ${name('delete')} after delete on ${sql.table(table)} when old.deleted_at is null
      begin ${add('old', -1)} end`,
  ];
}

/**
 * Counts what a statement changed, all its rows at once: a row of PostgreSQL that one transaction updates ten thousand
 * times is slower to find each time.
 */
const countRowsOnPostgres = ['insert', 'update', 'delete'].map((event) => {
  const changes = [
    ...(event === 'insert' ? [] : ['select id, -1 as change from before where deleted_at is null']),
    ...(event === 'delete' ? [] : ['select id, 1 as change from after where deleted_at is null']),
  ];
  return sql`
    create function ${sql.ref(`count_rows_on_${event}`)}() returns trigger language plpgsql as ${sql.lit(`
      begin
        insert into row_block (counted, size, block, writer, records)
        select tg_table_name, size, id / size, pg_backend_pid() % ${WRITERS}, sum(change)
        from (${changes.join(' union all ')}) as changed, unnest(array[${sizes.join(', ')}]) as size
        group by size, id / size having sum(change) <> 0 order by size, id / size
        on conflict (counted, size, block, writer) do update set records = row_block.records + excluded.records;
        return null;
      end`)}`;
});

function countingOnPostgres(table: string): RawBuilder<unknown>[] {
  const tables = {
    insert: 'new table as after',
    update: 'old table as before new table as after',
    delete: 'old table as before',
  };
  return Object.entries(tables).map(
    ([event, referencing]) => sql`
      create trigger ${sql.ref(`${table}_counted_on_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
      referencing ${sql.raw(referencing)} for each statement execute function ${sql.ref(`count_rows_on_${event}`)}()`,
  );
}

function countedSoFar(table: string, size: number): RawBuilder<unknown> {
  return sql`
    insert into row_block (counted, size, block, writer, records)
    select ${sql.lit(table)}, ${sql.lit(size)}, id / ${sql.lit(size)}, 0, count(*) from ${sql.table(table)}
    where deleted_at is null group by id / ${sql.lit(size)}`;
}

/** The table of the numbers, and on PostgreSQL the function of the triggers. */
export function rowBlockTable({ engine, integer, text }: Dialect): RawBuilder<unknown>[] {
  const table = sql`
    create table row_block (
      counted ${text} not null,
      size ${integer} not null,
      block ${integer} not null,
      writer ${integer} not null,
      records ${integer} not null,
      primary key (counted, size, block, writer)
    ) ${engine === 'sqlite' ? sql`strict, without rowid` : sql`with (fillfactor = 50)`}`;
  return engine === 'sqlite' ? [table] : [table, ...countRowsOnPostgres];
}

/** Counts the rows of a table that are there, and from then on each that comes or goes. */
export function countRows(table: string, { engine }: Dialect): RawBuilder<unknown>[] {
  return [
    ...sizes.map((size) => countedSoFar(table, size)),
    ...(engine === 'sqlite' ? countingOnSqlite(table) : countingOnPostgres(table)),
  ];
}
