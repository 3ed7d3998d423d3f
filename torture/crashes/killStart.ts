/** Attack 1, at its worst moments: kills during a first start, setting up, and the first start of a newer version. */
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '#seed/seededRandom.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { type Caller, callerAt, expectStatus, signIn, startServers } from '../clients/caller.ts';
import { checkAll, ledgerFaults } from '../clients/checks.ts';
import { personFields } from '../clients/people.ts';
import { prepareGround, Writer } from '../clients/writer.ts';
import type { Attack, Context } from '../runner/attack.ts';
import { CHANGING, isMigrated, nextVersion } from '../runner/nextVersion.ts';
import { administrator, launchServer, type ServerOptions } from '../runner/server.ts';

/** Kills during one start, in the long form; one in the short form. */
const MAX_KILLS = 3;
const WRITES = 30;
const MIGRATION_MS = 400;
const SETUP_MS = 400;

/** No administrator from the environment: the first-run screen creates one. */
const notSetUp = { environment: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } };
const firstRun = personFields(administrator.email, 'admin', { ...administrator, loadSampleData: true });

/** How many records there are, by the path of their list. */
type Counts = Record<string, number>;

interface Work {
  context: Context;
  random: SeededRandom;
  /** Duration of an undisturbed first start, beside the other workers. */
  usualMs: number;
  build: string;
  /** The records after an undisturbed set-up. */
  sample: Counts;
}

function killsOf({ context, random }: Work): number {
  return context.rounds > killStart.rounds.short ? random.whole(1, MAX_KILLS) : 1;
}

/** Starts a server once or a few times and kills each at a random moment; then starts a last one. */
async function startWithKills(work: Work, database: TestDatabase, options: ServerOptions) {
  const { context, random, usualMs } = work;
  for (let left = killsOf(work); left > 0; left -= 1) {
    const server = await launchServer(database, options);
    // Before that, only the program has been loaded.
    if (options.build === undefined) await delay(random.whole(Math.floor(usualMs / 2), Math.ceil(usualMs * 1.1)));
    else {
      const isChanging = () => server.output().includes(CHANGING) || server.output().includes(`ready at`);
      while (server.isRunning() && !isChanging()) await delay(2);
      await delay(random.whole(0, MIGRATION_MS));
    }
    await server.signal('SIGKILL');
    context.found.count('kills');
  }
  return await startServers(context, { ...options, database, count: 1 });
}

async function countAll(call: Caller): Promise<Counts> {
  const counts: Counts = {};
  for (const path of '/suppliers /buyers /Categories /materials /products /goods /inward /Production'.split(' ')) {
    const records: unknown[] = await expectStatus(200, call('GET', path));
    counts[path] = records.length;
  }
  return counts;
}

/** Sets up as the first-run screen does, with kills; in the end everything must be there, once. */
async function setUpWithKills(work: Work): Promise<void> {
  const { context, random, sample } = work;
  const { found } = context;
  const database = await context.makeMigratedDatabase();
  const asked = [];
  for (let left = killsOf(work); left > 0; left -= 1) {
    const server = await context.startServer(database, notSetUp);
    asked.push(callerAt(server)('POST', '/Auth/register', firstRun));
    await delay(random.whole(0, SETUP_MS));
    await server.signal('SIGKILL');
    found.count('kills');
  }
  await Promise.all(asked);
  const last = await context.startServer(database, notSetUp);
  const answer = await callerAt(last)('POST', '/Auth/register', firstRun);
  // 401: the administrator was made before a kill.
  if (answer?.status !== 201 && answer?.status !== 401) found.faults.push(`setting up again: ${answer?.text}`);
  const counts = await countAll(callerAt(last, await signIn(last)));
  if (!isDeepStrictEqual(counts, sample)) {
    found.faults.push(`of the sample data ${JSON.stringify(counts)} is there, not ${JSON.stringify(sample)}`);
  }
  await last.signal('SIGTERM');
  found.faults.push(...(await ledgerFaults(database)));
}

async function attackOnce(work: Work): Promise<void> {
  const { context, random, build } = work;
  const { found } = context;
  const database = await context.makeDatabase();
  const first = await startWithKills(work, database, {});
  const users: unknown[] = await expectStatus(200, first.call('GET', '/Auth/users'));
  if (users.length !== 1) found.faults.push(`after a killed first start there are ${users.length} administrators`);
  const ground = await prepareGround(first.call);
  const writer = new Writer(first.call, random.fork(), ground);
  for (let written = 0; written < WRITES; written += 1) await writer.write();
  await first.server.signal('SIGTERM');

  const second = await startWithKills(work, database, { build });
  await checkAll(found, { ...second, ground, writers: [writer] });
  const before = [ground.supplierId, ...writer.records.suppliers.keys()];
  if (!(await isMigrated(database, before))) found.faults.push('the migration that was killed is half there');
  await second.server.signal('SIGTERM');
  await setUpWithKills(work);
}

export const killStart: Attack = {
  name: 'killStart',
  promise: 'A first start, setting up or a change of the tables that is killed is never half there.',
  unit: 'databases',
  rounds: { long: 100, short: 1 },
  broken: {
    'on SQLite, migrations run without a transaction around them': [
      [
        'server/core/db/sqlite/sqlite.ts',
        'override get supportsTransactionalDdl(): boolean {\n    return true;',
        'override get supportsTransactionalDdl(): boolean {\n    return false;',
      ],
    ],
    'the sample data come after the first administrator, in a transaction of their own': [
      [
        'server/office/users/register.ts',
        `            if (wantsSampleData) await loadSampleData(trx, first.userId, now(), routes.services.config.timeZone);
            return first;
          });
`,
        `            return first;
          });
          const { timeZone } = routes.services.config;
          await inTransaction(store.db, async (trx) => await loadSampleData(trx, made.userId, now(), timeZone));
`,
      ],
    ],
  },
  async run(context) {
    const build = await context.makeBuild(nextVersion);
    await context.inParallel(context.rounds, async (random) => {
      const start = performance.now();
      const probe = await context.startServer(await context.makeDatabase(), notSetUp);
      const usualMs = performance.now() - start;
      await expectStatus(201, callerAt(probe)('POST', '/Auth/register', firstRun));
      const sample = await countAll(callerAt(probe, await signIn(probe)));
      // A regular stop writes the compile cache for the next starts.
      await probe.signal('SIGTERM');
      while (context.goesOn()) {
        context.countRound();
        const ended = attackOnce({ context, random, usualMs, build, sample });
        await ended.catch((error: unknown) => context.found.faults.push(`after being killed: ${String(error)}`));
      }
    });
  },
};
