/** The least that recording can cost on SQLite: the same rows in one transaction with one fsync, and nothing else. */
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { openStore } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { pdf } from '#test/factories.ts';

const NOW = '2026-11-20T06:30:00.000Z';
const PLENTY = 9_000_000_000_000;

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

function fill(database: Sqlite.Database, materials: readonly number[]): void {
  database.exec(`
    insert into app_user (full_name, email, email_key, phone, role, status, password_hash, created_at, updated_at)
    values ('Bench', 'b@example.in', 'b@example.in', '9876543210', 'admin', 1, '-', '${NOW}', '${NOW}');
    insert into supplier (name, email, gstin_number, phone, address, status, created_at, updated_at)
    values ('Bench', '', '', '9876543210', '', 1, '${NOW}', '${NOW}')`);
  for (const id of materials) {
    database.exec(`
      insert into raw_material (id, name, description, unit, created_at, updated_at)
      values (${id}, 'M', '', 'kg', '${NOW}', '${NOW}');
      insert into balance values (${id}, ${PLENTY}, 0, 0);
      insert into lot (id, raw_material_id, received_on, received, consumed)
      values (${id}, ${id}, '2026-11-01', ${PLENTY}, 0)`);
  }
}

type Statement = Sqlite.Statement<unknown[]>;

function statementsOf(database: Sqlite.Database) {
  const prepare = (text: string): Statement => database.prepare<unknown[]>(text);
  return {
    insertKey: prepare(`
      insert into idempotency_key (caller, key, request_hash, status, answer, created_at)
      values ('user 1', ?, '${'0'.repeat(64)}', 201, ?, '${NOW}')`),
    insertEvent: prepare(`
      insert into audit_event (at, user_id, action, resource, record_id, after)
      values ('${NOW}', 1, 'create', ?, ?, ?)`),
    insertMovement: prepare(`
      insert into movement (lot_id, kind, quantity, occurred_on, document_kind, document_id, recorded_at, recorded_by)
      values (?, ?, ?, '2026-11-20', ?, ?, '${NOW}', 1)`),
    insertProduction: prepare(`
      insert into production (raw_material_id, quantity, production_date, status, created_at, updated_at)
      values (?, 1, '2026-11-20', 'in_progress', '${NOW}', '${NOW}')`),
    takeFromBalance: prepare(`
      update balance set consumed = consumed + 1, version = version + 1
      where raw_material_id = ? and consumed + 1 <= received`),
    takeFromLot: prepare('update lot set consumed = consumed + 1 where id = ? and consumed + 1 <= received'),
    insertBill: prepare(`insert into bill (media_type, bytes, created_at) values ('application/pdf', ?, '${NOW}')`),
    insertInward: prepare(`
      insert into inward (supplier_id, invoice_number, inward_date, status, sub_total, total_gst, grand_total, bill_id,
        created_at, updated_at)
      values (1, '25', '2026-11-20', 'notpaid', 100, 0, 100, ?, '${NOW}', '${NOW}')`),
    insertLot: prepare(`
      insert into lot (raw_material_id, received_on, received, consumed) values (?, '2026-11-20', 1, 0)`),
    addToBalance: prepare(`
      update balance set received = received + 1, version = version + 1 where raw_material_id = ?`),
    insertLine: prepare(`
      insert into inward_line (lot_id, inward_id, raw_material_id, position, quantity, price_per_unit, total_amount)
      values (?, ?, ?, ?, 1, 100, 10)`),
  };
}

type Statements = ReturnType<typeof statementsOf>;

/** What the raw transaction records: materials, and an answer of the same size for the idempotency key. */
interface RawDocument {
  materials: readonly number[];
  answer: string;
}

/** Writes what recording a production adds. */
export function recordProduction(run: Statements, { materials, answer }: RawDocument): void {
  const line = answer.slice(0, Math.floor(answer.length / materials.length));
  for (const id of materials) {
    const { lastInsertRowid } = run.insertProduction.run(id);
    run.takeFromBalance.run(id);
    run.takeFromLot.run(id);
    run.insertMovement.run(id, 'consumed', -1, 'production', lastInsertRowid);
    run.insertEvent.run('production', lastInsertRowid, line);
  }
}

/** Writes what recording an inward and its bill adds. */
export function recordInward(run: Statements, { materials, answer }: RawDocument): void {
  const inward = run.insertInward.run(run.insertBill.run(pdf).lastInsertRowid).lastInsertRowid;
  for (const [position, id] of materials.entries()) {
    const lot = run.insertLot.run(id).lastInsertRowid;
    run.addToBalance.run(id);
    run.insertMovement.run(lot, 'received', 1, 'inward', inward);
    run.insertLine.run(lot, inward, id, position);
  }
  run.insertEvent.run('inward', inward, answer);
}

/** Prepares the recording of a document in an empty folder; each is on the disk when `record` returns. */
export async function openRaw(folder: string, document: RawDocument, write: typeof recordInward) {
  const database = open(await makeTables(folder));
  fill(database, document.materials);
  const statements = statementsOf(database);
  let key = 0;
  const transaction = database.transaction(() => {
    statements.insertKey.run(String((key += 1)).padStart(36, '0'), document.answer);
    write(statements, document);
  });
  return { record: () => transaction.immediate(), close: () => database.close() };
}
