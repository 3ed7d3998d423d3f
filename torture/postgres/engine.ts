/** Attack 8: PostgreSQL is restarted, paused, cut off and made to fail transactions while people write over two servers. */
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '#test/postgres.ts';
import { makeTestDatabase } from '#test/testDatabases.ts';
import { makeWire } from '#test/wire.ts';
import { startServers } from '../clients/caller.ts';
import { checkAll } from '../clients/checks.ts';
import { prepareGround } from '../clients/writer.ts';
import { poolFigures, WriterPool } from '../clients/writerPool.ts';
import type { Attack, Context, Findings } from '../runner/attack.ts';
import {
  type Attacked,
  type EngineFault,
  engineFaults,
  failuresMade,
  prepareFailures,
  untilQuiet,
} from './engineFaults.ts';

const WRITERS_PER_SERVER = 3;
const ROUNDS_PER_DATABASE = 20;
const MOST_BEFORE = 20;
const CALM_WRITES = 15;
const BACK_MS = 5000;
/** Upper limit of any answer's latency. */
const ANSWER_LIMIT_MS = 20_000;

async function attackOnce(fault: EngineFault, attacked: Attacked, pool: WriterPool, found: Findings): Promise<void> {
  const { what, backWithinMs = BACK_MS, lingersMs = 0 } = fault;
  await pool.during(async () => {
    await pool.untilAcknowledged(attacked.random.whole(1, MOST_BEFORE));
    pool.mayRefuse = fault.isHarmless !== true;
    await fault.happen(attacked, pool);
    const lingering = delay(lingersMs);
    const backMs = await pool.untilBack();
    if (backMs > backWithinMs) found.faults.push(`${what}: back only after ${backMs} ms`);
    const figure = lingersMs > 0 ? 'the same after silence, in ms' : 'longest until both servers wrote again, in ms';
    found.most(figure, backMs);
    await lingering;
    pool.mayRefuse = false;
    await pool.untilAcknowledged(CALM_WRITES);
  });
  await untilQuiet(attacked.url);
  await pool.settle();
  found.faults.push(...pool.faults.splice(0).map((each) => `${what}: ${each}`));
  found.rounds += 1;
}

async function attackDatabase(context: Context, { postgres, wire }: Omit<Attacked, 'url' | 'random'>, found: Findings) {
  const { random } = context;
  const database = await makeTestDatabase(postgres.url);
  const url = database.environment['DATABASE_URL'] ?? '';
  const attacked = { postgres, wire, url, random };
  const throughWire = new URL(url);
  throughWire.port = String(wire.port);
  const environment = { ...database.environment, DATABASE_URL: throughWire.href };
  const { servers, calls, call } = await startServers(context, { ...database, environment });
  const ground = await prepareGround(call);
  await prepareFailures(url);
  const options = { calls, writersPerServer: WRITERS_PER_SERVER, ground, random, findings: found };
  const pool = new WriterPool({ ...options, answerLimitMs: ANSWER_LIMIT_MS });
  const rounds = Math.min(ROUNDS_PER_DATABASE, context.rounds - found.rounds);
  for (let done = 0; done < rounds && context.hasTime(); done += 1) {
    const fault = engineFaults[found.rounds % engineFaults.length];
    if (fault) await attackOnce(fault, attacked, pool, found);
    try {
      await checkAll(found, database, call, pool);
    } catch (error) {
      found.faults.push(`${fault?.what}, and then: ${String(error)}`);
    }
    context.progress(found.rounds);
  }
  found.count('transactions made to fail', await failuresMade(url));
  for (const server of servers) await server.signal('SIGTERM');
  await database.remove();
}

export const engine: Attack = {
  name: 'engine',
  promise: 'An engine that restarts, hangs, drops connections or fails a transaction is survived.',
  engines: ['postgres'],
  unit: 'faults of the engine',
  rounds: { long: 60, short: 8 },
  broken: {
    'a transaction that the engine failed is not run again': [
      [
        'server/db/retrying.ts',
        'if (attempt === TRIES || !isPassing(error)) throw error;',
        'if (attempt > 0 || !isPassing(error)) throw error;',
      ],
    ],
    'an engine that is shut down is taken for a fault of the program': [['server/db/faults.ts', '|57P|', '|']],
    'a write of which nobody knows whether it was saved is told as not saved': [
      [
        'server/http/errors.ts',
        'error instanceof UnknownOutcome ? errorTexts.unavailableUnknown : errorTexts.unavailable',
        'error instanceof UnknownOutcome ? errorTexts.unavailable : errorTexts.unavailable',
      ],
    ],
    'an engine that says nothing is waited for without an end': [
      ['server/db/postgres.ts', '...(isServing ? { query_timeout: SILENCE_LIMIT_MS } : {}),', ''],
    ],
    'a connection on which nothing was answered is lent again': [
      ['server/db/postgresDriver.ts', 'this.#client.release(this.#isBroken);', 'this.#client.release(false);'],
    ],
  },
  async run(context) {
    // One of its own, since all that use it see what happens to it; durable, since what was acknowledged must outlive it.
    const postgres = await startPostgres({ isDurable: true });
    const wire = await makeWire(Number(new URL(postgres.url).port));
    const { found } = context;
    try {
      while (context.goesOn()) {
        await attackDatabase(context, { postgres, wire }, found);
      }
    } finally {
      wire.cut();
      await postgres.stop();
    }
  },
};
