/** `npm run backup`: backs up the built-in database, also while the server runs, and verifies the backup. */
import { join } from 'node:path';
import { makeBackup } from '#server/office/backups/make.ts';
import { storeVerdict } from '#server/office/backups/folder.ts';
import { verifyBackup } from '#server/office/backups/verify.ts';
import { readConfig } from '#server/core/config.ts';
import { keepFilesPrivate } from '#server/core/privateFiles.ts';
import { databaseFile, ensureSqlite } from '#server/core/db/connect.ts';
import { runCommand } from './command.ts';

async function run(): Promise<void> {
  const config = readConfig(process.env);
  keepFilesPrivate(config, (sentence) => process.stderr.write(`${sentence}\n`));
  ensureSqlite(config);
  const { backupDir: folder, backupKey } = config;
  const madeAt = new Date();
  const wanted = { database: databaseFile(config), folder, reason: 'by-hand', madeAt, backupKey } as const;
  const fileName = await makeBackup(wanted);
  const { counts } = await verifyBackup(folder, fileName, backupKey);
  await storeVerdict(folder, fileName, { verifiedAt: new Date().toISOString(), fault: null });
  const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  process.stdout.write(`Made and verified ${join(folder, fileName)}: ${counted.join(', ')}.\n`);
}

runCommand(run);
