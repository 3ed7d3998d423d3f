/**
 * Keeps Godown's files private to its account: the database, its log, mails with codes, backups. Repairs the
 * permissions of older versions at the start.
 */
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

const OTHERS = 0o077;
/** Files of Godown. A folder with anything else is shared. */
const ours = /^(godown\.db.*|godown-.*\.db(\.verified)?|outbox|backups|\.unfinished-.*|.*\.eml)$/;

function attempt<T>(work: () => T, onReason: (reason: string) => void): T | undefined {
  try {
    return work();
  } catch (error) {
    onReason(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function closeToOthers(path: string): void {
  const { mode } = statSync(path);
  if (mode & OTHERS) chmodSync(path, mode & ~OTHERS & 0o7777);
}

function closeFolder(folder: string, entries: readonly string[]): void {
  if (entries.length === 0) return;
  for (const name of entries.filter((each) => ours.test(each))) closeToOthers(join(folder, name));
  if (entries.every((name) => ours.test(name))) closeToOthers(folder);
}

/**
 * Sets the umask to private files and closes existing ones. `onFailure` gets a sentence if they belong to another account,
 * or their folder can't be read.
 */
export function keepFilesPrivate(
  { dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>,
  onFailure: (sentence: string) => void,
): void {
  process.umask(OTHERS);
  for (const folder of [dataDir, join(dataDir, 'outbox'), backupDir]) {
    const entries = attempt(
      () => entriesOf(folder),
      (reason) =>
        onFailure(`Godown cannot tell whether other accounts of this machine may read files in ${folder} (${reason}).`),
    );
    attempt(
      () => closeFolder(folder, entries ?? []),
      (reason) =>
        onFailure(
          `Other accounts of this machine may read files in ${folder} (${reason}): change their modes by hand.`,
        ),
    );
  }
}
