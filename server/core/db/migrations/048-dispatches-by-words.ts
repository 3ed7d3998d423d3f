/** An index for the dispatches that the command menu finds by a part of their invoice number. */
import { run, type MigrationSteps } from './dialect.ts';
import { indexWords } from './trigramIndex.ts';

export const up: MigrationSteps = async (db, dialect) => {
  await run(db, indexWords('dispatch', ['invoice_number'], dialect));
};
