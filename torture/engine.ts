/** Attack 8: PostgreSQL is restarted, paused, cut off and made to fail transactions while people write over two servers. */
import { setTimeout as delay } from 'node:timers/promises';
import { makePlace, type Place } from '#test/places.ts';
import { startPostgres } from '#test/postgres.ts';
import { makeWire } from '#test/wire.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { callerAt, signIn } from './caller.ts';
import { ledgerFaults, prepareGround, rememberedFaults } from './checking.ts';
import {
  type Attacked,
  type EngineFault,
  engineFaults,
  failuresMade,
  prepareFailures,
  untilQuiet,
} from './engineFaults.ts';
import { Crew } from './crew.ts';

const WRITERS_PER_SERVER = 3;
const ROUNDS_PER_PLACE = 20;
const MOST_BEFORE = 20;
const CALM_WRITES = 15;
const BACK_MS = 5000;
/** No answer may take longer, whatever the engine does. */
const ANSWER_LIMIT_MS = 20_000;

interface Totals {
  rounds: number;
  acknowledged: number;
  refused: number;
  uncertain: number;
  failures: number;
  slowestMs: number;
  backMs: number;
  backAfterSilenceMs: number;
  lost: string[];
  others: string[];
}

async function attackOnce(fault: EngineFault, attacked: Attacked, crew: Crew, totals: Totals): Promise<void> {
  const { what, backWithinMs = BACK_MS, lingersMs = 0 } = fault;
  const working = crew.work();
  try {
    await crew.untilAcknowledged(attacked.dice.whole(1, MOST_BEFORE));
    crew.mayRefuse = fault.isHarmless !== true;
    await fault.happen(attacked, crew);
    const lingering = delay(lingersMs);
    const backMs = Math.round(Math.max(...(await crew.untilBack())));
    if (backMs > backWithinMs) totals.others.push(`${what}: back only after ${backMs} ms`);
    if (lingersMs > 0) totals.backAfterSilenceMs = Math.max(totals.backAfterSilenceMs, backMs);
    else totals.backMs = Math.max(totals.backMs, backMs);
    await lingering;
    crew.mayRefuse = false;
    await crew.untilAcknowledged(CALM_WRITES);
  } finally {
    crew.end();
    await working;
  }
  await untilQuiet(attacked.url);
  await crew.settle();
  totals.others.push(...crew.faults.splice(0).map((each) => `${what}: ${each}`));
  totals.rounds += 1;
}

async function attackPlace(context: Context, attacked: Attacked, place: Place, rounds: number, totals: Totals) {
  const { dice } = context;
  const through = new URL(attacked.url);
  through.port = String(attacked.wire.port);
  const wired: Place = { ...place, environment: { ...place.environment, DATABASE_URL: through.href } };
  const servers = [await context.startServer(wired), await context.startServer(wired)];
  const token = await signIn({ address: servers[0]?.address ?? '' });
  const calls = servers.map(({ address }) => callerAt(address, token));
  const [call] = calls;
  if (!call) throw new Error('there is no server');
  const ground = await prepareGround(call);
  await prepareFailures(attacked.url);
  const options = { calls, writersPerServer: WRITERS_PER_SERVER, ground, dice, answerLimitMs: ANSWER_LIMIT_MS };
  const crew = new Crew(options);
  for (let done = 0; done < rounds && context.hasTime(); done += 1) {
    const fault = engineFaults[totals.rounds % engineFaults.length];
    if (fault) await attackOnce(fault, attacked, crew, totals);
    try {
      const { lost, others } = await rememberedFaults(call, ground, crew.writers);
      totals.lost.push(...lost);
      totals.others.push(...others, ...(await ledgerFaults(place)));
    } catch (error) {
      totals.others.push(`${fault?.what}, and then: ${String(error)}`);
    }
    context.progress(totals.rounds);
  }
  totals.acknowledged += crew.acknowledged;
  totals.refused += crew.refused;
  totals.uncertain += crew.uncertain;
  totals.slowestMs = Math.max(totals.slowestMs, crew.slowestMs);
  totals.failures += await failuresMade(attacked.url);
  for (const server of servers) await server.signal('SIGTERM');
}

async function run(context: Context): Promise<Outcome> {
  const totals: Totals = {
    rounds: 0,
    acknowledged: 0,
    refused: 0,
    uncertain: 0,
    failures: 0,
    slowestMs: 0,
    backMs: 0,
    backAfterSilenceMs: 0,
    lost: [],
    others: [],
  };
  // One of its own, since all that use it see what happens to it; durable, since what was acknowledged must outlive it.
  const postgres = await startPostgres({ isDurable: true });
  const wire = await makeWire(Number(new URL(postgres.url).port));
  try {
    while (totals.rounds < context.rounds && context.hasTime()) {
      const place = await makePlace(postgres.url);
      const attacked = { postgres, wire, url: place.environment['DATABASE_URL'] ?? '', dice: context.dice };
      const rounds = Math.min(ROUNDS_PER_PLACE, context.rounds - totals.rounds);
      await attackPlace(context, attacked, place, rounds, totals);
      await place.remove();
    }
  } finally {
    wire.cut();
    await postgres.stop();
  }
  return {
    rounds: totals.rounds,
    figures: {
      'writes acknowledged': totals.acknowledged,
      'requests refused with 503': totals.refused,
      'writes without a clear answer, repeated or looked up': totals.uncertain,
      'transactions made to fail': totals.failures,
      'longest answer, in ms': totals.slowestMs,
      'longest until both servers wrote again, in ms': totals.backMs,
      'the same after silence, in ms': totals.backAfterSilenceMs,
      lost: totals.lost.length,
      'doubled, half there or answered wrongly': totals.others.length,
    },
    faults: [...totals.lost, ...totals.others],
  };
}

export const engine: Attack = {
  name: 'engine',
  promise: 'An engine that restarts, hangs, drops connections or fails a transaction is survived.',
  engines: ['postgres'],
  unit: 'faults of the engine',
  rounds: { long: 60, short: 8 },
  broken: [
    {
      what: 'a transaction that the engine failed is not run again',
      edits: [
        {
          file: 'server/db/retrying.ts',
          from: 'if (attempt === TRIES || !isPassing(error)) throw error;',
          to: 'if (attempt > 0 || !isPassing(error)) throw error;',
        },
      ],
    },
    {
      what: 'an engine that is shut down is taken for a fault of the program',
      edits: [{ file: 'server/db/faults.ts', from: '|57P|', to: '|' }],
    },
    {
      what: 'a write of which nobody knows whether it was saved is told as not saved',
      edits: [
        {
          file: 'server/http/errors.ts',
          from: 'error instanceof UnknownOutcome ? errorTexts.unavailableUnknown : errorTexts.unavailable',
          to: 'error instanceof UnknownOutcome ? errorTexts.unavailable : errorTexts.unavailable',
        },
      ],
    },
    {
      what: 'an engine that says nothing is waited for without an end',
      edits: [
        {
          file: 'server/db/postgres.ts',
          from: '...(isServing ? { query_timeout: SILENCE_LIMIT_MS } : {}),',
          to: '',
        },
      ],
    },
    {
      what: 'a connection on which nothing was answered is lent again',
      edits: [
        {
          file: 'server/db/postgresDriver.ts',
          from: 'this.#client.release(this.#isBroken);',
          to: 'this.#client.release(false);',
        },
      ],
    },
  ],
  run,
};
