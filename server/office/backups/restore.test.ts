/** `npm run backup` and `npm run restore`: their results and refusals. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  databaseOfTest,
  makeTestDatabase,
  openTestDatabase,
  placeOfTest,
  type TestDatabase,
} from '#test/buildTestApp.ts';
import { runScript } from '#test/runScript.ts';
import { keepCompiled, startGodown } from '../../../e2e/support/godown.ts';
import { administrator, openSession, register } from '../../../e2e/support/people.ts';
import { databaseFile } from '../../core/db/connect.ts';
import { ownDatabase } from '../../core/db/lock.ts';
import { verifyLedger } from '../../stock/ledger/verify.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';

const scripts = join(import.meta.dirname, '../../../scripts');

/** Fills a database with one user and a category of this name. */
async function fill(place: TestDatabase, name: string): Promise<string> {
  const store = await openTestDatabase(place);
  await sql`
    insert into category (name, description, status, created_at, updated_at)
    values (${name}, '', 1, '2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.000Z')`.execute(store.db);
  await store.db.destroy();
  return databaseFile(place);
}

async function categoriesOf(dataDir: string): Promise<string[]> {
  const store = await openTestDatabase({
    dataDir,
    environment: { DATA_DIR: dataDir },
    remove: () => Promise.resolve(),
  });
  const rows = await store.db.selectFrom('category').select('name').orderBy('id').execute();
  expect((await verifyLedger(store.db)).differences).toEqual([]);
  await store.db.destroy();
  return rows.map((row) => row.name);
}

async function run(
  script: 'backup' | 'restore' | 'verifyLedger',
  environment: Record<string, string>,
  ...args: string[]
) {
  const { code, stdout, stderr } = await runScript(`scripts/${script}.ts`, environment, args);
  return { code, said: stdout + stderr };
}

let place: TestDatabase;
/** A backup with turmeric; the database got pepper afterwards. */
let backup: string;
const now = new Date('2026-11-20T06:30:00.000Z');

beforeAll(async () => {
  place = await makeTestDatabase();
  const database = await fill(place, 'Turmeric');
  const folder = join(place.dataDir, 'backups');
  backup = join(folder, await makeBackup({ database, folder, reason: 'by-hand', madeAt: now }));
  await fill(place, 'Pepper');
});
afterAll(async () => await place.remove());

test('the commands back up a running server and restore to another folder', async () => {
  const godown = await startGodown({ LOG_LEVEL: 'silent' });
  await register(godown, administrator);
  const { token } = await openSession(godown, administrator);
  const signedIn = async () =>
    (await fetch(`${godown.address}/api/suppliers`, { headers: { authorization: `Bearer ${token}` } })).status;
  const here = { DATA_DIR: godown.dataDir };
  const made = await run('backup', here);
  expect(made).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Made and verified .*-by-hand-1\.db: 0 lots, 0 mat/),
  });
  const file = /verified (.*\.db):/.exec(made.said)?.[1] ?? '';

  const inUse = await run('restore', here, file, '--replace');
  expect(inUse).toMatchObject({ code: 1, said: expect.stringMatching(/godown\.db is in use\. Stop Godown/) });
  expect(await signedIn()).toBe(200);

  const there = await placeOfTest();
  const restored = await run('restore', { DATA_DIR: there.dataDir }, file);
  expect(restored).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Restored .* No differences\.\nNot signed: .*\nEverybody has to/),
  });
  const other = await startGodown({ DATA_DIR: there.dataDir, LOG_LEVEL: 'silent' });
  const answer = await fetch(`${other.address}/api/suppliers`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
  await openSession(other, administrator);
  await other.stop();
  await godown.stop();
});

test('the commands say which arguments they need, and that they do not apply to PostgreSQL or without a database', async () => {
  const environment = { DATA_DIR: place.dataDir };
  for (const args of [[], [backup, backup], ['--force', backup]]) {
    expect(await run('restore', environment, ...args)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Name the file/),
    });
  }
  const onPostgres = { ...environment, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' };
  expect((await run('restore', onPostgres, backup)).said).toMatch(/docs\/how-to\/back-up-postgresql\.md/);
  expect((await run('backup', onPostgres)).said).toMatch(/docs\/how-to\/back-up-postgresql\.md/);
  const nowhere = join(place.dataDir, 'nowhere');
  for (const script of ['backup', 'verifyLedger'] as const) {
    const { code, said } = await run(script, { DATA_DIR: nowhere });
    expect([code, said], script).toEqual([1, expect.stringMatching(/^There is no database at/)]);
  }
  expect(existsSync(nowhere)).toBe(false);
  expect((await run('restore', { DATA_DIR: nowhere }, place.dataDir)).said).toMatch(/is not a file\. Name the file of/);
  // A folder below a file cannot be created.
  const below = await run('restore', { DATA_DIR: join(backup, 'below') }, backup);
  expect(below.said).toMatch(/cannot use its data folder .* set DATA_DIR to another folder/);
});

