/** How many rows of each list aren't deleted, kept by triggers: before, by blocks of fewer sizes, so that a far page passed more of them. */
import { countRows } from './counting.ts';
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

export const smallerBlocks: MigrationSteps = async (db, dialect) => {
  await run(db, countRows(tables, dialect));
};
