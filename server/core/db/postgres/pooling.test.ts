/** Godown behind a real PgBouncer, where one is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOfTest, openTestDatabase, placeOfTest, type TestDatabase } from '#test/buildTestApp.ts';
import { freePort } from '#test/freePort.ts';
import { refuseSharedBackends } from './pooling.ts';

const program = '/usr/sbin/pgbouncer';
/** Root can't run it. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The place of a test as a PgBouncer on loopback has it. */
async function behindPooler(settings: readonly string[]): Promise<TestDatabase> {
  const place = await placeOfTest();
  const url = new URL(place.environment['DATABASE_URL'] ?? '');
  const folder = await mkdtemp(join(tmpdir(), 'godown-pooler-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  await writeFile(join(folder, 'users.txt'), `"${url.username}" ""\n`);
  const configuration = [
    '[databases]',
    `* = host=${url.hostname} port=${url.port}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = trust\nauth_file = ${join(folder, 'users.txt')}`,
    ...settings,
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), configuration.join('\n'));
  const pooler = spawn(program, [join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'], ...account });
  onTestFinished(async () => {
    const ended = once(pooler, 'exit');
    pooler.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });
  let output = '';
  for await (const chunk of pooler.stderr) {
    output += String(chunk);
    if (output.includes('process up')) break;
  }
  expect(output).toContain('process up');
  url.port = String(port);
  return { ...place, environment: { ...place.environment, DATABASE_URL: url.href } };
}

test('PostgreSQL itself is not mistaken for a pooler', async () => {
  const { store } = await databaseOfTest();
  const { pool } = store;
  expect(pool && (await refuseSharedBackends(pool))).toBeUndefined();
});

if (existsSync(program)) {
  test('Godown works behind PgBouncer that pools sessions, with its own settings', async () => {
    const store = await openTestDatabase(await behindPooler(['pool_mode = session']));
    onTestFinished(() => store.db.destroy());
    const { rows } = await sql<{ zone: string }>`select current_setting('timezone') as zone`.execute(store.db);
    expect(rows).toEqual([{ zone: 'UTC' }]);
  });

  test.each(['', 'server_round_robin = 1'])('Godown refuses PgBouncer that pools transactions: %s', async (setting) => {
    const place = await behindPooler(['pool_mode = transaction', setting]);
    await expect(openTestDatabase(place)).rejects.toThrow(/pooler at DATABASE_URL .* pool_mode = session/);
  });
}
