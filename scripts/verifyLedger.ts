/** Recomputes every lot, material and document from the movements; prints counts and differences, exits with 1 on any. */
import { sql } from 'kysely';
import { migrateWithBackup } from '../server/backups/beforeMigrating.ts';
import { readConfig, StartError } from '../server/config.ts';
import { openStore, type Store } from '../server/db/connect.ts';
import { verifyLedger, type Verification } from '../server/ledger/verify.ts';

function inWords({ differences, ...counts }: Verification): string {
  const compared = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  const found = differences.map(
    ({ rule, id, stored, expected }) => `${rule}: ${id} has ${stored}, expected ${expected}`,
  );
  const verdict = differences.length === 0 ? 'No differences.' : `${differences.length} differences:`;
  return [`Compared ${compared.join(', ')}.`, verdict, ...found].join('\n');
}

/** SQLite maps no more; what a larger file has beyond is read as ever. */
const MAPPED_BYTES = 2 ** 31;

/**
 * Reads the file as memory, which is faster where all of it is read. The server doesn't: a disk that fails would end it, where
 * otherwise a request fails.
 */
async function mapFile({ db, engine }: Store): Promise<void> {
  if (engine === 'sqlite') await sql`pragma mmap_size = ${sql.lit(MAPPED_BYTES)}`.execute(db);
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const store = openStore(config, (error) => process.stderr.write(`${error.message}\n`));
  try {
    await migrateWithBackup(store, config);
    await mapFile(store);
    const verification = await verifyLedger(store.db);
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
