/** `npm run restore -- FILE [--replace]`: verifies a backup and restores the built-in database from it. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '#server/office/backups/restore.ts';
import type { BackupOrigin } from '#server/office/backups/seal.ts';
import { readConfig, StartError } from '#server/core/config.ts';
import { keepFilesPrivate } from '#server/core/privateFiles.ts';
import { ensureSqlite } from '#server/core/db/connect.ts';
import { runCommand } from './command.ts';

const usage =
  'Name the file of one backup: npm run restore -- FILE. With --replace it takes the place of a database that is there.';

const originTexts: Readonly<Record<BackupOrigin, string>> = {
  ours: 'Made by this installation: it is signed with the BACKUP_KEY that is set here.',
  other: 'Signed by another key: not by the BACKUP_KEY that is set here. Nothing says that this installation made it.',
  unchecked: 'Signed, but no BACKUP_KEY is set here to check by, so nothing says whose it is.',
  unsigned: 'Not signed: it is whole, but nothing says whose it is.',
};

function readArguments(): { backup: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { replace: { type: 'boolean' } }, allowPositionals: true });
    const [backup] = positionals;
    if (positionals.length === 1 && backup !== undefined) {
      return { backup: path.resolve(backup), replace: values.replace === true };
    }
  } catch (cause) {
    throw new StartError(usage, { cause });
  }
  throw new StartError(usage);
}

async function run(): Promise<void> {
  const { backup, replace } = readArguments();
  const config = readConfig(process.env);
  keepFilesPrivate(config, (sentence) => process.stderr.write(`${sentence}\n`));
  ensureSqlite(config);
  const { madeAt, origin, counts, database, kept } = await restoreBackup({
    backup,
    config,
    backupKey: config.backupKey,
    replace,
    now: new Date(),
  });
  const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  const lines = [
    `Restored ${database} as it was at ${madeAt}: ${counted.join(', ')}. No differences.`,
    originTexts[origin],
    ...(kept === undefined ? [] : [`What was there before is in ${kept}.`]),
    'Everybody has to sign in again.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

runCommand(run);
