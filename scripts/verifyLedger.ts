/** Recomputes every lot, material and document from the movements; prints counts and differences, exits with 1 on any. */
import { sql } from 'kysely';
import { migrateWithBackup } from '../server/backups/beforeMigrating.ts';
import { readConfig, StartError } from '../server/config.ts';
import { keepFilesPrivate } from '../server/privateFiles.ts';
import { openStore } from '../server/db/connect.ts';
import { verifyLedger, type Verification } from '../server/stock/verify.ts';

function inWords({ differences, ...counts }: Verification): string {
  const compared = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  const found = differences.map(
    ({ rule, id, stored, expected }) => `${rule}: ${id} has ${stored}, expected ${expected}`,
  );
  const verdict = differences.length === 0 ? 'No differences.' : `${differences.length} differences:`;
  return [`Compared ${compared.join(', ')}.`, verdict, ...found].join('\n');
}

/**
 * For going through all there is, which is mostly sorting: the file is read as memory, as far as SQLite maps it. The server
 * doesn't do that: a disk that fails would end it, where otherwise a request fails. With that a small cache is enough, and
 * its sorts are faster than a large one's, most of all where others help.
 */
const forAll = [sql`pragma mmap_size = ${sql.lit(2 ** 31)}`, sql`pragma cache_size = -2000`, sql`pragma threads = 3`];

async function run(): Promise<void> {
  const config = readConfig(process.env);
  keepFilesPrivate(config, (sentence) => process.stderr.write(`${sentence}\n`));
  const store = openStore(config, (error) => process.stderr.write(`${error.message}\n`));
  try {
    await migrateWithBackup(store, config);
    const verification = await verifyLedger(store.db, store.engine === 'sqlite' ? forAll : []);
    const asJson = process.argv.includes('--json');
    process.stdout.write(`${asJson ? JSON.stringify(verification) : inWords(verification)}\n`);
    if (verification.differences.length > 0) process.exitCode = 1;
  } finally {
    await store.db.destroy();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
