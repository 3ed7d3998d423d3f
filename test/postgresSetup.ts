/** One PostgreSQL for all test files of the project "postgres"; each file makes its own database in it. */
import { startPostgres } from './postgres.ts';
import { makePostgresTemplate } from './testDatabases.ts';

/** Starts it before the first test process, which inherits the address, and stops it after the last. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  await makePostgresTemplate(postgres.url);
  return async () => postgres.stop();
}
