/** Origin of backups: signed with BACKUP_KEY, which is in no backup. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { databaseOfTest, placeOfTest } from '#test/buildTestApp.ts';
import { runScript } from '#test/runScript.ts';
import { makeMigratedDatabase } from '#test/testDatabases.ts';
import { databaseFile } from '../../core/db/connect.ts';
import { Backups } from './backups.ts';
import { makeBackup } from './make.ts';
import { SEAL_BYTES } from './seal.ts';
import { verifyBackup } from './verify.ts';

const backupKey = 'ours-0123456789abcdef0123456789abcdef';
const otherKey = 'theirs-0123456789abcdef0123456789abcdef';
const madeAt = new Date('2026-11-20T06:30:00.000Z');

let folder: string;
let signed: string;
let unsigned: string;

beforeAll(async () => {
  const place = await makeMigratedDatabase();
  folder = place.dataDir;
  const wanted = { database: databaseFile(place), folder, reason: 'daily', madeAt } as const;
  signed = await makeBackup({ ...wanted, backupKey });
  unsigned = await makeBackup(wanted);
  return () => place.remove();
});

/** Changes a byte, and updates the checksum in the seal, as an attacker without the key can. */
function sealAgain(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  // The counter of changes in SQLite's header: the database stays sound.
  changed.writeUInt8(changed.readUInt8(27) ^ 1, 27);
  changed.writeUInt8(changed.readUInt8(95) ^ 1, 95);
  const database = changed.subarray(0, -SEAL_BYTES);
  const seal = JSON.parse(changed.subarray(-SEAL_BYTES).toString());
  const about = JSON.stringify([seal.madeAt, seal.reason, seal.bytes]);
  seal.sha256 = createHash('sha256').update(database).update(about).digest('hex');
  return Buffer.concat([database, Buffer.from(`${JSON.stringify(seal).padEnd(SEAL_BYTES - 1)}\n`)]);
}

test('the origin of a backup depends on its signature and on BACKUP_KEY', async () => {
  const originOf = async (name: string, key?: string) => (await verifyBackup(folder, name, key)).origin;
  expect(await originOf(signed, backupKey)).toBe('ours');
  expect(await originOf(signed, otherKey)).toBe('other');
  expect(await originOf(signed)).toBe('unchecked');
  expect(await originOf(unsigned, backupKey)).toBe('unsigned');
  expect(await originOf(unsigned)).toBe('unsigned');
});

test('an edited backup with a new seal is refused if it was signed, and accepted as unsigned otherwise', async () => {
  writeFileSync(join(folder, 'edited.db'), sealAgain(readFileSync(join(folder, signed))));
  await expect(verifyBackup(folder, 'edited.db', backupKey)).rejects.toThrow(
    /^edited\.db was edited after it was signed: its signature by BACKUP_KEY doesn't fit\.$/,
  );
  writeFileSync(join(folder, 'edited.db'), sealAgain(readFileSync(join(folder, unsigned))));
  expect(await verifyBackup(folder, 'edited.db', backupKey)).toMatchObject({ origin: 'unsigned' });
});

test('a backup contains neither BACKUP_KEY nor its hash', () => {
  const bytes = readFileSync(join(folder, signed));
  expect(bytes.includes(backupKey)).toBe(false);
  for (const hash of ['hex', 'base64'] as const) {
    expect(bytes.includes(createHash('sha256').update(backupKey).digest(hash))).toBe(false);
  }
});

test('the server signs its backups, and reports an edited one', async () => {
  const { place, store } = await databaseOfTest();
  const config = { dataDir: place.dataDir, backupDir: join(place.dataDir, 'backups'), timeZone: 'UTC', backupKey };
  mkdirSync(config.backupDir);
  const failures: unknown[] = [];
  // A clock that stands: with a real one, a second daily backup is due where the run goes past BACKUP_HOUR.
  const open = () => new Backups({ store, config, now: () => madeAt, onFailure: (error) => failures.push(error) });
  const backups = open();
  await backups.runDue();
  const [made] = (await backups.state()).backups;
  expect(made).toMatchObject({ fault: null, verifiedAt: expect.any(String) });
  const path = join(config.backupDir, made?.fileName ?? '');
  expect(await verifyBackup(config.backupDir, made?.fileName ?? '', backupKey)).toMatchObject({ origin: 'ours' });
  expect(failures).toEqual([]);
  const edited = 'godown-2026-11-20T06-30-01-000Z-daily-2.db';
  writeFileSync(join(config.backupDir, edited), sealAgain(readFileSync(path)));
  await open().runDue();
  const [last] = (await backups.state()).backups;
  expect(last).toMatchObject({ fileName: edited, fault: expect.stringContaining('edited after it was signed') });
});

test('npm run backup signs, and npm run restore shows the origin', async () => {
  const place = await makeMigratedDatabase();
  const env = { DATA_DIR: place.dataDir, BACKUP_KEY: backupKey };
  const { stdout } = await runScript('scripts/backup.ts', env);
  const file = /verified (.*\.db):/.exec(stdout)?.[1] ?? '';
  const restored = async (environment: Record<string, string>, backup: string) => {
    const { dataDir } = await placeOfTest();
    const said = await runScript('scripts/restore.ts', { DATA_DIR: dataDir, ...environment }, [backup]);
    expect([said.code, said.stderr]).toEqual([0, '']);
    return said.stdout.split('\n')[1];
  };
  expect(await restored({ BACKUP_KEY: backupKey }, file)).toMatch(/^Made by this installation/);
  expect(await restored({ BACKUP_KEY: otherKey }, file)).toMatch(/^Signed by another key/);
  expect(await restored({}, file)).toMatch(/^Signed, but no BACKUP_KEY is set/);
  expect(await restored({ BACKUP_KEY: backupKey }, join(folder, unsigned))).toMatch(/^Not signed/);
  await place.remove();
});
