/** An index for the transaction certificates that the command menu finds by a part of their number. */
import { run, type MigrationSteps } from './dialect.ts';
import { indexWords } from './trigramIndex.ts';

export const up: MigrationSteps = async (db, dialect) => {
  await run(db, indexWords('transaction_certificate', ['number'], dialect));
};
