/** A locked, full or unreachable engine: 503 with a message, reads as far as possible, automatic recovery. */
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, onPostgres, type Answer, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addMaterial, addSupplier, dataUrl, inwardFields, pdf, supplierFields } from '#test/factories.ts';
import { makeWire, type Wire } from '#test/wire.ts';
import { inTransaction } from '../db/transaction.ts';
import { verifyLedger } from '../../stock/ledger/verify.ts';

const saved = 'The database cannot be reached right now. Nothing was saved; please try again in a moment.';
const unknown =
  'The database connection was lost, so it is not known whether this was saved. Please try again in a moment: nothing is saved twice.';
const crowded = 'Godown is too busy right now. Nothing was saved; please try again in a moment.';
const crowdedRead = 'Godown is too busy right now. Please try again in a moment.';
const read = 'The database cannot be reached right now. Please try again in a moment.';

function expectUnavailable({ status, json, headers }: Answer, message = saved): void {
  expect([status, json, headers['retry-after']]).toEqual([
    503,
    { code: 'unavailable', message, requestId: headers['x-request-id'] },
    '2',
  ]);
}

let app: TestApp;
let admin: Caller;

if (onPostgres) {
  let wire: Wire;

  beforeAll(async () => {
    wire = await makeWire(Number(new URL(process.env['TEST_POSTGRES_URL'] ?? '').port));
    app = await buildTestApp({}, { viaWire: (url) => url.replace(/:\d+\//, `:${wire.port}/`) });
    admin = await app.as('admin');
  });

  afterAll(() => wire.cut());

  test('reads and writes are a 503 while the database is unreachable, and work again afterwards', async () => {
    expect((await admin('POST', '/suppliers', supplierFields())).status).toBe(201);
    wire.cut();
    for (let count = 0; count < 3; count += 1) {
      expectUnavailable(await admin('POST', '/suppliers', supplierFields()));
      expectUnavailable(await admin('GET', '/suppliers?page=1'), read);
      expectUnavailable(await admin('GET', '/suppliers'), read);
    }
    await wire.mend();
    expect((await admin('POST', '/suppliers', supplierFields())).status).toBe(201);
    expect((await admin('GET', '/suppliers')).json).toHaveLength(2);
  });

  test('a lost answer to a commit is reported as an unknown outcome, and repeating the request is safe', async () => {
    const before = (await admin('GET', '/suppliers')).json.length;
    const fields = supplierFields();
    const losing = wire.loseCommits(300);
    expectUnavailable(await admin('POST', '/suppliers', fields, { 'idempotency-key': 'once' }), unknown);
    await losing;
    expect((await admin('POST', '/suppliers', fields, { 'idempotency-key': 'once' })).status).toBe(201);
    expect((await admin('GET', '/suppliers')).json).toHaveLength(before + 1);
  });

  test('a request without a free connection gets a 503, and running ones finish', async () => {
    const { promise: held, resolve: giveBack } = Promise.withResolvers<void>();
    const { db, pool } = app.store;
    const busy = Array.from({ length: 10 }, () => db.transaction().execute(() => held));
    await expect.poll(() => pool && pool.totalCount - pool.idleCount).toBe(busy.length);
    const late = [admin('GET', '/suppliers?page=1'), admin('POST', '/suppliers', supplierFields())];
    const [reading, writing] = await Promise.all(late);
    if (reading) expectUnavailable(reading, crowdedRead);
    if (writing) expectUnavailable(writing, crowded);
    giveBack();
    await Promise.all(busy);
    expect((await admin('GET', '/suppliers?page=1')).status).toBe(200);
  });

  test('writes that wait for each other leave connections for reads and for other accounts', async () => {
    const supplier = await addSupplier(admin);
    const material = await addMaterial(admin);
    const other = new pg.Client({ connectionString: app.place.environment['DATABASE_URL'] });
    await other.connect();
    await other.query('begin');
    await other.query('select 1 from item where raw_material_id = $1 for update', [material]);
    const waiting = Array.from({ length: 10 }, () => admin('POST', '/inward', inwardFields(supplier, [[material, 1]])));
    const locked = async () => {
      await other.query('select pg_stat_clear_snapshot()');
      const { rows } = await other.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    };
    await expect.poll(locked).toBe(4);
    expect((await admin('GET', '/suppliers?page=1')).status).toBe(200);
    const manager = await app.as('manager');
    expect((await manager('POST', '/suppliers', supplierFields())).status).toBe(201);
    await other.end();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 201));
  });

  test('writes are a 503 on a primary that has become a replica, and reads go on', async () => {
    const asReplica = async (only: 'on' | 'off') => {
      const { href, pathname } = new URL(app.place.environment['DATABASE_URL'] ?? '');
      const client = new pg.Client({ connectionString: href, options: '-c default_transaction_read_only=off' });
      await client.connect();
      await client.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = ${only}`);
      await client.end();
      // Applies to new connections.
      wire.cut();
      await wire.mend();
    };
    await asReplica('on');
    await expect.poll(async () => (await admin('GET', '/suppliers?page=1')).status).toBe(200);
    expectUnavailable(await admin('POST', '/suppliers', supplierFields()));
    await asReplica('off');
    await expect.poll(async () => (await admin('POST', '/suppliers', supplierFields())).status).toBe(201);
  });
} else {
  beforeAll(async () => {
    app = await buildTestApp();
    admin = await app.as('admin');
  });

  test('writes are a 503 while another program locks the file, and reads go on', async () => {
    const other = new Sqlite(join(app.place.dataDir, 'godown.db'));
    other.exec('begin immediate');
    // Each look at the clock of the process is a second later: the waiting for the lock is over soon.
    const { now } = performance;
    let looks = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + (looks += 1000));
    expectUnavailable(await admin('POST', '/suppliers', supplierFields()));
    clock.mockRestore();
    expect((await admin('GET', '/suppliers?page=1')).status).toBe(200);
    other.exec('rollback');
    other.close();
    expect((await admin('POST', '/suppliers', supplierFields())).status).toBe(201);
  });

  test('writes are refused whole on a full disk and accepted once there is room, and reads go on', async () => {
    const supplier = await addSupplier(admin);
    const material = await addMaterial(admin);
    // Outside of a transaction it would run on the reading connection.
    const limitPages = async (count: number) =>
      await inTransaction(
        app.store.db,
        async (trx) => await sql`pragma max_page_count = ${sql.lit(count)}`.execute(trx),
      );
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(app.store.db);
    await limitPages((rows[0]?.page_count ?? 0) + 20);
    const bill = dataUrl(Buffer.concat([pdf, Buffer.alloc(1_000_000)]));
    expectUnavailable(
      await admin('POST', '/inward', inwardFields(supplier, [[material, 1]], { billAttachment: bill })),
    );
    expect((await admin('GET', '/inward')).json).toEqual([]);
    expect(await app.store.db.selectFrom('bill').select('id').execute()).toEqual([]);
    await limitPages(1_000_000);
    expect(
      (await admin('POST', '/inward', inwardFields(supplier, [[material, 1]], { billAttachment: bill }))).status,
    ).toBe(201);
    expect((await verifyLedger(app.store.db)).differences).toEqual([]);
  });
}
