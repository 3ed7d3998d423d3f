/** The backup endpoints on both engines. */
import { mkdirSync, rmSync, writeFileSync, truncateSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { buildTestApp, onPostgres } from '#test/buildTestApp.ts';
import { supplierFields } from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');

if (onPostgres) {
  test('on PostgreSQL the state has no backups, and requests for one are a 404', async () => {
    const state = { engine: 'postgres', folder: null, making: false, failure: null, backups: [] };
    expect((await admin('GET', '/backups')).json).toEqual(state);
    expect((await admin('POST', '/backups')).status).toBe(404);
    expect((await admin('GET', '/backups/1/file')).status).toBe(404);
  });
} else {
  test('a manual backup is created, verified, listed, recorded in the history, and downloaded', async () => {
    expect((await admin('GET', '/backups')).json).toMatchObject({ engine: 'sqlite', making: false, backups: [] });
    const { status, json } = await admin('POST', '/backups');
    expect([status, Object.keys(json)]).toEqual([201, ['backupId']]);
    // The screen polls only while a backup is being made.
    expect((await admin('GET', '/backups')).json).toMatchObject({ making: true });
    await app.settled();
    const state = (await admin('GET', '/backups')).json;
    expect(state).toMatchObject({ making: false, failure: null });
    const [made] = state.backups;
    expect(made).toMatchObject({ backupId: json.backupId, reason: 'by-hand', fault: null });
    expect(Date.parse(made.verifiedAt)).toBeGreaterThan(json.backupId);

    const history = await app.store.db
      .selectFrom('audit_event')
      .selectAll()
      .where('resource', '=', 'backups')
      .execute();
    expect(history).toMatchObject([{ action: 'create', record_id: json.backupId, after: '{"reason":"by-hand"}' }]);
    const [told] = (await admin('GET', '/activity?kind=backups')).json;
    expect(told).toMatchObject({ userName: 'A admin', changes: [{ label: 'Why', before: null, after: 'By hand' }] });

    const { token } = await app.person('admin');
    const url = `/api/backups/${json.backupId}/file`;
    const file = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(file.rawPayload.subarray(0, 15).toString()).toBe('SQLite format 3');
    expect(file.rawPayload).toHaveLength(made.size);
    expect(file.headers).toMatchObject({
      'content-type': 'application/vnd.sqlite3',
      'content-disposition': `attachment; filename="${made.fileName}"`,
      'cache-control': 'private, no-store',
      'content-length': String(made.size),
    });
  });

  test('requests with the same key create one backup, and each other request its own', async () => {
    const before = (await admin('GET', '/backups')).json.backups.length;
    const key = { 'idempotency-key': 'one-press' };
    const answers = await Promise.all([1, 2, 3].map(() => admin('POST', '/backups', undefined, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await app.settled();
    expect((await admin('POST', '/backups', {}, key)).text).toBe(answers[0]?.text);
    await app.settled();
    expect((await admin('GET', '/backups')).json.backups).toHaveLength(before + 1);

    app.clock.moves = false;
    const presses = await Promise.all([1, 2].map(() => admin('POST', '/backups')));
    app.clock.moves = true;
    await app.settled();
    const ids = new Set(presses.map(({ json }) => json.backupId));
    expect(ids.size).toBe(presses.length);
    const there = (await admin('GET', '/backups')).json.backups.map((each: { backupId: number }) => each.backupId);
    expect(there).toEqual(expect.arrayContaining([...ids]));
  });

  test('a backup that could not be recorded leaves its id and time unused', async () => {
    const { db } = app.store;
    await sql`
      create trigger refused before insert on audit_event when new.resource = 'backups'
      begin select raise(abort, 'refused by the test'); end`.execute(db);
    expect((await admin('POST', '/backups')).status).toBe(500);
    await sql`drop trigger refused`.execute(db);
    const hour = 60 * 60 * 1000;
    app.clock.now = new Date(app.clock.now.getTime() + hour);
    const asked = app.clock.now.getTime();
    const { backupId } = (await admin('POST', '/backups')).json;
    await app.settled();
    expect(backupId).toBeGreaterThan(asked);
    const [made] = (await admin('GET', '/backups')).json.backups;
    expect(made).toMatchObject({ backupId, madeAt: new Date(backupId).toISOString() });
  });

  test('a download is read only as fast as its client receives it, blocks no other request, and is cut off after a minute', async () => {
    const size = 64 * 2 ** 20;
    const folder = app.services.config.backupDir;
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'godown-2026-11-19T20-30-00-000Z-by-hand.db');
    writeFileSync(file, '');
    truncateSync(file, size);
    onTestFinished(() => rmSync(file));
    const served = new Promise<Socket>((resolve) => app.app.server.once('connection', resolve));
    const client = connect(await app.listen(), '127.0.0.1').pause();
    onTestFinished(() => void client.destroy());
    const { token } = await app.person('admin');
    const id = Date.parse('2026-11-19T20:30:00.000Z');
    client.write(`GET /api/backups/${id}/file HTTP/1.1\r\nHost: godown\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    const socket = await served;
    let before = -1;
    while (socket.bytesWritten === 0 || socket.bytesWritten > before) {
      before = socket.bytesWritten;
      await delay(300);
    }
    // Within the socket buffers of both ends.
    expect(before).toBeLessThan(size / 2);
    expect((await admin('POST', '/suppliers', supplierFields())).status).toBe(201);

    let taken = 0;
    client.on('data', (chunk: Buffer) => (taken += chunk.length)).resume();
    const hasGoneOn = () => taken > before;
    while (!hasGoneOn()) await delay(20);
    client.pause();
    expect(socket.timeout).toBe(60_000);
    socket.emit('timeout');
    expect(socket.destroyed).toBe(true);
  });

  test.each(['999999', '../godown.db', '..%2f..%2fgodown.db', '.', '%00', '1e3', '-1', '01'])(
    'a download cannot leave the folder of backups: %s',
    async (id) => {
      const { status, text } = await admin('GET', `/backups/${id}/file`);
      expect([400, 404]).toContain(status);
      expect(text).not.toContain('SQLite format');
    },
  );
}
