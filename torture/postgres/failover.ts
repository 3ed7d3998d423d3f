/** Attack 9: in a cluster of three, the primary is killed (kill -9) again and again while people write over two servers. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestDatabase } from '#test/testDatabases.ts';
import { startServers } from '../clients/caller.ts';
import { checkAll } from '../clients/checks.ts';
import { prepareGround } from '../clients/writer.ts';
import { poolFigures, WriterPool } from '../clients/writerPool.ts';
import type { Attack, Context, Findings } from '../runner/attack.ts';
import { Cluster, missingPackages } from './cluster.ts';
import { untilQuiet } from './engineFaults.ts';

const WRITERS_PER_SERVER = 3;
const MOST_BEFORE = 30;
const CALM_WRITES = 20;
/** Replication is delayed for so long before every second pair of kills. */
const LATE_MS = 500;
const BACK_MS = 30_000;
const ANSWER_LIMIT_MS = 20_000;

/** Kills the primary, waits until both servers write again, and brings it back as a replica; returns the outage. */
async function failOver({ random }: Context, cluster: Cluster, pool: WriterPool, found: Findings): Promise<number> {
  const what = found.rounds % 2 === 0 ? 'machine' : 'PostgreSQL';
  const isLate = found.rounds % 4 > 1;
  return await pool.during(async () => {
    await pool.untilAcknowledged(random.whole(5, MOST_BEFORE));
    const primary = await cluster.primary();
    pool.mayRefuse = true;
    const catchUp = isLate ? await cluster.holdBack(primary) : undefined;
    if (isLate) await delay(LATE_MS);
    await cluster.kill(primary, what);
    catchUp?.();
    found.rounds += 1;
    if (isLate) found.count('of the kills, with replicas that were behind');
    const backMs = await pool.untilBack();
    if (backMs > BACK_MS) found.faults.push(`${what} killed: back only after ${backMs} ms`);
    if ((await cluster.primary()) === primary) found.faults.push(`${what} killed: the primary is still ${primary}`);
    else found.count('changes of the primary');
    cluster.revive(primary);
    await cluster.untilWhole();
    pool.mayRefuse = false;
    await pool.untilAcknowledged(CALM_WRITES);
    return backMs;
  });
}

async function attackCluster(context: Context, cluster: Cluster, found: Findings): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'godown test '));
  const environment = { DATA_DIR: dataDir, DATABASE_URL: cluster.databaseUrl };
  const remove = () => Promise.resolve(rmSync(dataDir, { recursive: true }));
  const database: TestDatabase = { environment, dataDir, remove };
  const { servers, calls, call } = await startServers(context, database);
  const ground = await prepareGround(call);
  const options = { calls, ground, random: context.random, findings: found, answerLimitMs: ANSWER_LIMIT_MS };
  const pool = new WriterPool({ ...options, writersPerServer: WRITERS_PER_SERVER });
  const times: number[] = [];
  while (context.goesOn()) {
    times.push(await failOver(context, cluster, pool, found));
    await untilQuiet(cluster.databaseUrl);
    await pool.settle();
    found.faults.push(...pool.faults.splice(0));
    await checkAll(found, database, call, pool);
    context.progress(found.rounds);
  }
  const sorted = times.toSorted((a, b) => a - b);
  found.figures['until both servers wrote again, in ms (median)'] = sorted[Math.floor(sorted.length / 2)] ?? 0;
  found.figures['the same at worst'] = sorted.at(-1) ?? 0;
  for (const server of servers) await server.signal('SIGTERM');
  await remove();
}

export const failover: Attack = {
  name: 'failover',
  promise: 'A PostgreSQL cluster changes its primary and Godown goes on.',
  engines: ['postgres'],
  unit: 'kills of the primary',
  rounds: { long: 20, short: 1 },
  broken: {
    'a commit is answered when only the primary has it': [
      ['server/db/postgres.ts', "'-c timezone=UTC'", "'-c timezone=UTC -c synchronous_commit=local'"],
    ],
    'a connection that breaks is taken for a fault of the program': [
      ['server/db/faults.ts', '/^(Connection terminated|', '/^('],
    ],
  },
  async run(context) {
    const missing = await missingPackages();
    if (missing.length > 0) {
      throw new Error(`This attack needs programs that are not here: on Debian, apt-get install ${missing.join(' ')}.`);
    }
    const { found } = context;
    const cluster = await Cluster.start(context.random);
    try {
      await attackCluster(context, cluster, found);
    } finally {
      await cluster.stop();
    }
  },
};
