/** The same databases on PostgreSQL: on one that runs for the measurements, or on the server that DATABASE_URL names. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '#test/postgres.ts';
import { onPostgres } from '#test/testDatabases.ts';
import { type BenchDatabases, keptAs, seed } from './databases.ts';

/** A PostgreSQL with the databases; `remove` drops them and stops what was started. */
interface Seeded {
  url: string;
  remove(): Promise<void>;
}

function addressOf(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

function nameOf(size: number): string {
  return `godown_bench_${size}`;
}

/** Makes and seeds a database for each size; whoever the address names must be allowed to make databases. */
async function seedAll(url: string, sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    await onPostgres(url, `create database ${nameOf(size)}`);
    await seed(size, { DATABASE_URL: addressOf(url, nameOf(size)) });
    await onPostgres(addressOf(url, nameOf(size)), 'vacuum analyze');
  }
}

/** Starts a PostgreSQL that is durable, as in service, over a copy of the databases, seeded now unless an earlier run did. */
async function startSeeded(sizes: readonly number[]): Promise<Seeded> {
  const from = await keptAs(`postgres ${sizes.join(' ')}`, async (folder) => {
    const seeding = await startPostgres();
    let keepAs: string | undefined;
    try {
      await seedAll(seeding.url, sizes);
      keepAs = folder;
    } finally {
      await seeding.stop(keepAs);
    }
  });
  const { url, stop } = await startPostgres({ from, isDurable: true });
  return { url, remove: async () => await stop() };
}

/** The server that DATABASE_URL names, with databases of our own; nothing is kept there. */
async function seedGiven(url: string, sizes: readonly number[]): Promise<Seeded> {
  const remove = async () => {
    for (const size of sizes) await onPostgres(url, `drop database if exists ${nameOf(size)}`);
  };
  try {
    await remove();
    await seedAll(url, sizes);
  } catch (cause) {
    await remove();
    throw cause;
  }
  return { url, remove };
}

/** Answers a database for each size, with its logs in `folder`. */
export async function preparePostgres(folder: string, sizes: readonly number[]): Promise<BenchDatabases> {
  const given = process.env['DATABASE_URL'];
  const { url, remove } = given === undefined ? await startSeeded(sizes) : await seedGiven(given, sizes);
  const databases = sizes.map((productions) => {
    const own = path.join(folder, String(productions));
    mkdirSync(own);
    return { productions, folder: own, databaseUrl: addressOf(url, nameOf(productions)) };
  });
  return { databases, remove };
}
