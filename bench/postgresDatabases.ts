/** The same databases on a PostgreSQL that runs for the measurements. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '#test/postgres.ts';
import { onPostgres } from '#test/testDatabases.ts';
import { type BenchDatabases, keptAs, seed } from './databases.ts';

function nameOf(size: number): string {
  return `godown_bench_${size}`;
}

function addressOf(url: string, size: number): string {
  const address = new URL(url);
  address.pathname = `/${nameOf(size)}`;
  return address.href;
}

/** Seeds a database for each size, and keeps the folder of their PostgreSQL. */
async function seedAll(sizes: readonly number[], folder: string): Promise<void> {
  const { url, stop } = await startPostgres();
  let keepAs: string | undefined;
  try {
    for (const size of sizes) {
      await onPostgres(url, `create database ${nameOf(size)}`);
      await seed(size, { DATABASE_URL: addressOf(url, size) });
      await onPostgres(addressOf(url, size), 'vacuum analyze');
    }
    keepAs = folder;
  } finally {
    await stop(keepAs);
  }
}

/** Starts a PostgreSQL that is durable, as in service, over a copy of the databases; their servers log in `folder`. */
export async function preparePostgres(folder: string, sizes: readonly number[]): Promise<BenchDatabases> {
  const from = await keptAs(`postgres ${sizes.join(' ')}`, async (kept) => await seedAll(sizes, kept));
  const { url, stop } = await startPostgres({ from, isDurable: true });
  const databases = sizes.map((productions) => {
    const own = path.join(folder, String(productions));
    mkdirSync(own);
    return { productions, folder: own, databaseUrl: addressOf(url, productions) };
  });
  return { databases, remove: async () => await stop() };
}
