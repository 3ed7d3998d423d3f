/**
 * Attack 1, at its worst moments: the server is killed (kill -9) during its first start in an empty place, while the
 * first-run screen has it make an administrator and the sample data, and during the first start of a newer version, while
 * that changes a table with people's records in it.
 */
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { Dice } from '#server/seed/dice.ts';
import type { Place } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { type Caller, callerAt, expectStatus, signIn } from './caller.ts';
import { ledgerFaults, prepareGround, rememberedFaults } from './checking.ts';
import { inLanes } from './lanes.ts';
import { administrator, launchServer } from './server.ts';
import { CHANGING, isMigrated, tomorrow } from './tomorrow.ts';
import { Writer } from './writer.ts';

const KILLS_PER_START = 3;
const WRITES = 30;
/** Changing the tables takes about so long. */
const MIGRATION_MS = 400;
/** Making the first administrator and the sample data takes about so long. */
const SETTING_UP_MS = 400;

/** No administrator comes from the environment: the first-run screen is to make one. */
const untouched = { environment: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } };
const firstRun = {
  fullName: 'Asha',
  email: administrator.email,
  phone: '9876543210',
  userRole: 'admin',
  password: administrator.password,
  loadSampleData: true,
};

interface Totals {
  rounds: number;
  kills: number;
  lost: number;
  faults: string[];
}

/** How many records there are of each kind. */
type Sample = Record<string, number>;

/** What one lane works with. */
interface StartLane {
  context: Context;
  dice: Dice;
  /** How long a first start takes that nobody kills, beside the other lanes. */
  usualMs: number;
  /** Tomorrow's version. */
  build: string;
  /** What is there when nobody kills the server that makes the sample data. */
  sample: Sample;
  totals: Totals;
}

/** Starts a server again and again and kills each at a moment of chance; then starts one that may live. */
async function startWithKills({ context, dice, usualMs, totals }: StartLane, place: Place, build?: string) {
  const options = build === undefined ? {} : { build };
  for (let kill = 0; kill < KILLS_PER_START && context.hasTime(); kill += 1) {
    const server = await launchServer(place, options);
    // Before half the usual time nothing but the program has been read.
    if (build === undefined) await delay(dice.whole(Math.floor(usualMs / 2), Math.ceil(usualMs * 1.1)));
    else {
      while (
        server.isRunning() &&
        ![CHANGING, `ready at ${server.address}`].some((words) => server.said().includes(words))
      )
        await delay(2);
      await delay(dice.whole(0, MIGRATION_MS));
    }
    await server.signal('SIGKILL');
    totals.kills += 1;
  }
  return await context.startServer(place, options);
}

async function countAll(call: Caller): Promise<Sample> {
  const counts: Sample = {};
  for (const path of '/suppliers /buyers /Categories /materials /products /goods /inward /Production'.split(' ')) {
    const records: unknown[] = await expectStatus(200, call('GET', path));
    counts[path] = records.length;
  }
  return counts;
}

/** Does what the first-run screen does and kills the server meanwhile, until one may live; then all must be there, once. */
async function setUpWithKills({ context, dice, sample, totals }: StartLane): Promise<void> {
  const place = await context.makePlace();
  for (let kill = 0; kill < KILLS_PER_START && context.hasTime(); kill += 1) {
    const server = await context.startServer(place, untouched);
    const asked = callerAt(server.address)('POST', '/Auth/register', firstRun);
    await delay(dice.whole(0, SETTING_UP_MS));
    await server.signal('SIGKILL');
    await asked;
    totals.kills += 1;
  }
  const last = await context.startServer(place, untouched);
  const answer = await callerAt(last.address)('POST', '/Auth/register', firstRun);
  // Whoever is a stranger by now was made before the kill.
  if (answer?.status !== 201 && answer?.status !== 401) totals.faults.push(`setting up again: ${answer?.text}`);
  const found = await countAll(callerAt(last.address, await signIn(last)));
  if (!isDeepStrictEqual(found, sample)) {
    totals.faults.push(`of the sample data ${JSON.stringify(found)} is there, not ${JSON.stringify(sample)}`);
  }
  await last.signal('SIGTERM');
  totals.faults.push(...(await ledgerFaults(place)));
}

async function attackOnce(lane: StartLane): Promise<void> {
  const { context, dice, build, totals } = lane;
  const place = await context.makePlace();
  const first = await startWithKills(lane, place);
  const call = callerAt(first.address, await signIn(first));
  const users: unknown[] = await expectStatus(200, call('GET', '/Auth/users'));
  if (users.length !== 1) totals.faults.push(`after a killed first start there are ${users.length} administrators`);
  const ground = await prepareGround(call);
  const writer = new Writer(call, new Dice(dice.whole(1, 2 ** 30)), ground);
  for (let written = 0; written < WRITES; written += 1) await writer.write();
  await first.signal('SIGTERM');

  const second = await startWithKills(lane, place, build);
  const again = callerAt(second.address, await signIn(second));
  const { lost, others } = await rememberedFaults(again, ground, [writer]);
  totals.lost += lost.length;
  totals.faults.push(...lost, ...others, ...(await ledgerFaults(place)));
  const before = [ground.supplierId, ...writer.records.suppliers.keys()];
  if (!(await isMigrated(place, before))) totals.faults.push('the migration that was killed is half there');
  await second.signal('SIGTERM');
  await setUpWithKills(lane);
}

async function run(context: Context): Promise<Outcome> {
  const totals: Totals = { rounds: 0, kills: 0, lost: 0, faults: [] };
  const build = await context.makeBuild(tomorrow);
  await inLanes(context, 1, async ({ dice, take }) => {
    const start = performance.now();
    const probe = await context.startServer(await context.makePlace(), untouched);
    const usualMs = performance.now() - start;
    await expectStatus(201, callerAt(probe.address)('POST', '/Auth/register', firstRun));
    const sample = await countAll(callerAt(probe.address, await signIn(probe)));
    // Ended in order it leaves the compiled program behind, so that the next starts needn't compile it.
    await probe.signal('SIGTERM');
    while (take(1) > 0) {
      try {
        await attackOnce({ context, dice, usualMs, build, sample, totals });
      } catch (error) {
        totals.faults.push(`after being killed: ${String(error)}`);
      }
      totals.rounds += 1;
      context.progress(totals.rounds);
    }
  });
  return {
    rounds: totals.rounds,
    figures: {
      kills: totals.kills,
      lost: totals.lost,
      'half there or not starting': totals.faults.length - totals.lost,
    },
    faults: totals.faults,
  };
}

export const killStart: Attack = {
  name: 'killStart',
  promise: 'A first start, setting up or a change of the tables that is killed is never half there.',
  engines: ['sqlite', 'postgres'],
  unit: 'databases',
  rounds: { long: 100, short: 1 },
  broken: [
    {
      what: 'on SQLite, migrations run without a transaction around them',
      edits: [
        {
          file: 'server/db/sqlite.ts',
          from: 'override get supportsTransactionalDdl(): boolean {\n    return true;',
          to: 'override get supportsTransactionalDdl(): boolean {\n    return false;',
        },
      ],
    },
    {
      what: 'the sample data come after the first administrator, in a transaction of their own',
      edits: [
        {
          file: 'server/auth/routes.ts',
          from: `          if (wantsSampleData) await loadSampleData(trx, first.userId, now(), routes.services.config.timeZone);
          return first;
        });
`,
          to: `          return first;
        });
        const { timeZone } = routes.services.config;
        await inTransaction(store.db, async (trx) => await loadSampleData(trx, made.userId, now(), timeZone));
`,
        },
      ],
    },
  ],
  run,
};
