/** An index for the imports that changed a record (`server/office/imports/earlier.ts`). */
import { sql } from 'kysely';
import { run, type MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = async (db) => {
  await run(db, [sql`create index import_record_by_record on import_record (resource, record_id)`]);
};
