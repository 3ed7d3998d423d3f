/** Attack 1: the server is killed (kill -9) at random moments while several people write, and while backups are made. */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BackupRecord } from '#contract/backups.ts';
import { listBackups } from '#server/backups/folder.ts';
import { verifyBackup } from '#server/backups/verify.ts';
import { Dice } from '#server/seed/dice.ts';
import type { Place } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { type Caller, callerAt, expectStatus, signIn } from './caller.ts';
import { ledgerFaults, prepareGround, rememberedFaults } from './checking.ts';
import { inLanes } from './lanes.ts';
import { Writer } from './writer.ts';

const WRITERS = 6;
/** A kill comes after at most so many answers, and so many milliseconds more. */
const MOST_ANSWERS = 25;
const LONGEST_MS = 30;
/** A database is left for an empty one after so many kills, so that comparing all of it stays quick. */
const KILLS_PER_PLACE = 50;
const KILLS_PER_CHECK = 10;
/** In so many rounds somebody asks for a backup before the kill; in every second of them it is awaited. */
const BACKUP_CHANCE = 0.3;
const BACKUP_LIMIT_MS = 300_000;

interface Totals {
  kills: number;
  acknowledged: number;
  unanswered: number;
  backups: { awaited: number; 'cut off': number; restored: number };
  lost: string[];
  others: string[];
}

async function writeUntilBroken(writer: Writer, totals: Totals): Promise<void> {
  for (;;) {
    const outcome = await writer.write();
    if (outcome === 'acknowledged') totals.acknowledged += 1;
    if (outcome === 'unanswered') {
      totals.unanswered += 1;
      return;
    }
  }
}

/** The backups of one place, by hand: some are whole before the kill, into the others it falls. */
class BackupWishes {
  readonly #place: Place;
  readonly #call: Caller;
  readonly #totals: Totals;
  /** How long the last one that was awaited took from the answer on. */
  #usualMs: number | undefined;
  /** What was seen in the list since the last check, and what a kill came after. */
  readonly #seen = new Set<number>();
  #asked: number | undefined;
  readonly #restored = new Set<string>();

  constructor(place: Place, call: Caller, totals: Totals) {
    this.#place = place;
    this.#call = call;
    this.#totals = totals;
  }

