/** How many rows of each list aren't deleted, kept by triggers: before, by blocks of fewer sizes, so that a far page passed more of them. */
import { countedTables } from '../rowBlocks.ts';
import { countRows, forgetRows } from './counting.ts';
import { run, type MigrationSteps } from './dialect.ts';

export const smallerBlocks: MigrationSteps = async (db, dialect) => {
  await run(
    db,
    countedTables.flatMap((table) => [...forgetRows(table, dialect), ...countRows(table, dialect)]),
  );
};
