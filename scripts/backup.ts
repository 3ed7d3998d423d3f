/** Makes a backup of the built-in database, also while the server runs, and verifies it. Prints where it is. */
import { join } from 'node:path';
import { makeBackup } from '../server/backups/make.ts';
import { keepVerdict } from '../server/backups/folder.ts';
import { DamagedBackup } from '../server/backups/seal.ts';
import { verifyBackup } from '../server/backups/verify.ts';
import { readConfig, StartError } from '../server/config.ts';
import { keepFilesPrivate } from '../server/privateFiles.ts';
import { databaseFile, ensureSqlite } from '../server/db/connect.ts';

async function run(): Promise<void> {
  const config = readConfig(process.env);
  keepFilesPrivate(config, (sentence) => process.stderr.write(`${sentence}\n`));
  ensureSqlite(config);
  const { backupDir: folder } = config;
  const madeAt = new Date();
  const fileName = await makeBackup({ database: databaseFile(config), folder, reason: 'by-hand', madeAt });
  const { counts } = await verifyBackup(folder, fileName);
  await keepVerdict(folder, fileName, { verifiedAt: new Date().toISOString(), fault: null });
  const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  process.stdout.write(`Made and verified ${join(folder, fileName)}: ${counted.join(', ')}.\n`);
}

run().catch((error: unknown) => {
  const isSaid = error instanceof StartError || error instanceof DamagedBackup;
  process.stderr.write(`${isSaid ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
