/** Where is kept how many rows of each list aren't deleted, which migration 9 counts, and how many productions each day has. */
import { sql } from 'kysely';
import { countValues, ofNumbers } from './counting.ts';
import { run, type MigrationSteps } from './dialect.ts';

export const rowBlocks: MigrationSteps = async (db, dialect) => {
  const { integer, text, date } = dialect;
  await run(db, [
    sql`
      create table row_block (
        counted ${text} not null,
        size ${integer} not null,
        block ${integer} not null,
        writer ${integer} not null,
        records ${integer} not null,
        primary key (counted, size, block, writer)
      ) ${ofNumbers(dialect)}`,
    sql`
      create table production_day (
        production_date ${date} not null,
        writer ${integer} not null,
        records ${integer} not null,
        primary key (production_date, writer)
      ) ${ofNumbers(dialect)}`,
    ...countValues('production', 'production_date', 'production_day', dialect),
  ]);
};
