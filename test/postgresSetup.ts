/** One PostgreSQL for all test files of the project "postgres"; each file makes its own database in it. */
import { startPostgres } from './postgres.ts';
import { onPostgres, POSTGRES_TEMPLATE } from './testDatabases.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';

/** Starts it before the first test process, which inherits the address, and stops it after the last. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  await onPostgres(postgres.url, `create database ${POSTGRES_TEMPLATE}`);
  const url = new URL(postgres.url);
  url.pathname = `/${POSTGRES_TEMPLATE}`;
  const store = openStore(readConfig({ DATABASE_URL: url.href }), () => undefined);
  await migrate(store);
  await store.db.destroy();
  return async () => postgres.stop();
}
