/**
 * How many rows of each list aren't deleted, kept by triggers. A version before kept blocks of ids in a table row_block, which
 * its servers may still read while this one starts: it stays until the next version.
 */
import { sql } from 'kysely';
import { countRows, ofNumbers } from './counting.ts';
import { run, type MigrationSteps } from './dialect.ts';

// Those of this version: a table that is added later counts its rows where it is made.
const tables = [
  'app_user',
  'supplier',
  'buyer',
  'category',
  'raw_material',
  'product',
  'inward',
  'production',
  'finished_good',
];

export const up: MigrationSteps = async (db, dialect) => {
  const { integer, text } = dialect;
  await run(db, [
    sql`
      create table row_count (
        counted ${text} not null,
        writer ${integer} not null,
        records ${integer} not null,
        primary key (counted, writer)
      ) ${ofNumbers(dialect)}`,
    ...countRows(tables, dialect),
    // A page far down passes the ids before it without reading their rows.
    ...['inward', 'production'].map(
      (table) => sql`create index ${sql.ref(`${table}_present`)} on ${sql.table(table)} (id) where deleted_at is null`,
    ),
  ]);
};
