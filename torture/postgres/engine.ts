/** Attack 8: PostgreSQL is restarted, paused, cut off and made to fail transactions while people write over two servers. */
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '#test/postgres.ts';
import { makeTestDatabase } from '#test/testDatabases.ts';
import { makeWire } from '#test/wire.ts';
import { startServers } from '../clients/caller.ts';
import { checkAll } from '../clients/checks.ts';
import { WriterPool } from '../clients/writerPool.ts';
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
const MAX_BEFORE = 20;
const CALM_WRITES = 15;
const BACK_MS = 5000;
const ANSWER_LIMIT_MS = 20_000;

async function attackOnce(fault: EngineFault, attacked: Attacked, pool: WriterPool, found: Findings): Promise<void> {
  const { what, backWithinMs = BACK_MS, lingersMs = 0 } = fault;
  await pool.during(async () => {
    await pool.untilAcknowledged(attacked.random.whole(1, MAX_BEFORE));
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
  const checked = checkAll(found, pool);
  await checked.catch((error: unknown) => found.faults.push(`${what}, and then: ${String(error)}`));
}

async function attackDatabase(context: Context, { postgres, wire }: Pick<Attacked, 'postgres' | 'wire'>) {
  const { random, found } = context;
  const place = await makeTestDatabase(postgres.url);
  const url = place.environment['DATABASE_URL'] ?? '';
  const throughWire = new URL(url);
  throughWire.port = String(wire.port);
  const database = { ...place, environment: { ...place.environment, DATABASE_URL: throughWire.href } };
  const started = await startServers(context, { database });
  await prepareFailures(url);
  const options = { writersPerServer: WRITERS_PER_SERVER, answerLimitMs: ANSWER_LIMIT_MS };
  const pool = await WriterPool.open(context, started, options);
  for (let done = 0; done < ROUNDS_PER_DATABASE && context.goesOn(); done += 1) {
    const fault = engineFaults[found.rounds % engineFaults.length];
    if (fault) await attackOnce(fault, { postgres, wire, url, random }, pool, found);
    context.countRound();
  }
  found.count('transactions made to fail', await failuresMade(url));
  for (const server of started.servers) await server.signal('SIGTERM');
  await place.remove();
}

export const engine: Attack = {
  name: 'engine',
  promise: 'An engine that restarts, hangs, drops connections or fails a transaction is survived.',
  only: 'postgres',
  unit: 'faults of the engine',
  rounds: { long: 60, short: 4 },
  broken: {
    'a transaction that the engine failed is not run again': [
      [
        'server/core/db/retrying.ts',
        'if (attempt === TRIES || !isTransient(error)) throw error;',
        'if (attempt > 0 || !isTransient(error)) throw error;',
      ],
    ],
    'an engine that is shut down is taken for a fault of the program': [['server/core/db/faults.ts', '|57P|', '|']],
    'a write of which nobody knows whether it was saved is told as not saved': [
      [
        'server/core/http/errors.ts',
        'error instanceof UnknownOutcomeError ? refusalTexts.unavailableUnknown : refusalTexts.unavailable',
        'error instanceof UnknownOutcomeError ? refusalTexts.unavailable : refusalTexts.unavailable',
      ],
    ],
    'an engine that says nothing is waited for without an end': [
      ['server/core/db/postgres/postgres.ts', '...(isServing ? { query_timeout: SILENCE_LIMIT_MS } : {}),', ''],
    ],
    'a connection on which nothing was answered is lent again': [
      ['server/core/db/postgres/postgresDriver.ts', 'this.#client.release(this.#isBroken || ', 'this.#client.release('],
    ],
  },
  async run(context) {
    // One of its own, since all users of an engine notice its faults; durable, since acknowledged writes must outlive
    // it.
    const postgres = await startPostgres({ isDurable: true });
    const wire = await makeWire(Number(new URL(postgres.url).port));
    try {
      while (context.goesOn()) await attackDatabase(context, { postgres, wire });
    } finally {
      wire.cut();
      await postgres.stop();
    }
  },
};
