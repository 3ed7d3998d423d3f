/** Attack 1: the server is killed (kill -9) at random moments while several people write, and while backups are made. */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BackupRecord } from '#contract/office/backups.ts';
import { listBackups } from '#server/office/backups/folder.ts';
import { verifyBackup } from '#server/office/backups/verify.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { expectStatus, type Started } from '../clients/caller.ts';
import { checkAll } from '../clients/checks.ts';
import { startWriters, type Writer } from '../clients/writer.ts';
import type { Attack, Context, Findings } from '../runner/attack.ts';
import { until } from '../runner/until.ts';

const WRITERS = 6;
/** Limits of answers, and of milliseconds after them, before a kill. */
const MAX_ANSWERS = 25;
const MAX_DURATION_MS = 30;
/** Kills per database, so that comparing all records stays quick. */
const KILLS_PER_DATABASE = 50;
const KILLS_PER_CHECK = 10;
/** Share of rounds with a backup before the kill; every second one is awaited. */
const BACKUP_CHANCE = 0.3;
const BACKUP_LIMIT_MS = 300_000;

/** The backups of one database, complete before the kill or not. */
function killedBackups({ database, call }: Started, found: Findings) {
  const folder = path.join(database.dataDir, 'backups');
  /** Duration of the last awaited one, from the answer on. */
  let usualMs: number | undefined;
  /** Listed since the last check. */
  const listedOnce = new Set<number>();
  let pending: number | undefined;
  const restored = new Set<string>();

  async function isListed(backupId: number): Promise<boolean> {
    const { backups } = await expectStatus(200, call('GET', '/backups'));
    return backups.some((each: BackupRecord) => each.backupId === backupId);
  }

  return {
    /** Requests one, and waits until it is listed, or for about the time that it takes. */
    async ask(random: SeededRandom): Promise<void> {
      const { backupId } = await expectStatus(201, call('POST', '/backups'));
      const start = performance.now();
      if (usualMs !== undefined && random.chance(0.5)) {
        pending = Number(backupId);
        await delay(random.whole(0, Math.ceil(usualMs)));
        return;
      }
      const wait = { withinMs: BACKUP_LIMIT_MS, everyMs: 10 };
      await until(() => isListed(backupId), `the backup ${backupId} was never listed`, wait);
      usualMs = performance.now() - start;
      listedOnce.add(backupId);
      found.count('backups whole before the kill');
    },
    /** After a restart: whether the kill interrupted the backup. */
    async settle(): Promise<void> {
      if (pending === undefined) return;
      if (await isListed(pending)) listedOnce.add(pending);
      else found.count('backups cut off');
      pending = undefined;
    },
    /** Restores each listed backup: incomplete ones must not be listed, earlier listed ones must. */
    async check(): Promise<void> {
      for (const { backupId, fileName } of await listBackups(folder)) {
        listedOnce.delete(backupId);
        if (restored.has(fileName)) continue;
        restored.add(fileName);
        try {
          await verifyBackup(folder, fileName);
          found.count('backups restored');
        } catch (error) {
          found.faults.push(`the backup ${fileName} is listed and no good: ${String(error)}`);
        }
      }
      found.faults.push(...[...listedOnce].map((id) => `the backup ${id} was listed before a kill and is gone`));
      listedOnce.clear();
    },
  };
}

async function writeUntilBroken(writer: Writer, found: Findings): Promise<void> {
  for (;;) {
    const outcome = await writer.write();
    if (outcome === 'acknowledged') found.count('writes acknowledged');
    if (outcome === 'unanswered') break;
  }
  found.count('writes cut off');
}

async function attackDatabase(context: Context, random: SeededRandom): Promise<void> {
  const { found } = context;
  const writing = await startWriters(context, WRITERS, { random });
  const { database, writers } = writing;
  let { server } = writing;
  const backups = context.engine === 'sqlite' ? killedBackups(writing, found) : undefined;
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  const check = async () => {
    await checkAll(found, writing);
    await backups?.check();
  };
  for (let kill = 1; kill <= KILLS_PER_DATABASE && context.goesOn(); kill += 1) {
    context.countRound();
    const working = writers.map((writer) => writeUntilBroken(writer, found));
    const enough = acknowledged() + random.whole(0, MAX_ANSWERS);
    while (acknowledged() < enough && server.isRunning()) await delay(1);
    if (!server.isRunning()) throw new Error(`the server ended by itself: ${server.output()}`);
    if (random.chance(BACKUP_CHANCE)) await backups?.ask(random);
    await delay(random.whole(0, MAX_DURATION_MS));
    await server.signal('SIGKILL');
    await Promise.all(working);
    server = await context.startServer(database, { port: server.port });
    await Promise.all(writers.map((writer) => writer.settle()));
    await backups?.settle();
    if (kill % KILLS_PER_CHECK === 0) await check();
  }
  await check();
  await server.signal('SIGTERM');
}

const transaction = 'return await db.transaction().execute(work);';

export const kill: Attack = {
  name: 'kill',
  promise: 'What was acknowledged is there after a crash, and nothing is half there.',
  unit: 'kills',
  rounds: { long: 1000, short: 1 },
  broken: {
    'a write is answered 20 ms before its transaction is committed': [
      [
        'server/core/db/transaction.ts',
        transaction,
        `const trx = await db.startTransaction().execute();
      try {
        const done = await work(trx);
        setTimeout(() => void trx.commit().execute(), 20);
        return done;
      } catch (error) {
        await trx.rollback().execute();
        throw error;
      }`,
      ],
    ],
    'a write is no transaction: each of its statements is kept on its own': [
      ['server/core/db/transaction.ts', transaction, 'return await work(db);'],
    ],
  },
  async run(context) {
    await context.inParallel(Math.ceil(context.rounds / KILLS_PER_DATABASE), async (random) => {
      while (context.goesOn()) await attackDatabase(context, random);
    });
  },
};
