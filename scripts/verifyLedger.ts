/** `npm run verify-ledger`: recomputes lots, materials and documents from the movements; exits with 1 on differences. */
import { sql } from 'kysely';
import { migrateWithBackup } from '#server/office/backups/beforeMigrating.ts';
import { readConfig } from '#server/core/config.ts';
import { keepFilesPrivate } from '#server/core/privateFiles.ts';
import { databaseFile, openStore } from '#server/core/db/connect.ts';
import { ensureDatabase } from '#server/core/folders.ts';
import { verifyLedger, type Verification } from '#server/stock/ledger/verify.ts';
import { runCommand } from './command.ts';

function inWords({ differences, ...counts }: Verification): string {
  const compared = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  const found = differences.map(
    ({ rule, id, stored, expected }) => `${rule}: ${id} has ${stored}, expected ${expected}`,
  );
  const verdict = differences.length === 0 ? 'No differences.' : `${differences.length} differences:`;
  return [`Compared ${compared.join(', ')}.`, verdict, ...found].join('\n');
}

/**
 * SQLite settings for full scans and sorts: memory-mapped reads, a small page cache, sorter threads. The server does not
 * use mmap, since an I/O error would crash the process instead of failing a request.
 */
const fullScanPragmas = [
  sql`pragma mmap_size = ${sql.lit(2 ** 31)}`,
  sql`pragma cache_size = -2000`,
  sql`pragma threads = 3`,
];

async function run(): Promise<void> {
  const config = readConfig(process.env);
  keepFilesPrivate(config, (sentence) => process.stderr.write(`${sentence}\n`));
  if (config.databaseUrl === undefined) ensureDatabase(databaseFile(config));
  const store = openStore(config, (error) => process.stderr.write(`${error.message}\n`));
  try {
    await migrateWithBackup(store, config);
    const verification = await verifyLedger(store.db, store.engine === 'sqlite' ? fullScanPragmas : []);
    const asJson = process.argv.includes('--json');
    process.stdout.write(`${asJson ? JSON.stringify(verification) : inWords(verification)}\n`);
    if (verification.differences.length > 0) process.exitCode = 1;
  } finally {
    await store.db.destroy();
  }
}

runCommand(run);