test('an existing database is replaced only with --replace, and its file kept', async () => {
  const config = { dataDir: place.dataDir };
  await expect(restoreBackup({ backup, config, replace: false, now })).rejects.toThrow(/Add --replace/);
  expect(await categoriesOf(place.dataDir)).toEqual(['Turmeric', 'Pepper']);

  const { kept } = await restoreBackup({ backup, config, replace: true, now });
  expect(await categoriesOf(place.dataDir)).toEqual(['Turmeric']);
  expect(statSync(databaseFile(config)).mode & 0o777).toBe(0o600);
  expect(kept).toMatch(/godown\.db\.replaced-2026-11-20T06-30-00-000Z$/);
  const old = await placeOfTest();
  writeFileSync(databaseFile(old), readFileSync(kept ?? ''));
  expect(await categoriesOf(old.dataDir)).toEqual(['Turmeric', 'Pepper']);
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith('.unfinished'))).toEqual([]);
});

test('a damaged backup, or one of a newer Godown, is refused and changes nothing', async () => {
  const victim = await placeOfTest();
  await fill(victim, 'Pepper');
  const before = readFileSync(databaseFile(victim));
  const damaged = join(victim.dataDir, 'damaged.db');
  const bytes = readFileSync(backup);
  bytes.writeUInt8(bytes.readUInt8(9000) ^ 4, 9000);
  writeFileSync(damaged, bytes);
  const options = { config: { dataDir: victim.dataDir }, replace: true, now };
  await expect(restoreBackup({ ...options, backup: damaged })).rejects.toThrow(/was damaged or edited/);

  const { place: newer, store } = await databaseOfTest();
  await sql`insert into kysely_migration (name, timestamp) values ('999-the-future', '2030-01-01')`.execute(store.db);
  await store.db.destroy();
  const from = { database: databaseFile(newer), folder: newer.dataDir };
  const ofNewer = join(newer.dataDir, await makeBackup({ ...from, reason: 'daily', madeAt: now }));
  await expect(restoreBackup({ ...options, backup: ofNewer })).rejects.toThrow(/made by a newer version of Godown/);
  expect(readFileSync(databaseFile(victim)).equals(before)).toBe(true);
  expect(readdirSync(victim.dataDir).filter((name) => name.includes('replaced'))).toEqual([]);
});

test('a backup replaces a database that SQLite cannot read, with its log', async () => {
  const broken = await placeOfTest();
  const database = databaseFile(broken);
  writeFileSync(database, Buffer.alloc(20_000, 'no database'));
  writeFileSync(`${database}-wal`, Buffer.alloc(5000, 'of the old one'));
  const { kept } = await restoreBackup({ backup, config: { dataDir: broken.dataDir }, replace: true, now });
  expect([existsSync(kept ?? ''), existsSync(`${kept}-wal`)]).toEqual([true, true]);
  expect(await categoriesOf(broken.dataDir)).toEqual(['Turmeric']);
});

test('a restore gets the lock on a database only when no server has it open, and keeps servers out', async () => {
  const shared = await placeOfTest();
  const stores = [await openTestDatabase(shared), await openTestDatabase(shared)];
  const database = databaseFile(shared);
  for (const store of stores) {
    expect(ownDatabase(database)).toBeUndefined();
    await store.db.destroy();
  }
  const letGo = ownDatabase(database);
  expect(letGo).toBeDefined();
  await expect(openTestDatabase(shared)).rejects.toThrow(/restore in progress/);
  letGo?.();
});

test('a restore killed at any moment leaves either the old or the restored database', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 5; round += 1) {
    const victim = await placeOfTest();
    await fill(victim, 'Pepper');
    const env = { PATH: process.env['PATH'], ...keepCompiled, DATA_DIR: victim.dataDir };
    const args = [join(scripts, 'restore.ts'), backup, '--replace'];
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    while (child.exitCode === null && !readdirSync(victim.dataDir).some((name) => name.startsWith('.unfinished'))) {
      await delay(1);
    }
    await delay(round * 20);
    child.kill('SIGKILL');
    await ended;
    seen.add((await categoriesOf(victim.dataDir)).join());
  }
  expect([...seen].filter((names) => !['Pepper', 'Turmeric'].includes(names))).toEqual([]);
});
