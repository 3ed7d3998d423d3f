/** Attack 1: the server is killed (kill -9) at random moments while several people write, and while backups are made. */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listBackups } from '#server/backups/folder.ts';
import { verifyBackup } from '#server/backups/verify.ts';
import { Dice } from '#server/seed/dice.ts';
import type { Place } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { callerAt, signIn } from './caller.ts';
import { ledgerFaults, prepareGround, rememberedFaults } from './checking.ts';
import { Writer } from './writer.ts';

const WRITERS = 6;
/** A kill comes after at most so many answers, and so many milliseconds more. */
const MOST_ANSWERS = 25;
const LONGEST_MS = 30;
/** A database is left for an empty one after so many kills, so that comparing all of it stays quick. */
const KILLS_PER_PLACE = 50;
const KILLS_PER_CHECK = 10;
/** In so many rounds somebody asks for a backup before the kill. */
const BACKUP_CHANCE = 0.3;
/** A backup of these small databases is whole and verified within about so long. */
const BACKUP_MS = 800;

interface Totals {
  kills: number;
  acknowledged: number;
  unanswered: number;
  backups: number;
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

/** Restores each backup that is listed: one that was cut off must not be among them. */
async function backupFaults({ dataDir }: Place, totals: Totals): Promise<string[]> {
  const folder = path.join(dataDir, 'backups');
  const faults: string[] = [];
  for (const { fileName } of await listBackups(folder)) {
    totals.backups += 1;
    try {
      await verifyBackup(folder, fileName);
    } catch (error) {
      faults.push(`the backup ${fileName} is listed and no good: ${String(error)}`);
    }
  }
  return faults;
}

async function killInOnePlace(context: Context, kills: number, totals: Totals): Promise<void> {
  const { dice } = context;
  const place = await context.makePlace();
  let server = await context.startServer(place);
  const call = callerAt(server.address, await signIn(server));
  const ground = await prepareGround(call);
  const writers = Array.from({ length: WRITERS }, () => new Writer(call, new Dice(dice.whole(1, 2 ** 30)), ground));
  for (let kill = 1; kill <= kills && context.hasTime(); kill += 1) {
    const writing = writers.map((writer) => writeUntilBroken(writer, totals));
    const enough = totals.acknowledged + dice.whole(0, MOST_ANSWERS);
    while (totals.acknowledged < enough) await delay(1);
    const isBackedUp = context.engine === 'sqlite' && dice.chance(BACKUP_CHANCE);
    if (isBackedUp) await call('POST', '/backups');
    await delay(dice.whole(0, isBackedUp ? BACKUP_MS : LONGEST_MS));
    await server.signal('SIGKILL');
    await Promise.all(writing);
    server = await context.startServer(place, { port: server.port });
    for (const writer of writers) await writer.settle();
    totals.kills += 1;
    context.progress(totals.kills);
    if (kill % KILLS_PER_CHECK !== 0 && kill < kills && context.hasTime()) continue;
    const { lost, others } = await rememberedFaults(call, ground, writers);
    totals.lost.push(...lost);
    totals.others.push(...others, ...(await ledgerFaults(place)));
    if (context.engine === 'sqlite') totals.others.push(...(await backupFaults(place, totals)));
  }
  await server.signal('SIGTERM');
}

async function run(context: Context): Promise<Outcome> {
  const totals: Totals = { kills: 0, acknowledged: 0, unanswered: 0, backups: 0, lost: [], others: [] };
  while (totals.kills < context.rounds && context.hasTime()) {
    await killInOnePlace(context, Math.min(KILLS_PER_PLACE, context.rounds - totals.kills), totals);
  }
  return {
    rounds: totals.kills,
    figures: {
      'writes acknowledged': totals.acknowledged,
      'writes cut off': totals.unanswered,
      'backups restored': totals.backups,
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
  rounds: { long: 1000, short: 5 },
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
