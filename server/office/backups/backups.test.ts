/** Promise 10: a damaged backup is refused with a message. The attack `backup` takes one under load. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupRetention } from '#contract/office/backups.ts';
import { buildTestApp, databaseOfTest } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { keepCompiled, startGodown } from '../../../e2e/support/godown.ts';
import { Backups } from './backups.ts';
import { migrateWithBackup } from './beforeMigrating.ts';
import { fileNameOf, storeVerdict, listBackups } from './folder.ts';
import { makeBackup } from './make.ts';
import { SEAL_BYTES } from './seal.ts';
import { verifyBackup } from './verify.ts';

const unsigned = { backupKey: undefined };

const app = await buildTestApp();
const database = join(app.place.dataDir, 'godown.db');
const folder = app.services.config.backupDir;
const scratch = await mkdtemp(join(tmpdir(), 'godown scratch '));
const admin = await app.as('admin');
await addInward(admin, await addSupplier(admin), [[await addMaterial(admin), 1000]]);

afterAll(async () => await rm(scratch, { recursive: true, force: true }));

test('is for its owner alone, one file, and leaves nothing else behind', async () => {
  const fileName = await makeBackup({ database, folder, reason: 'by-hand', madeAt: new Date() });
  expect(statSync(join(folder, fileName)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await verifyBackup(folder, fileName);
  expect(readdirSync(folder).filter((name) => !/^godown-.*-by-hand-\d+\.db$/.test(name))).toEqual([]);
});

describe('refused with a sentence', () => {
  let whole: Buffer;
  beforeAll(async () => {
    whole = readFileSync(join(folder, await makeBackup({ database, folder, reason: 'daily', madeAt: new Date() })));
  });

  async function refusal(content: Buffer): Promise<string> {
    writeFileSync(join(folder, 'copied.db'), content);
    return await verifyBackup(folder, 'copied.db').then(
      () => 'it was taken',
      (error: unknown) => (error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error)),
    );
  }

  test('torn anywhere, or longer than it was', async () => {
    const sentence =
      /^DamagedBackupError: copied\.db is not a whole backup of Godown: its end is missing, or something was added/;
    for (const length of [0, 1, 511, 512, 4096, whole.length - SEAL_BYTES, whole.length - 100, whole.length - 1]) {
      expect(await refusal(whole.subarray(0, length)), `${length} bytes`).toMatch(sentence);
    }
    expect(await refusal(Buffer.concat([whole, Buffer.from('x')]))).toMatch(sentence);
    expect(await refusal(Buffer.concat([whole.subarray(0, 8192), whole.subarray(12288)]))).toMatch(sentence);
  });

  test('edited anywhere: one bit of any part, or the seal', async () => {
    const places = Array.from({ length: 12 }, (_, index) => Math.floor((index * (whole.length - SEAL_BYTES)) / 12));
    for (const place of places) {
      const edited = Buffer.from(whole);
      edited[place] = (edited[place] ?? 0) ^ 1;
      expect(await refusal(edited), `byte ${place}`).toMatch(/^DamagedBackupError: copied\.db was damaged or edited/);
    }
    const otherDay = whole.toString('latin1').replace(/"madeAt":"2/, '"madeAt":"1');
    expect(await refusal(Buffer.from(otherDay, 'latin1'))).toMatch(
      /^DamagedBackupError: copied\.db was damaged or edited/,
    );
    expect(await refusal(Buffer.from('any other file, which is longer than a seal '.repeat(50)))).toMatch(
      /not a whole/,
    );
  });

  test('sound as a file, yet its ledger does not add up', async () => {
    const { place, store } = await databaseOfTest();
    await sql`
      insert into category (name, description, status, created_at, updated_at)
      values ('Spices', '', 1, '2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.000Z')`.execute(store.db);
    await sql`update row_count set records = records + 1`.execute(store.db);
    await store.db.destroy();
    const wrong = join(place.dataDir, 'godown.db');
    const fileName = await makeBackup({ database: wrong, folder: place.dataDir, reason: 'daily', madeAt: new Date() });
    await expect(verifyBackup(place.dataDir, fileName)).rejects.toThrow(
      /doesn't hold together: the ledger finds differences/,
    );
  });
});

test('killed while it is made: nothing looks like a backup that is none, and the next one clears up', async () => {
  const { place, store } = await databaseOfTest();
  await sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 300)
    insert into bill (media_type, bytes, created_at)
    select 'image/png', zeroblob(100000), '2026-11-20T00:00:00.000Z' from n`.execute(store.db);
  await store.db.destroy();
  const script = join(import.meta.dirname, '../../../scripts/backup.ts');
  const backups = join(place.dataDir, 'backups');
  let leftOver = 0;
  for (let round = 0; round < 4; round += 1) {
    const env = { PATH: process.env['PATH'], ...keepCompiled, ...place.environment };
    const child = spawn(process.execPath, [script], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    // Waits until the child has begun to write; the leftovers of the previous one stay until then.
    while (child.exitCode === null && !unfinished(backups, child.pid)) await delay(1);
    await delay(round * 25);
    child.kill('SIGKILL');
    await ended;
    if (unfinished(backups, child.pid)) leftOver += 1;
    for (const { fileName } of await listBackups(backups)) await verifyBackup(backups, fileName);
  }
  await makeBackup({
    database: join(place.dataDir, 'godown.db'),
    folder: backups,
    reason: 'daily',
    madeAt: new Date(),
  });
  expect(unfinished(backups)).toBe(false);
  expect(leftOver).toBeGreaterThan(0);
});

test('a server that is stopped while a large backup is verified ends at once, and nothing is left of that', async () => {
  const { place, store } = await databaseOfTest();
  // The integrity check compares each of these rows with two indexes.
  await sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 700000)
    insert into idempotency_key (caller, key, request_hash, created_at)
    select 'user 1', i, '', '2026-11-20T00:00:00.000Z' from n`.execute(store.db);
  await store.db.destroy();
  const folderOfBackups = join(place.dataDir, 'backups');
  const from = { database: join(place.dataDir, 'godown.db'), folder: folderOfBackups };
  const fileName = await makeBackup({ ...from, reason: 'daily', madeAt: new Date() });

  const godown = await startGodown(place.environment);
  const isOpen = () =>
    readdirSync(folderOfBackups, { recursive: true }).some((name) =>
      /^\.unfinished-[^/]+\/godown\.db-wal$/.test(String(name)),
    );
  while (!isOpen()) await delay(5);
  await delay(300);
  // Throws if the server has to be killed.
  await godown.stop();
  expect(unfinished(folderOfBackups)).toBe(false);
  expect(await listBackups(folderOfBackups)).toMatchObject([{ fileName, verifiedAt: null }]);
});

/** Whether a process, or any, has left unfinished files in the folder. */
function unfinished(folderOfBackups: string, process: number | '' = ''): boolean {
  try {
    return readdirSync(folderOfBackups).some((name) => name.startsWith(`.unfinished-${process}`));
  } catch {
    return false;
  }
}

