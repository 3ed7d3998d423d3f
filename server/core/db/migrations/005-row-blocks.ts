/** The number of productions per day. Named for the blocks of rows that it also created, which 012 replaced. */
import { sql } from 'kysely';
import { countValues, ofNumbers } from './rowCounters.ts';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, dialect) => {
  const { integer, date } = dialect;
  await run(db, [
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
