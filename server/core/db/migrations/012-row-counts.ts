/**
 * The number of undeleted rows of each list, maintained by triggers. The previous version's table row_block stays until
 * the next version, since its servers may still read it while this one starts.
 */
import { sql } from 'kysely';
import { countRows, ofNumbers } from './rowCounters.ts';
import { run, type MigrationSteps } from './dialect.ts';

// The tables of this version: later tables are counted in their own migration.
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
    // High offsets skip ids in the index, without reading rows.
    ...['inward', 'production'].map(
      (table) => sql`create index ${sql.ref(`${table}_present`)} on ${sql.table(table)} (id) where deleted_at is null`,
    ),
  ]);
};
