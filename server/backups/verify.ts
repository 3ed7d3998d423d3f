/** A backup is worth what comes out of it: it is restored into a folder of its own, and all of it is looked at. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { StartError } from '../config.ts';
import { databaseFile, openStore } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import type { Database } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { verifyLedger } from '../stock/verify.ts';
import { withUnfinished } from './folder.ts';
import { DamagedBackup, takeOut, type BackupDetails } from './seal.ts';

export interface Restored extends BackupDetails {
  /** How many there are of each, for whoever wants to compare. */
  counts: { lots: number; materials: number; inwards: number; productions: number; movements: number };
}

const MOST_TOLD = 3;

async function refuseFaults(db: Database, name: string): Promise<Restored['counts']> {
  const refuse = (what: string, faults: string[]) => {
    if (faults.length > 0) {
      throw new DamagedBackup(`${name} doesn't hold together: ${what} (${faults.slice(0, MOST_TOLD).join('; ')}).`);
    }
  };
  // On a connection that can write: SQLite leaves CHECK constraints out where it only reads.
  const pages = await inTransaction(
    db,
    async (trx) => await sql<{ integrity_check: string }>`pragma integrity_check`.execute(trx),
  );
  refuse(
    'SQLite finds its pages damaged',
    pages.rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
  );
  const references = await sql<{ table: string; rowid: number }>`pragma foreign_key_check`.execute(db);
  refuse(
    'rows refer to others that are not there',
    references.rows.map((row) => `${row.table} ${row.rowid}`),
  );
  const { differences, ...counts } = await verifyLedger(db);
  refuse(
    'the ledger finds differences',
    differences.map(({ rule, id, stored, expected }) => `${rule}: ${id} has ${stored}, expected ${expected}`),
  );
  return counts;
}

/** Whether SQLite itself says that a file is none of its own, or broken. */
function isBroken(error: unknown): boolean {
  const cause = error instanceof StartError ? error.cause : error;
  return cause instanceof Sqlite.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(cause.code);
}

/**
 * Restores a backup into an empty folder, brings it to the schema of this program, and looks at all of it: its checksum, its
 * pages, its references, its ledger. Throws a DamagedBackup with a sentence where one of them is wrong, a StartError where a newer
 * Godown made it. The folder then holds a database that can be used.
 */
export async function restoreInto(backup: string, name: string, folder: string): Promise<Restored> {
  const details = await takeOut(backup, databaseFile({ dataDir: folder }));
  let onceOpen: (() => Promise<void>) | undefined;
  try {
    const store = openStore({ dataDir: folder, databaseUrl: undefined }, () => undefined);
    onceOpen = () => store.db.destroy();
    await migrate(store);
    return { ...details, counts: await refuseFaults(store.db, name) };
  } catch (error) {
    if (!isBroken(error)) throw error;
    throw new DamagedBackup(`${name} doesn't hold together: SQLite cannot read it.`, { cause: error });
  } finally {
    await onceOpen?.();
  }
}

/** Verifies a backup in a scratch folder beside it, of which nothing is left. Throws as `restoreInto`. */
export async function verifyBackup(folder: string, fileName: string): Promise<Restored> {
  return await withUnfinished(folder, async (scratch) => {
    await mkdir(scratch, { mode: 0o700 });
    return await restoreInto(join(folder, fileName), fileName, scratch);
  });
}
