/** `npm run restore -- FILE [--replace]`: verifies a backup and restores the built-in database from it. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../server/backups/restore.ts';
import { readConfig, StartError } from '../server/config.ts';
import { keepFilesPrivate } from '../server/privateFiles.ts';
import { ensureSqlite } from '../server/db/connect.ts';
import { runCommand } from './command.ts';

const usage =
  'Name the file of one backup: npm run restore -- FILE. With --replace it takes the place of a database that is there.';

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
  const { madeAt, counts, database, kept } = await restoreBackup({ backup, config, replace, now: new Date() });
  const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  const lines = [
    `Restored ${database} as it was at ${madeAt}: ${counted.join(', ')}. No differences.`,
    ...(kept === undefined ? [] : [`What was there before is in ${kept}.`]),
    'Everybody has to sign in again.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

runCommand(run);
