/** How many rows of each list aren't deleted, by blocks of ids, kept by triggers: see server/db/rowBlocks.ts. */
import { countRows, rowBlockTable } from './counting.ts';
import { run, type MigrationSteps } from './dialect.ts';

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

export const rowBlocks: MigrationSteps = async (db, dialect) => {
  await run(db, [...rowBlockTable(dialect), ...tables.flatMap((table) => countRows(table, dialect))]);
};
