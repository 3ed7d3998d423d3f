/** Attack 18: while people write over an old server, a newer version is started beside it, changes the tables and takes over. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Place } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { type Caller, callerAt, signIn } from './caller.ts';
import { ledgerFaults, prepareGround, rememberedFaults } from './checking.ts';
import { Crew } from './crew.ts';
import { launchServer, type Server } from './server.ts';
import { CHANGING, isMigrated, tomorrow } from './tomorrow.ts';

const PEOPLE = 6;
const WRITES_BEFORE = 20;
const WRITES_TOGETHER = 30;
const WRITES_AFTER = 10;
/** A pg_dump that reads for so long holds every table against being changed. */
const DUMP_MS = 6000;
const ANSWER_LIMIT_MS = 5000;
const refusal = 'This database was made by a newer version of Godown';

interface Totals {
  upgrades: number;
  acknowledged: number;
  dumps: number;
  slowestMs: number;
  longestStartMs: number;
  mostTries: number;
  lost: string[];
  others: string[];
}

/** Holds every table as a pg_dump does while it reads them. */
async function dump(url: string, milliseconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin isolation level repeatable read, read only');
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access share mode`);
  await delay(milliseconds);
  await client.end();
}

/** What comes of starting the old version once more, when the newer one has changed the tables: a sentence. */
async function oldOnceMore(place: Place): Promise<string[]> {
  const server = await launchServer(place);
  while (server.isRunning() && !server.said().includes('ready at')) await delay(10);
  await server.signal('SIGKILL');
  return server.said().includes(refusal) ? [] : [`the old version, started once more, said: ${server.said()}`];
}

/** Starts the newer version, every second time during a dump; answers it when it is ready. */
async function startBeside(context: Context, place: Place, build: string, totals: Totals): Promise<Server> {
  const isDumped = totals.upgrades % 2 === 1;
  const dumping = isDumped ? dump(place.environment['DATABASE_URL'] ?? '', DUMP_MS) : Promise.resolve();
  const start = performance.now();
  const newer = await context.startServer(place, { build });
  totals.longestStartMs = Math.max(totals.longestStartMs, Math.round(performance.now() - start));
  totals.mostTries = Math.max(totals.mostTries, newer.said().split(CHANGING).length - 1);
  await dumping;
  if (isDumped) totals.dumps += 1;
  return newer;
}

async function attackOnce(context: Context, build: string, totals: Totals): Promise<void> {
  const { dice } = context;
  const place = await context.makePlace();
  const old = await context.startServer(place);
  const token = await signIn(old);
  let servers: readonly Server[] = [old];
  const call: Caller = async (...request) => await callerAt(dice.pick(servers).address, token)(...request);
  const ground = await prepareGround(call);
  const crew = new Crew({ calls: [call], writersPerServer: PEOPLE, ground, dice, answerLimitMs: ANSWER_LIMIT_MS });
  const working = crew.work();
  let before: number[] = [];
  let newer: Server | undefined;
  try {
    await crew.untilAcknowledged(WRITES_BEFORE);
    before = [ground.supplierId, ...crew.writers.flatMap(({ records }) => [...records.suppliers.keys()])];
    newer = await startBeside(context, place, build, totals);
    servers = [old, newer];
    await crew.untilAcknowledged(WRITES_TOGETHER);
    totals.others.push(...(await oldOnceMore(place)));
    // As a proxy does that no longer sends anything to it.
    servers = [newer];
    await old.signal('SIGTERM');
    await crew.untilAcknowledged(WRITES_AFTER);
  } finally {
    crew.end();
    await working;
    totals.others.push(...crew.faults);
  }
  await crew.settle();
  const { lost, others } = await rememberedFaults(call, ground, crew.writers);
  totals.lost.push(...lost);
  totals.others.push(...others, ...(await ledgerFaults(place)));
  if (!(await isMigrated(place, before))) totals.others.push('the migration is not there');
  totals.acknowledged += crew.acknowledged;
  totals.slowestMs = Math.max(totals.slowestMs, crew.slowestMs);
  await newer.signal('SIGTERM');
}

async function run(context: Context): Promise<Outcome> {
  const totals: Totals = {
    upgrades: 0,
    acknowledged: 0,
    dumps: 0,
    slowestMs: 0,
    longestStartMs: 0,
    mostTries: 0,
    lost: [],
    others: [],
  };
  const build = await context.makeBuild(tomorrow);
  for (; totals.upgrades < context.rounds && context.hasTime(); totals.upgrades += 1) {
    try {
      await attackOnce(context, build, totals);
    } catch (error) {
      totals.others.push(`the upgrade broke off: ${String(error)}`);
    }
    context.progress(totals.upgrades);
  }
  return {
    rounds: totals.upgrades,
    figures: {
      'of them during a pg_dump': totals.dumps,
      'writes acknowledged': totals.acknowledged,
      'longest answer, in ms': totals.slowestMs,
      'longest start of the newer one, in ms': totals.longestStartMs,
      'most tries of a migration': totals.mostTries,
      lost: totals.lost.length,
      'answered 5xx, too late or otherwise wrongly': totals.others.length,
    },
    faults: [...totals.lost, ...totals.others],
  };
}

export const upgrade: Attack = {
  name: 'upgrade',
  promise: 'A newer version can be started beside an older one.',
  engines: ['postgres'],
  unit: 'upgrades',
  rounds: { long: 30, short: 1 },
  broken: [
    {
      what: 'the migration renames a column that the older version reads',
      edits: [
        {
          file: 'torture/tomorrow.ts',
          from: 'alter table inward add column remark text\\',
          to: 'alter table inward rename column invoice_number to invoice\\',
        },
      ],
    },
    {
      what: 'the migration adds a column that the older version leaves empty, and it must not be',
      edits: [
        {
          file: 'torture/tomorrow.ts',
          from: '  await sql\\`alter table inward add',
          to: '  await sql\\`alter table supplier alter column remark set not null\\`.execute(db);\n  await sql\\`alter table inward add',
        },
      ],
    },
    {
      what: 'the migration waits for its locks as long as they take',
      edits: [
        {
          file: 'server/db/migrate.ts',
          from: 'set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}',
          to: 'set local lock_timeout = 0',
        },
      ],
    },
  ],
  run,
};
