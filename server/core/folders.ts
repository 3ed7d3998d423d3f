/** Checks at the start that this account can use Godown's folders and database file. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { StartError } from './config.ts';

const OWNER_ALONE = 0o700;
const variables = { data: 'DATA_DIR', backup: 'BACKUP_DIR' } as const;
type Kind = keyof typeof variables;

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Message to the operator about an unusable folder. */
export function unusableFolder(kind: Kind, folder: string, cause: unknown): StartError {
  return new StartError(
    `Godown cannot use its ${kind} folder ${folder} (${reasonOf(cause)}). Make it writable or set ${variables[kind]} to another folder.`,
    { cause },
  );
}

/** Creates a folder, private to the server's account. Throws a StartError if it can't be used. */
export function ensureFolder(kind: Kind, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ALONE });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw unusableFolder(kind, folder, cause);
  }
}

/** Throws a StartError where the database exists and this account may not write it. */
export function ensureWritable(database: string): void {
  if (!existsSync(database)) return;
  try {
    accessSync(database, constants.R_OK | constants.W_OK);
  } catch (cause) {
    throw new StartError(
      `Godown cannot write its database ${database} (${reasonOf(cause)}). Make it writable for the account that runs Godown, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** Throws a StartError where there is no database: a command that only reads one must not make it. */
export function ensureDatabase(database: string): void {
  if (!existsSync(database)) throw new StartError(`There is no database at ${database}. Set DATA_DIR to where it is.`);
}
