/** The same databases on PostgreSQL: the one of the tests, or the server that DATABASE_URL names. */
import pg from 'pg';
import { type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { type Place, seedPostgres } from './databases.ts';

interface PostgresPlaces {
  places: Place[];
  /** Drops the databases and stops what was started. */
  remove(): Promise<void>;
}

/** Runs one statement by the administrator's database. */
async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function addressOf(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Makes and seeds a database for each size; whoever DATABASE_URL names must be allowed to make databases. */
export async function preparePostgres(folder: string, sizes: readonly number[]): Promise<PostgresPlaces> {
  const given = process.env['DATABASE_URL'];
  const started: RunningPostgres | undefined = given === undefined ? await startPostgres() : undefined;
  const url = given ?? started?.url ?? '';
  const names: string[] = [];
  async function remove(): Promise<void> {
    for (const name of names) await administer(url, `drop database if exists ${name}`);
    await started?.stop();
  }
  try {
    const places: Place[] = [];
    for (const size of sizes) {
      const name = `godown_bench_${size}`;
      await administer(url, `create database ${name}`);
      names.push(name);
      places.push(await seedPostgres(folder, size, addressOf(url, name)));
      await administer(addressOf(url, name), 'vacuum analyze');
    }
    return { places, remove };
  } catch (cause) {
    await remove();
    throw cause;
  }
}
