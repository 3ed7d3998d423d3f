/** Attack 1: the server is killed (kill -9) at random moments while several people write, and while backups are made. */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BackupRecord } from '#contract/backups.ts';
import { listBackups } from '#server/backups/folder.ts';
import { verifyBackup } from '#server/backups/verify.ts';
import type { SeededRandom } from '#server/seed/seededRandom.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { type Caller, callerAt, expectStatus, signIn } from '../clients/caller.ts';
import { checkAll } from '../clients/checks.ts';
import { makeWriters, prepareGround, type Writer } from '../clients/writer.ts';
import { type Attack, type Context, Findings } from '../runner/attack.ts';
import { inParallel } from '../runner/parallel.ts';

const WRITERS = 6;
/** Limits of answers, and of milliseconds after them, before a kill. */
const MOST_ANSWERS = 25;
const LONGEST_MS = 30;
/** Kills per database, so that comparing all records stays quick. */
const KILLS_PER_DATABASE = 50;
const KILLS_PER_CHECK = 10;
/** Share of rounds with a backup before the kill; every second one is awaited. */
const BACKUP_CHANCE = 0.3;
const BACKUP_LIMIT_MS = 300_000;

const begin = () =>
  new Findings({
    'writes acknowledged': 0,
    'writes cut off': 0,
    'backups whole before the kill': 0,
    'backups cut off': 0,
    'backups restored': 0,
    lost: 0,
  });
type Found = ReturnType<typeof begin>;

/** The backups of one database, complete before the kill or not. */
class KilledBackups {
  readonly #database: TestDatabase;
  readonly #call: Caller;
  readonly #found: Found;
  /** Duration of the last awaited one, from the answer on. */
  #usualMs: number | undefined;
  /** Listed since the last check. */
  readonly #listedOnce = new Set<number>();
  #pending: number | undefined;
  readonly #restored = new Set<string>();

  constructor(database: TestDatabase, call: Caller, found: Found) {
    this.#database = database;
    this.#call = call;
    this.#found = found;
  }

  /** Requests one, and waits until it is listed, or for about the time that it takes. */
  async ask(random: SeededRandom): Promise<void> {
    const { backupId } = await expectStatus(201, this.#call('POST', '/backups'));
    const start = performance.now();
    if (this.#usualMs !== undefined && random.chance(0.5)) {
      this.#pending = Number(backupId);
      await delay(random.whole(0, Math.ceil(this.#usualMs)));
      return;
    }
    while (!(await this.#listed()).has(backupId)) {
      if (performance.now() - start > BACKUP_LIMIT_MS) throw new Error(`the backup ${backupId} was never listed`);
      await delay(10);
    }
    this.#usualMs = performance.now() - start;
    this.#listedOnce.add(backupId);
    this.#found.figures['backups whole before the kill'] += 1;
  }

  async #listed(): Promise<Set<number>> {
    const { backups } = await expectStatus(200, this.#call('GET', '/backups'));
    return new Set(backups.map((each: BackupRecord) => each.backupId));
  }

  /** After a restart: whether the kill interrupted the backup. */
  async settle(): Promise<void> {
    if (this.#pending === undefined) return;
    if ((await this.#listed()).has(this.#pending)) this.#listedOnce.add(this.#pending);
    else this.#found.figures['backups cut off'] += 1;
    this.#pending = undefined;
  }

  /** Restores each listed backup: incomplete ones must not be listed, earlier listed ones must. */
  async faults(): Promise<string[]> {
    const folder = path.join(this.#database.dataDir, 'backups');
    const faults: string[] = [];
    for (const { backupId, fileName } of await listBackups(folder)) {
      this.#listedOnce.delete(backupId);
      if (this.#restored.has(fileName)) continue;
      this.#restored.add(fileName);
      try {
        await verifyBackup(folder, fileName);
        this.#found.figures['backups restored'] += 1;
      } catch (error) {
        faults.push(`the backup ${fileName} is listed and no good: ${String(error)}`);
      }
    }
    for (const backupId of this.#listedOnce) faults.push(`the backup ${backupId} was listed before a kill and is gone`);
    this.#listedOnce.clear();
    return faults;
  }
}

async function writeUntilBroken(writer: Writer, { figures }: Found): Promise<void> {
  for (;;) {
    const outcome = await writer.write();
    if (outcome === 'acknowledged') figures['writes acknowledged'] += 1;
    if (outcome === 'unanswered') {
      figures['writes cut off'] += 1;
      return;
    }
  }
}

async function attackDatabase(context: Context, random: SeededRandom, kills: number, found: Found): Promise<void> {
  const database = await context.makeDatabase();
  let server = await context.startServer(database);
  const call = callerAt(server, await signIn(server));
  const ground = await prepareGround(call);
  const writers = makeWriters(WRITERS, call, random, ground);
  const backups = context.engine === 'sqlite' ? new KilledBackups(database, call, found) : undefined;
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  for (let kill = 1; kill <= kills; kill += 1) {
    const writing = writers.map((writer) => writeUntilBroken(writer, found));
    const enough = acknowledged() + random.whole(0, MOST_ANSWERS);
    while (acknowledged() < enough && server.isRunning()) await delay(1);
    if (!server.isRunning()) throw new Error(`the server ended by itself: ${server.output()}`);
    if (random.chance(BACKUP_CHANCE)) await backups?.ask(random);
    await delay(random.whole(0, LONGEST_MS));
    await server.signal('SIGKILL');
    await Promise.all(writing);
    server = await context.startServer(database, { port: server.port });
    await Promise.all(writers.map((writer) => writer.settle()));
    await backups?.settle();
    found.rounds += 1;
    context.progress(found.rounds);
    const isLast = kill === kills || !context.hasTime();
    if (kill % KILLS_PER_CHECK !== 0 && !isLast) continue;
    await checkAll(found, database, call, { ground, writers });
    found.faults.push(...((await backups?.faults()) ?? []));
    if (isLast) break;
  }
  await server.signal('SIGTERM');
}

const transaction = 'return await db.transaction().execute(work);';

export const kill: Attack = {
  name: 'kill',
  promise: 'What was acknowledged is there after a crash, and nothing is half there.',
  engines: ['sqlite', 'postgres'],
  unit: 'kills',
  rounds: { long: 1000, short: 20 },
  broken: {
    'a write is answered 20 ms before its transaction is committed': [
      [
        'server/db/transaction.ts',
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
      ['server/db/transaction.ts', transaction, 'return await work(db);'],
    ],
  },
  async run(context) {
    const found = begin();
    await inParallel(context, KILLS_PER_DATABASE, async ({ random, take }) => {
      for (let kills = take(KILLS_PER_DATABASE); kills > 0; kills = take(KILLS_PER_DATABASE)) {
        await attackDatabase(context, random, kills, found);
      }
    });
    return found;
  },
};