  /** Asks for one, and waits until it is listed, or for a while in which it is probably made. */
  async ask(dice: Dice): Promise<void> {
    const { backupId } = await expectStatus(201, this.#call('POST', '/backups'));
    const start = performance.now();
    if (this.#usualMs !== undefined && dice.chance(0.5)) {
      this.#asked = Number(backupId);
      await delay(dice.whole(0, Math.ceil(this.#usualMs)));
      return;
    }
    while (!(await this.#listed()).has(backupId)) {
      if (performance.now() - start > BACKUP_LIMIT_MS) throw new Error(`the backup ${backupId} was never listed`);
      await delay(10);
    }
    this.#usualMs = performance.now() - start;
    this.#seen.add(backupId);
    this.#totals.backups.awaited += 1;
  }

  async #listed(): Promise<Set<number>> {
    const { backups } = await expectStatus(200, this.#call('GET', '/backups'));
    return new Set(backups.map((each: BackupRecord) => each.backupId));
  }

  /** After the server was started again: whether the kill came before the backup was whole. */
  async settle(): Promise<void> {
    if (this.#asked === undefined) return;
    if ((await this.#listed()).has(this.#asked)) this.#seen.add(this.#asked);
    else this.#totals.backups['cut off'] += 1;
    this.#asked = undefined;
  }

  /** Restores each backup that is listed: one that was cut off must not be among them, and each that was seen must. */
  async faults(): Promise<string[]> {
    const folder = path.join(this.#place.dataDir, 'backups');
    const faults: string[] = [];
    const listed = await listBackups(folder);
    for (const { backupId, fileName } of listed) {
      this.#seen.delete(backupId);
      if (this.#restored.has(fileName)) continue;
      this.#restored.add(fileName);
      try {
        await verifyBackup(folder, fileName);
        this.#totals.backups.restored += 1;
      } catch (error) {
        faults.push(`the backup ${fileName} is listed and no good: ${String(error)}`);
      }
    }
    for (const backupId of this.#seen) faults.push(`the backup ${backupId} was listed before a kill and is gone`);
    this.#seen.clear();
    return faults;
  }
}

async function killInOnePlace(context: Context, dice: Dice, kills: number, totals: Totals): Promise<void> {
  const place = await context.makePlace();
  let server = await context.startServer(place);
  const call = callerAt(server.address, await signIn(server));
  const ground = await prepareGround(call);
  const writers = Array.from({ length: WRITERS }, () => new Writer(call, new Dice(dice.whole(1, 2 ** 30)), ground));
  const backups = context.engine === 'sqlite' ? new BackupWishes(place, call, totals) : undefined;
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  for (let kill = 1; kill <= kills; kill += 1) {
    const writing = writers.map((writer) => writeUntilBroken(writer, totals));
    const enough = acknowledged() + dice.whole(0, MOST_ANSWERS);
    while (acknowledged() < enough && server.isRunning()) await delay(1);
    if (!server.isRunning()) throw new Error(`the server ended by itself: ${server.said()}`);
    if (dice.chance(BACKUP_CHANCE)) await backups?.ask(dice);
    await delay(dice.whole(0, LONGEST_MS));
    await server.signal('SIGKILL');
    await Promise.all(writing);
    server = await context.startServer(place, { port: server.port });
    await Promise.all(writers.map((writer) => writer.settle()));
    await backups?.settle();
    totals.kills += 1;
    context.progress(totals.kills);
    const isLast = kill === kills || !context.hasTime();
    if (kill % KILLS_PER_CHECK !== 0 && !isLast) continue;
    const { lost, others } = await rememberedFaults(call, ground, writers);
    totals.lost.push(...lost);
    totals.others.push(...others, ...(await ledgerFaults(place)), ...((await backups?.faults()) ?? []));
    if (isLast) break;
  }
  await server.signal('SIGTERM');
}

async function run(context: Context): Promise<Outcome> {
  const backups = { awaited: 0, 'cut off': 0, restored: 0 };
  const totals: Totals = { kills: 0, acknowledged: 0, unanswered: 0, backups, lost: [], others: [] };
  await inLanes(context, KILLS_PER_PLACE, async ({ dice, take }) => {
    for (let kills = take(KILLS_PER_PLACE); kills > 0; kills = take(KILLS_PER_PLACE)) {
      await killInOnePlace(context, dice, kills, totals);
    }
  });
  return {
    rounds: totals.kills,
    figures: {
      'writes acknowledged': totals.acknowledged,
      'writes cut off': totals.unanswered,
      'backups whole before the kill': backups.awaited,
      'backups cut off': backups['cut off'],
      'backups restored': backups.restored,
      lost: totals.lost.length,
      'half there, doubled or not adding up': totals.others.length,
    },
    faults: [...totals.lost, ...totals.others],
  };
}

export const kill: Attack = {
  name: 'kill',
  promise: 'What was acknowledged is there after a crash, and nothing is half there.',
  engines: ['sqlite', 'postgres'],
  unit: 'kills',
  rounds: { long: 1000, short: 20 },
  broken: [
    {
      what: 'a write is answered 20 ms before its transaction is committed',
      edits: [
        {
          file: 'server/db/transaction.ts',
          from: 'return await db.transaction().execute(work);',
          to: `const trx = await db.startTransaction().execute();
      try {
        const done = await work(trx);
        setTimeout(() => void trx.commit().execute(), 20);
        return done;
      } catch (error) {
        await trx.rollback().execute();
        throw error;
      }`,
        },
      ],
    },
    {
      what: 'a write is no transaction: each of its statements is kept on its own',
      edits: [
        {
          file: 'server/db/transaction.ts',
          from: 'return await db.transaction().execute(work);',
          to: 'return await work(db);',
        },
      ],
    },
  ],
  run,
};
