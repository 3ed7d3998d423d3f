/** The least that recording can cost on SQLite: the same rows in one transaction with one fsync, and nothing else. */
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { openStore } from '#server/core/db/connect.ts';
import { migrate } from '#server/core/db/migrate.ts';
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

/** The item of a product; that of a material has the material's number. */
const itemOfProduct = (productId: number) => 1_000_000 + productId;

function fill(database: Sqlite.Database, { materials, products }: RawDocument): void {
  database.exec(`
    insert into app_user (full_name, email, email_key, phone, role, status, password_hash, created_at, updated_at)
    values ('Bench', 'b@example.in', 'b@example.in', '9876543210', 'admin', 1, '-', '${NOW}', '${NOW}');
    insert into supplier (name, email, gstin_number, phone, address, status, created_at, updated_at)
    values ('Bench', '', '', '9876543210', '', 1, '${NOW}', '${NOW}')`);
  for (const id of materials) {
    database.exec(`
      insert into raw_material (id, name, description, unit, created_at, updated_at)
      values (${id}, 'M', '', 'kg', '${NOW}', '${NOW}');
      insert into item (id, raw_material_id, received, updated_at) values (${id}, ${id}, ${PLENTY}, '${NOW}');
      insert into lot (id, item_id, origin, code, code_key, code_order, received_on, received, created_at, updated_at)
      values (${id}, ${id}, 'received', 'M-2611-01', 'm-2611-01', 'm-042611-011', '2026-11-01', ${PLENTY}, '${NOW}',
        '${NOW}')`);
  }
  database.exec(`
    insert into category (id, name, description, status, created_at, updated_at)
    values (1, 'C', '', 1, '${NOW}', '${NOW}')`);
  for (const id of products) {
    database.exec(`
      insert into product (id, name, description, category_id, price, unit, created_at, updated_at)
      values (${id}, 'P', '', 1, 100, 'jar', '${NOW}', '${NOW}');
      insert into item (id, product_id, updated_at) values (${itemOfProduct(id)}, ${id}, '${NOW}')`);
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
      insert into movement (lot_id, kind, quantity, occurred_on, document_kind, document_id, line_id, recorded_at,
        recorded_by)
      values (?, ?, ?, '2026-11-20', ?, ?, ?, '${NOW}', 1)`),
    insertRun: prepare(`
      insert into production_run (production_date, status, note, created_at, updated_at)
      values ('2026-11-20', 'in_progress', '', '${NOW}', '${NOW}')`),
    insertProduction: prepare(`
      insert into production (run_id, raw_material_id, quantity, production_date, status, created_at, updated_at)
      values (?, ?, 1, '2026-11-20', 'in_progress', '${NOW}', '${NOW}')`),
    takeFromItem: prepare('update item set consumed = consumed + 1 where id = ?'),
    takeFromLot: prepare('update lot set consumed = consumed + 1 where id = ?'),
    insertMade: prepare(`
      insert into lot (item_id, origin, code, code_key, code_order, received_on, produced, created_at, updated_at)
      values (?, 'produced', ?, ?, ?, '2026-11-20', 1, '${NOW}', '${NOW}')`),
    addMade: prepare('update item set produced = produced + 1 where id = ?'),
    insertGood: prepare(`
      insert into finished_good (product_id, batch_number, batch_key, batch_order, quantity, status, manufacture_date,
        lot_id, run_id, created_at, updated_at)
      values (?, ?, ?, ?, 1, 'available', '2026-11-20', ?, ?, '${NOW}', '${NOW}')`),
    insertBill: prepare(`insert into bill (media_type, bytes, created_at) values ('application/pdf', ?, '${NOW}')`),
    insertInward: prepare(`
      insert into inward (supplier_id, invoice_number, inward_date, status, sub_total, total_gst, grand_total, bill_id,
        created_at, updated_at)
      values (1, '25', '2026-11-20', 'notpaid', 100, 0, 100, ?, '${NOW}', '${NOW}')`),
    insertLot: prepare(`
      insert into lot (item_id, origin, code, code_key, code_order, received_on, received, created_at, updated_at)
      values (?, 'received', ?, ?, ?, '2026-11-20', 1, '${NOW}', '${NOW}')`),
    addToItem: prepare('update item set received = received + 1 where id = ?'),
    insertLine: prepare(`
      insert into inward_line (lot_id, inward_id, raw_material_id, position, quantity, price_per_unit, total_amount)
      values (?, ?, ?, ?, 1, 100, 10)`),
  };
}

type Statements = ReturnType<typeof statementsOf>;

/** Content of the raw transaction: materials, products, and an answer of the same size for the idempotency key. */
interface RawDocument {
  materials: readonly number[];
  products: readonly number[];
  answer: string;
}

/** Writes what recording a production adds. */
export function recordProduction(run: Statements, { materials, answer }: RawDocument): void {
  const line = answer.slice(0, Math.floor(answer.length / materials.length));
  const runId = run.insertRun.run().lastInsertRowid;
  for (const id of materials) {
    const { lastInsertRowid } = run.insertProduction.run(runId, id);
    run.takeFromItem.run(id);
    run.takeFromLot.run(id);
    run.insertMovement.run(id, 'consumed', -1, 'run', runId, lastInsertRowid);
    run.insertEvent.run('production', lastInsertRowid, line);
  }
}

/** Writes what recording a run with its batches adds. */
export function recordRun(run: Statements, { materials, products, answer }: RawDocument): void {
  const runId = run.insertRun.run().lastInsertRowid;
  for (const id of materials) {
    const { lastInsertRowid } = run.insertProduction.run(runId, id);
    run.takeFromItem.run(id);
    run.takeFromLot.run(id);
    run.insertMovement.run(id, 'consumed', -1, 'run', runId, lastInsertRowid);
  }
  for (const id of products) {
    const batch = `B-${runId}-${id}`;
    const codes = [batch, batch.toLowerCase(), batch.toLowerCase()];
    const lot = run.insertMade.run(itemOfProduct(id), ...codes).lastInsertRowid;
    run.addMade.run(itemOfProduct(id));
    const good = run.insertGood.run(id, ...codes, lot, runId).lastInsertRowid;
    run.insertMovement.run(lot, 'produced', 1, 'goods', good, good);
    run.insertEvent.run('goods', good, answer.slice(0, Math.floor(answer.length / 10)));
  }
  run.insertEvent.run('runs', runId, answer);
}

/** Writes what recording an inward and its bill adds. */
export function recordInward(run: Statements, { materials, answer }: RawDocument): void {
  const inward = run.insertInward.run(run.insertBill.run(pdf).lastInsertRowid).lastInsertRowid;
  for (const [position, id] of materials.entries()) {
    // Unique in its item: an inward takes each material once.
    const code = `M-2611-${inward}`;
    const lot = run.insertLot.run(id, code, code.toLowerCase(), code.toLowerCase()).lastInsertRowid;
    run.addToItem.run(id);
    run.insertMovement.run(lot, 'received', 1, 'inward', inward, lot);
    run.insertLine.run(lot, inward, id, position);
  }
  run.insertEvent.run('inward', inward, answer);
}

/** Prepares the recording of a document in an empty folder; each is on the disk when `record` returns. */
export async function openRaw(folder: string, document: RawDocument, write: typeof recordInward) {
  const database = open(await makeTables(folder));
  fill(database, document);
  const statements = statementsOf(database);
  let key = 0;
  const transaction = database.transaction(() => {
    statements.insertKey.run(String((key += 1)).padStart(36, '0'), document.answer);
    write(statements, document);
  });
  return { record: () => transaction.immediate(), close: () => database.close() };
}
