/** The company as papers name it: one row, empty until it is entered. */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db, { integer, text, timestamp, strict }) => {
  await run(db, [
    sql`
      create table company (
        id ${integer} primary key check (id = 1),
        name ${text} not null,
        address ${text} not null,
        phone ${text} not null,
        email ${text} not null,
        gstin_number ${text} not null,
        licence_number ${text} not null,
        updated_at ${timestamp} not null
      ) ${strict}`,
    sql`
      insert into company (id, name, address, phone, email, gstin_number, licence_number, updated_at)
      values (1, '', '', '', '', '', '', '2026-11-27T00:00:00.000Z')`,
  ]);
};
