/** Backups while the clock is set back: those made when it was ahead have later dates. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backupReasons, backupRetention, type BackupReason } from '#contract/office/backups.ts';
import { placeOfTest } from '#test/buildTestApp.ts';
import { openStore } from '../../core/db/connect.ts';
import { migratorOf } from '../../core/db/migrate.ts';
import { Backups } from './backups.ts';
import { migrateWithBackup } from './beforeMigrating.ts';
import { fileNameOf, storeVerdict, listBackups } from './folder.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** More than the retention of any kind. */
const AHEAD = 2 * (backupRetention.days + backupRetention.weeks + backupRetention.months);

/** A database with verified backups of a kind, dated years ahead. */
async function setUp(reason: BackupReason) {
  const place = await placeOfTest();
  const store = openStore({ dataDir: place.dataDir, databaseUrl: undefined }, () => undefined);
  onTestFinished(() => store.db.destroy());
  const migrator = migratorOf(store);
  const names = (await migrator.getMigrations()).map(({ name }) => name);
  // Before an update, the newest migration is still to come.
  const { error } = await migrator.migrateTo(names.at(reason === 'migration' ? -2 : -1) ?? '');
  expect(error).toBeUndefined();
  const config = {
    dataDir: place.dataDir,
    backupDir: join(place.dataDir, 'backups'),
    timeZone: 'Asia/Kolkata',
    backupKey: undefined,
  };
  mkdirSync(config.backupDir);
  for (let made = 0; made < AHEAD; made += 1) {
    const name = fileNameOf(new Date(Date.parse('2099-01-01T21:00:00.000Z') + made * DAY_MS), reason, made + 1);
    writeFileSync(join(config.backupDir, name), '');
    await storeVerdict(config.backupDir, name, { verifiedAt: '2099-01-01T21:00:00.000Z', fault: null });
  }
  const clock = { now: new Date(Date.now() + 2 * DAY_MS) };
  const failures: unknown[] = [];
  const open = () =>
    new Backups({ store, config, now: () => clock.now, onFailure: (failure) => failures.push(failure) });
  return { store, config, clock, failures, open };
}

type Scene = Awaited<ReturnType<typeof setUp>>;

const makers: Record<BackupReason, (scene: Scene) => Promise<void>> = {
  async daily({ open }) {
    await open().runDue();
  },
  async 'by-hand'({ open, clock }) {
    const backups = open();
    await backups.makeByHand(backups.newId(clock.now.toISOString()));
  },
  async migration({ store, config, clock, open }) {
    await migrateWithBackup(store, config);
    // Verified without a nightly one beside it.
    clock.now = new Date();
    await open().runDue();
  },
};

test.each(backupReasons)(
  '%s: a new backup is verified, stays, and is listed first after the clock was set back',
  async (reason) => {
    const scene = await setUp(reason);
    await makers[reason](scene);
    const { backups } = await scene.open().state();
    const [last] = backups;
    expect(last).toMatchObject({ reason });
    expect(last?.madeAt.slice(0, 4)).not.toBe('2099');
    expect(backups.length).toBeLessThan(AHEAD);
  },
);

test('each night after the clock was set back has a backup, also one that already had one', async () => {
  const scene = await setUp('daily');
  const backups = scene.open();
  const made: string[] = [];
  const night = async () => {
    await backups.runDue();
    made.push((await listBackups(scene.config.backupDir))[0]?.madeAt.slice(0, 10) ?? '');
  };
  const first = scene.clock.now;
  for (const days of [0, 1, 2, 1, 2]) {
    scene.clock.now = new Date(first.getTime() + days * DAY_MS);
    await night();
  }
  expect(made).toEqual(
    [0, 1, 2, 1, 2].map((days) => new Date(first.getTime() + days * DAY_MS).toISOString().slice(0, 10)),
  );
  expect((await backups.state()).failure).toBeNull();
  expect(scene.failures).toEqual([]);
});

test('manual backups of one moment have different ids, and ids follow a clock that is set back', async () => {
  const { open } = await setUp('by-hand');
  const backups = open();
  const at = '2031-05-01T10:00:00.000Z';
  expect([backups.newId(at), backups.newId(at), backups.newId(at)]).toEqual(
    [0, 1, 2].map((more) => Date.parse(at) + more),
  );
  expect(backups.newId('2026-11-28T18:00:00.000Z')).toBe(Date.parse('2026-11-28T18:00:00.000Z'));
});
