/**
 * The least that recording a three-line production can cost on SQLite: prepared statements that write the same rows to
 * the same tables (the server's own migrations make them), in one transaction with one fsync, and nothing else.
 */
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { openStore } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';

const NOW = '2026-11-20T06:30:00.000Z';
const PLENTY = 9_000_000_000_000;
const MATERIALS = [1, 2, 3];

async function makeTables(folder: string): Promise<string> {
  const store = openStore({ databaseUrl: undefined, dataDir: folder }, () => undefined);
  await migrate(store);
  await store.db.destroy();
  return path.join(folder, 'godown.db');
}

function open(file: string): Sqlite.Database {
  const database = new Sqlite(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return database;
}

function fill(database: Sqlite.Database): void {
  database.exec(`
    insert into app_user (full_name, email, email_key, phone, role, status, password_hash, created_at, updated_at)
    values ('Bench', 'b@example.in', 'b@example.in', '9876543210', 'admin', 1, '-', '${NOW}', '${NOW}')`);
  for (const id of MATERIALS) {
    database.exec(`
      insert into raw_material (name, description, unit, created_at, updated_at) values ('M', '', 'kg', '${NOW}', '${NOW}');
      insert into balance values (${id}, ${PLENTY}, 0, 0);
      insert into lot (raw_material_id, received_on, received, consumed) values (${id}, '2026-11-01', ${PLENTY}, 0)`);
  }
}

export interface RawTransaction {
  databaseFile: string;
  /** Records one three-line production; it is on the disk when this returns. */
  record(): void;
  close(): void;
}

/** Prepares the transaction in an empty folder; `answer` is what Godown answered to a production, of the size that it keeps. */
export async function openRawTransaction(folder: string, answer: string): Promise<RawTransaction> {
  const databaseFile = await makeTables(folder);
  const database = open(databaseFile);
  fill(database);
  const line = answer.slice(0, Math.floor(answer.length / MATERIALS.length));
  const insertKey = database.prepare(`
    insert into idempotency_key (caller, key, request_hash, status, answer, created_at)
    values ('user 1', ?, '${'0'.repeat(64)}', 201, ?, '${NOW}')`);
  const insertProduction = database.prepare(`
    insert into production (raw_material_id, quantity, production_date, status, created_at, updated_at)
    values (?, 1, '2026-11-20', 'in_progress', '${NOW}', '${NOW}')`);
  const takeFromBalance = database.prepare(`
    update balance set consumed = consumed + 1, version = version + 1
    where raw_material_id = ? and consumed + 1 <= received`);
  const takeFromLot = database.prepare(
    'update lot set consumed = consumed + 1 where id = ? and consumed + 1 <= received',
  );
  const insertMovement = database.prepare(`
    insert into movement (lot_id, kind, quantity, occurred_on, document_kind, document_id, recorded_at, recorded_by)
    values (?, 'consumed', -1, '2026-11-20', 'production', ?, '${NOW}', 1)`);
  const insertEvent = database.prepare(`
    insert into audit_event (at, user_id, action, resource, record_id, after)
    values ('${NOW}', 1, 'create', 'production', ?, ?)`);

  let key = 0;
  const transaction = database.transaction(() => {
    insertKey.run(String((key += 1)).padStart(36, '0'), answer);
    for (const id of MATERIALS) {
      const { lastInsertRowid } = insertProduction.run(id);
      takeFromBalance.run(id);
      takeFromLot.run(id);
      insertMovement.run(id, lastInsertRowid);
      insertEvent.run(lastInsertRowid, line);
    }
  });
  return { databaseFile, record: () => transaction.immediate(), close: () => void database.close() };
}
