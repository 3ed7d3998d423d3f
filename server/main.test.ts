/** The server as a process: start, refusal to start, and shutdown. The attack `kill` kills it. */
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOfTest, makeTestDatabase, onPostgres, placeOfTest, type TestDatabase } from '#test/buildTestApp.ts';
import { supplierFields } from '#test/factories.ts';
import { runScript } from '#test/runScript.ts';
import { administrator, openSession, register } from '../e2e/support/people.ts';
import { startGodown } from '../e2e/support/godown.ts';
import { databaseFile } from './core/db/connect.ts';

let place: TestDatabase;
beforeAll(async () => {
  place = await makeTestDatabase();
});
afterAll(async () => await place.remove());

/** Runs the server until it exits by itself. */
const runToEnd = (environment: Record<string, string>) => runScript('server/main.ts', { PORT: '0', ...environment });

test('a server refuses to start on a database of a newer version, which stays unchanged', async () => {
  const { place: newer, store } = await databaseOfTest();
  await sql`insert into kysely_migration (name, timestamp) values ('999-the-future', '2030-01-01')`.execute(store.db);
  await store.db.destroy();
  const { code, stderr } = await runToEnd(newer.environment);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/made by a newer version of Godown/)]);
});

test('all servers that start at once on one empty PostgreSQL database serve, on the built-in database only the first', async () => {
  const shared = await placeOfTest();
  const started = await Promise.allSettled(
    Array.from({ length: 3 }, () => startGodown({ ...shared.environment, LOG_LEVEL: 'silent' })),
  );
  const servers = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const refused = started.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  expect(servers).toHaveLength(onPostgres ? 3 : 1);
  const sentence = `Another Godown server runs on ${shared.dataDir}. Stop it first, or give this one another DATA_DIR.`;
  for (const output of refused) expect(output).toMatch(new RegExp(`ended with 1 .*\\n${sentence}\\n$`));
  const answers = await Promise.all(servers.map(async ({ address }) => (await fetch(`${address}/api/setup`)).json()));
  expect(answers).toEqual(servers.map(() => ({ needsFirstAdministrator: true, needsSetupCode: false })));
  // Beside a server, on a database that is one server's alone.
  if (!onPostgres) {
    expect((await runScript('scripts/verifyLedger.ts', shared.environment)).stdout).toMatch(/No differences\./);
  }
  await Promise.all(servers.map((server) => server.stop()));
});

test('SIGTERM finishes open requests, and ends the server within ten seconds, whatever its clients do', async () => {
  const { place: stopped, store } = await databaseOfTest();
  const godown = await startGodown({ ...stopped.environment, LOG_LEVEL: 'silent' });
  await register(godown, administrator);
  const { token } = await openSession(godown, administrator);
  const { port } = new URL(godown.address);
  const begun = [
    'GET /api/health HTTP/1.1\r\nhost: x\r\n',
    'POST /api/Auth/register HTTP/1.1\r\ncontent-length: 99\r\n\r\n{',
    '',
  ];
  const sockets = await Promise.all(
    begun.map(async (sent) => {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      if (sent !== '') socket.write(sent);
      return socket;
    }),
  );
  // Errors of abandoned clients must not fail the run; without reading they would never see the reset.
  for (const socket of sockets) socket.on('error', () => undefined).resume();
  const cut = sockets.map((socket) => once(socket, 'close'));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const writes = Array.from({ length: 30 }, async (_, index) => {
    const body = JSON.stringify(supplierFields({ name: `In flight ${index}` }));
    return (await fetch(`${godown.address}/api/suppliers`, { method: 'POST', headers, body })).status;
  });
  // Some find their connection broken.
  const outcomes = Promise.allSettled(writes);
  await new Promise((resolve) => setTimeout(resolve, 10));
  // Throws if the server has to be killed.
  await godown.stop();
  await Promise.all(cut);
  const made = (await outcomes).filter((each) => each.status === 'fulfilled' && each.value === 201).length;
  const kept = await store.db.selectFrom('supplier').select('id').execute();
  expect(kept.length).toBeGreaterThanOrEqual(made);
});

// Needs no database.
if (!onPostgres) {
  describe('a server refuses to start, with a sentence and an exit code, on', () => {
    const wrong: [string, Record<string, string>, RegExp][] = [
      ['two faults', { PORT: '-1', LOG_LEVEL: 'loud' }, /PORT: .*LOG_LEVEL: /],
      [
        'a database that does not answer',
        { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' },
        /cannot reach its database.*DATABASE_URL/,
      ],
    ];
    test.each(wrong)('%s', async (_, environment, sentence) => {
      const { code, stderr } = await runToEnd({ DATA_DIR: place.dataDir, ...environment });
      expect(code).toBe(1);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toMatch(sentence);
      expect(stderr).not.toMatch(/ {4}at /);
    });

    test('a data folder that is a file, or may not be written', async () => {
      const file = join(place.dataDir, 'file');
      writeFileSync(file, '');
      const sentence = /cannot use its data folder .* Make it writable or set DATA_DIR/;
      expect((await runToEnd({ DATA_DIR: file })).stderr).toMatch(sentence);
      const locked = join(place.dataDir, 'locked');
      mkdirSync(locked);
      chmodSync(locked, 0o500);
      // root may write everywhere, but not below a file.
      const folder = process.getuid?.() === 0 ? join(file, 'below') : locked;
      const { code, stderr } = await runToEnd({ DATA_DIR: folder });
      expect([code, sentence.test(stderr)]).toEqual([1, true]);
    });

    test('a database that this account may not write', async () => {
      const { dataDir } = await placeOfTest();
      const database = databaseFile({ dataDir });
      writeFileSync(database, '');
      chmodSync(database, 0o444);
      // root may write everywhere, so the test runs as another account.
      const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
      if (account.uid !== undefined) {
        for (const path of [dataDir, database]) chownSync(path, account.uid, account.gid);
      }
      const { code, stderr } = await runScript('server/main.ts', { PORT: '0', DATA_DIR: dataDir }, [], account);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /^Godown cannot write its database .*godown\.db \(EACCES.* or set DATA_DIR to another .*\n$/,
        ),
      ]);
    });

    test('a damaged database, which stays unchanged', async () => {
      const sentence = /^Godown cannot start: its database is damaged .* npm run restore -- FILE --replace; .*\n$/;
      const { place: whole, store } = await databaseOfTest();
      await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
      await store.db.destroy();
      const intact = readFileSync(databaseFile(whole));
      const damage = { 'its beginning': 0, 'its tables': 100 };
      for (const [what, from] of Object.entries(damage)) {
        const damaged = Buffer.from(intact).fill(0x5a, from, from + 2000);
        writeFileSync(databaseFile(whole), damaged);
        const { code, stderr } = await runToEnd(whole.environment);
        expect([code, stderr], what).toEqual([1, expect.stringMatching(sentence)]);
        expect(readFileSync(databaseFile(whole)).equals(damaged), what).toBe(true);
      }
    });

    test('a port that is in use', async () => {
      const taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
      const { port }: AddressInfo = Object(taken.address());
      const { code, stderr } = await runToEnd({ ...place.environment, PORT: String(port), LOG_LEVEL: 'silent' });
      taken.close();
      expect([code, stderr.trim()]).toEqual([
        1,
        `Godown cannot start: 127.0.0.1:${port} is already in use. Stop what runs there or set PORT to another number.`,
      ]);
    });
  });
}
