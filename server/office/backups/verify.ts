/** Verifies a backup by restoring it into a folder of its own and checking everything. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { StartError } from '../../core/config.ts';
import { databaseFile, openStore } from '../../core/db/connect.ts';
import { isDamaged } from '../../core/db/faults.ts';
import { migrate } from '../../core/db/migrate.ts';
import type { Database } from '../../core/db/tables.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { verifyLedger } from '../../stock/ledger/verify.ts';
import { withUnfinished } from '../../core/unfinished.ts';
import { findHistoryFaults } from './history.ts';
import { refuseOtherSchema } from './schema.ts';
import { DamagedBackupError, extractDatabase, type BackupDetails, type BackupOrigin } from './seal.ts';

export interface Restored extends BackupDetails {
  origin: BackupOrigin;
  /** Row counts, for comparison. */
  counts: { lots: number; materials: number; inwards: number; productions: number; movements: number };
}

const MAX_REPORTED_FAULTS = 3;

async function refuseFaults(db: Database, name: string): Promise<Restored['counts']> {
  const refuse = (what: string, faults: string[]) => {
    if (faults.length > 0) {
      throw new DamagedBackupError(
        `${name} doesn't hold together: ${what} (${faults.slice(0, MAX_REPORTED_FAULTS).join('; ')}).`,
      );
    }
  };
  // On a writable connection: SQLite skips CHECK constraints on read-only ones.
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
  refuse('the history lacks events', await findHistoryFaults(db));
  return counts;
}

/**
 * Restores a backup into an empty folder, migrates it, and checks its checksum, schema, pages, references, ledger and history.
 * Throws a DamagedBackupError for any defect, a StartError for a backup of a newer Godown. The folder then holds a usable
 * database.
 */
export async function restoreInto(
  backup: string,
  name: string,
  folder: string,
  backupKey: string | undefined,
): Promise<Restored> {
  const database = databaseFile({ dataDir: folder });
  const details = await extractDatabase(backup, database, backupKey);
  let onceOpen: (() => Promise<void>) | undefined;
  try {
    // First of all: nothing that the backup brings may run.
    await refuseOtherSchema(database, name, folder);
    const store = openStore({ dataDir: folder, databaseUrl: undefined }, () => undefined);
    onceOpen = () => store.db.destroy();
    await migrate(store);
    return { ...details, counts: await refuseFaults(store.db, name) };
  } catch (error) {
    if (!isDamaged(error instanceof StartError ? error.cause : error)) throw error;
    throw new DamagedBackupError(`${name} doesn't hold together: SQLite cannot read it.`, { cause: error });
  } finally {
    await onceOpen?.();
  }
}

/** Verifies a backup in a temporary folder beside it. Throws as `restoreInto`. */
export async function verifyBackup(folder: string, fileName: string, backupKey?: string): Promise<Restored> {
  return await withUnfinished(folder, async (scratch) => {
    await mkdir(scratch, { mode: 0o700 });
    return await restoreInto(join(folder, fileName), fileName, scratch, backupKey);
  });
}