describe('by itself', () => {
  const nights = async (count: number, backups: Backups, clock: { now: Date }) => {
    for (let night = 0; night < count; night += 1) {
      clock.now = new Date(clock.now.getTime() + 24 * 60 * 60 * 1000);
      await backups.runDue();
      await backups.runDue();
    }
  };

  test('one is made each night, verified, and the older ones go as they should', async () => {
    const { place, store } = await databaseOfTest();
    // The backup day on which the database was made: the test run may go past BACKUP_HOUR.
    const { at } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`
      .execute(store.db)
      .then(({ rows: [row] }) => row ?? { at: '' });
    const clock = { now: new Date(at) };
    const failures: unknown[] = [];
    const config = {
      dataDir: place.dataDir,
      backupDir: join(place.dataDir, 'backups'),
      timeZone: 'Asia/Kolkata',
      ...unsigned,
    };
    await mkdir(config.backupDir);
    const backups = new Backups({ store, config, now: () => clock.now, onFailure: (error) => failures.push(error) });
    await backups.runDue();
    expect((await backups.state()).backups).toEqual([]);
    // Old manual backups, verified: two more than the retention.
    for (let made = 0; made < backupRetention.byHand + 2; made += 1) {
      const name = fileNameOf(new Date(made), 'by-hand', made);
      writeFileSync(join(config.backupDir, name), '');
      await storeVerdict(config.backupDir, name, { verifiedAt: clock.now.toISOString(), fault: null });
    }
    await nights(2, backups, clock);
    const kept = (await backups.state()).backups;
    expect(kept.map((each) => each.reason)).toEqual([
      'daily',
      'daily',
      ...Array(backupRetention.byHand).fill('by-hand'),
    ]);
    for (const each of kept) expect([each.fault, typeof each.verifiedAt]).toEqual([null, 'string']);
    expect(kept.at(-1)?.backupId).toBe(2);

    // A write error is reported and retried after an hour, not every minute.
    rmSync(config.backupDir, { recursive: true });
    writeFileSync(config.backupDir, '');
    await nights(1, backups, clock);
    expect((await backups.state()).failure?.message).toMatch(/ENOTDIR/);
    expect(failures).toHaveLength(1);
    rmSync(config.backupDir);
    await mkdir(config.backupDir);
    await backups.runDue();
    expect((await backups.state()).backups).toEqual([]);
    clock.now = new Date(clock.now.getTime() + 61 * 60 * 1000);
    await backups.runDue();
    expect(await backups.state()).toMatchObject({ failure: null, backups: [{ fault: null }] });
    await backups.stop();
  });

  test('a damaged backup is reported, and does not count for its day', async () => {
    const { place, store } = await databaseOfTest();
    const now = new Date(Date.now() + 48 * 60 * 60 * 1000);
    const config = {
      dataDir: place.dataDir,
      backupDir: join(place.dataDir, 'backups'),
      timeZone: 'Asia/Kolkata',
      ...unsigned,
    };
    const from = { database: join(place.dataDir, 'godown.db'), folder: config.backupDir };
    const fileName = await makeBackup({ ...from, reason: 'daily', madeAt: new Date(now.getTime() - 1000) });
    const bytes = readFileSync(join(config.backupDir, fileName));
    bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000);
    writeFileSync(join(config.backupDir, fileName), bytes);
    const backups = new Backups({ store, config, now: () => now, onFailure: () => undefined });
    await backups.runDue();
    const state = await backups.state();
    expect(state.failure?.message).toMatch(/was damaged or edited/);
    expect(state.backups).toMatchObject([{ fileName, fault: expect.stringMatching(/was damaged or edited/) }]);
  });

  test('before a migration, and it is there where the migration fails', async () => {
    const { place, store } = await databaseOfTest();
    const config = { dataDir: place.dataDir, backupDir: join(place.dataDir, 'backups'), ...unsigned };
    await migrateWithBackup(store, config);
    await expect(listBackups(config.backupDir)).rejects.toThrow(/ENOENT/);
    // The eighth migration can't be repeated.
    await sql`delete from kysely_migration where name >= '008'`.execute(store.db);
    await expect(migrateWithBackup(store, config)).rejects.toThrow(/left it as it was/);
    expect(await listBackups(config.backupDir)).toMatchObject([{ reason: 'migration' }]);
  });
});
