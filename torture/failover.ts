/** Attack 9: in a cluster of three, the primary is killed (kill -9) again and again while people write over two servers. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Place } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { callerAt, signIn } from './caller.ts';
import { ledgerFaults, prepareGround, rememberedFaults } from './checking.ts';
import { Cluster, missingPackages } from './cluster.ts';
import { untilQuiet } from './engineFaults.ts';
import { Crew } from './crew.ts';

const WRITERS_PER_SERVER = 3;
const MOST_BEFORE = 30;
const CALM_WRITES = 20;
/** For so long before every second pair of kills, the replicas get nothing. */
const LATE_MS = 500;
const BACK_MS = 30_000;
const ANSWER_LIMIT_MS = 20_000;

interface Totals {
  kills: number;
  changes: number;
  late: number;
  acknowledged: number;
  refused: number;
  uncertain: number;
  slowestMs: number;
  backMs: number[];
  lost: string[];
  others: string[];
}

/** Kills the primary, waits until both servers write again, and brings the dead one back as a replica. */
async function failOver(context: Context, cluster: Cluster, crew: Crew, totals: Totals): Promise<void> {
  const { dice } = context;
  const what = totals.kills % 2 === 0 ? 'machine' : 'PostgreSQL';
  const working = crew.work();
  try {
    await crew.untilAcknowledged(dice.whole(5, MOST_BEFORE));
    const primary = await cluster.primary();
    crew.mayRefuse = true;
    const isLate = totals.kills % 4 > 1;
    const catchUp = isLate ? await cluster.holdBack(primary) : undefined;
    if (isLate) await delay(LATE_MS);
    await cluster.kill(primary, what);
    catchUp?.();
    totals.kills += 1;
    if (isLate) totals.late += 1;
    const backMs = Math.round(Math.max(...(await crew.untilBack())));
    totals.backMs.push(backMs);
    if (backMs > BACK_MS) totals.others.push(`${what} killed: back only after ${backMs} ms`);
    if ((await cluster.primary()) === primary) totals.others.push(`${what} killed: the primary is still ${primary}`);
    else totals.changes += 1;
    cluster.revive(primary);
    await cluster.untilWhole();
    crew.mayRefuse = false;
    await crew.untilAcknowledged(CALM_WRITES);
  } finally {
    crew.end();
    await working;
  }
}

async function attackCluster(context: Context, cluster: Cluster, totals: Totals): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'godown test '));
  const environment = { DATA_DIR: dataDir, DATABASE_URL: cluster.databaseUrl };
  const place: Place = { environment, dataDir, remove: () => Promise.resolve(rmSync(dataDir, { recursive: true })) };
  const servers = [await context.startServer(place), await context.startServer(place)];
  const token = await signIn({ address: servers[0]?.address ?? '' });
  const calls = servers.map(({ address }) => callerAt(address, token));
  const [call] = calls;
  if (!call) throw new Error('there is no server');
  const ground = await prepareGround(call);
  const options = { calls, ground, dice: context.dice, answerLimitMs: ANSWER_LIMIT_MS };
  const crew = new Crew({ ...options, writersPerServer: WRITERS_PER_SERVER });
  while (totals.kills < context.rounds && context.hasTime()) {
    await failOver(context, cluster, crew, totals);
    await untilQuiet(cluster.databaseUrl);
    await crew.settle();
    const { lost, others } = await rememberedFaults(call, ground, crew.writers);
    totals.lost.push(...lost);
    totals.others.push(...crew.faults.splice(0), ...others, ...(await ledgerFaults(place)));
    context.progress(totals.kills);
  }
  totals.acknowledged = crew.acknowledged;
  totals.refused = crew.refused;
  totals.uncertain = crew.uncertain;
  totals.slowestMs = crew.slowestMs;
  for (const server of servers) await server.signal('SIGTERM');
  await place.remove();
}

async function run(context: Context): Promise<Outcome> {
  const missing = await missingPackages();
  if (missing.length > 0) {
    throw new Error(`This attack needs programs that are not here: on Debian, apt-get install ${missing.join(' ')}.`);
  }
  const totals: Totals = {
    kills: 0,
    changes: 0,
    late: 0,
    acknowledged: 0,
    refused: 0,
    uncertain: 0,
    slowestMs: 0,
    backMs: [],
    lost: [],
    others: [],
  };
  const cluster = await Cluster.start(context.dice);
  try {
    await attackCluster(context, cluster, totals);
  } finally {
    await cluster.stop();
  }
  const [median = 0] = totals.backMs.toSorted((a, b) => a - b).slice(Math.floor(totals.backMs.length / 2));
  return {
    rounds: totals.kills,
    figures: {
      'changes of the primary': totals.changes,
      'of the kills, with replicas that were behind': totals.late,
      'writes acknowledged': totals.acknowledged,
      'requests refused with 503': totals.refused,
      'writes without a clear answer, repeated or looked up': totals.uncertain,
      'until both servers wrote again, in ms (median)': median,
      'the same at worst': Math.max(...totals.backMs),
      'longest answer, in ms': totals.slowestMs,
      lost: totals.lost.length,
      'doubled, half there or answered wrongly': totals.others.length,
    },
    faults: [...totals.lost, ...totals.others],
  };
}

export const failover: Attack = {
  name: 'failover',
  promise: 'A PostgreSQL cluster changes its primary and Godown goes on.',
  engines: ['postgres'],
  unit: 'kills of the primary',
  rounds: { long: 20, short: 1 },
  broken: [
    {
      what: 'a commit is answered when only the primary has it',
      edits: [
        {
          file: 'server/db/postgres.ts',
          from: "'-c timezone=UTC'",
          to: "'-c timezone=UTC -c synchronous_commit=local'",
        },
      ],
    },
    {
      what: 'a connection that breaks is taken for a fault of the program',
      edits: [{ file: 'server/db/faults.ts', from: '/^(Connection terminated|', to: '/^(' }],
    },
  ],
  run,
};
