/** Attack 9: in a cluster of three, the primary is killed (kill -9) again and again while people write over two servers. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startServers } from '../clients/caller.ts';
import { checkAll } from '../clients/checks.ts';
import { WriterPool } from '../clients/writerPool.ts';
import type { Attack, Context } from '../runner/attack.ts';
import { Cluster, missingPackages } from './cluster.ts';
import { untilQuiet } from './engineFaults.ts';

const WRITERS_PER_SERVER = 3;
const MAX_BEFORE = 30;
const CALM_WRITES = 20;
/** Replication is delayed for so long before every second pair of kills. */
const LATE_MS = 500;
const BACK_MS = 30_000;
const ANSWER_LIMIT_MS = 20_000;

/** Kills the primary, waits until both servers write again, and brings it back as a replica; returns the outage. */
async function failOver({ random, found }: Context, cluster: Cluster, pool: WriterPool): Promise<number> {
  const what = found.rounds % 2 === 0 ? 'machine' : 'PostgreSQL';
  const isLate = found.rounds % 4 > 1;
  return await pool.during(async () => {
    await pool.untilAcknowledged(random.whole(5, MAX_BEFORE));
    const primary = await cluster.primary();
    pool.mayRefuse = true;
    const catchUp = isLate ? await cluster.holdBack(primary) : undefined;
    if (isLate) await delay(LATE_MS);
    await cluster.kill(primary, what);
    catchUp?.();
    found.count('of the kills, with replicas that were behind', isLate ? 1 : 0);
    const backMs = await pool.untilBack();
    if (backMs > BACK_MS) found.faults.push(`${what} killed: back only after ${backMs} ms`);
    const isChanged = (await cluster.primary()) !== primary;
    found.count('changes of the primary', isChanged ? 1 : 0);
    if (!isChanged) found.faults.push(`${what} killed: the primary is still ${primary}`);
    cluster.revive(primary);
    await cluster.untilWhole();
    pool.mayRefuse = false;
    await pool.untilAcknowledged(CALM_WRITES);
    return backMs;
  });
}

async function attackCluster(context: Context, cluster: Cluster): Promise<void> {
  const { found } = context;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'godown test '));
  const environment = { DATA_DIR: dataDir, DATABASE_URL: cluster.databaseUrl };
  const remove = () => Promise.resolve(rmSync(dataDir, { recursive: true }));
  const started = await startServers(context, { database: { environment, dataDir, remove } });
  const options = { writersPerServer: WRITERS_PER_SERVER, answerLimitMs: ANSWER_LIMIT_MS };
  const pool = await WriterPool.open(context, started, options);
  const times: number[] = [];
  while (context.goesOn()) {
    times.push(await failOver(context, cluster, pool));
    context.countRound();
    await untilQuiet(cluster.databaseUrl);
    await pool.settle();
    found.faults.push(...pool.faults.splice(0));
    await checkAll(found, pool);
  }
  const sorted = times.toSorted((a, b) => a - b);
  found.most('until both servers wrote again, in ms (median)', sorted[Math.floor(sorted.length / 2)] ?? 0);
  found.most('the same at worst', sorted.at(-1) ?? 0);
  for (const server of started.servers) await server.signal('SIGTERM');
  await remove();
}

export const failover: Attack = {
  name: 'failover',
  promise: 'A PostgreSQL cluster changes its primary and Godown goes on.',
  only: 'postgres',
  unit: 'kills of the primary',
  rounds: { long: 20, short: 1 },
  broken: {
    'a commit is answered when only the primary has it': [
      [
        'server/core/db/postgres/sessionSettings.ts',
        "timezone: 'UTC',",
        "timezone: 'UTC', synchronous_commit: 'local',",
      ],
    ],
    'a connection that breaks is taken for a fault of the program': [
      ['server/core/db/faults.ts', '/^(Connection terminated|', '/^('],
    ],
  },
  async run(context) {
    const missing = await missingPackages();
    if (missing.length > 0) {
      throw new Error(`This attack needs programs that are not here: on Debian, apt-get install ${missing.join(' ')}.`);
    }
    const cluster = await Cluster.start(context.random);
    try {
      await attackCluster(context, cluster);
    } finally {
      await cluster.stop();
    }
  },
};
