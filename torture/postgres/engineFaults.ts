/** What can happen to a PostgreSQL, and to the network before it. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { SeededRandom } from '#server/seed/seededRandom.ts';
import type { RunningPostgres } from '#test/postgres.ts';
import type { Wire } from '#test/wire.ts';
import type { WriterPool } from '../clients/writerPool.ts';

export interface Attacked {
  postgres: RunningPostgres;
  /** Through which the servers reach it. */
  wire: Wire;
  /** The address of their database, not through the wire. */
  url: string;
  random: SeededRandom;
}

export interface EngineFault {
  what: string;
  /** Within so long after it, both servers must write again; 5 s where it isn't named. */
  backWithinMs?: number;
  /** For so long after it, some requests may still be refused though others are not. */
  lingersMs?: number;
  /** The engine is there all the time, so nothing at all may be refused. */
  isHarmless?: boolean;
  /** Makes it happen, and resolves at the moment at which the engine can be used again. */
  happen(attacked: Attacked, pool: WriterPool): Promise<void>;
}

/** Nobody tells the servers that a connection has fallen silent: they see only that a statement on it takes too long. */
const SILENCE_NOTICED_MS = 15_000;
/** A connection that is to break in the middle of the next message breaks by itself after so long without one. */
const BREAK_MS = 500;
const LONGEST_DOWN_MS = 800;
/** Longer than any statement is waited for. */
const LONG_PAUSE_MS = 16_000;
/** For each of several places in a transaction. */
const FAILURE_CHANCE = 0.03;
const WRITES_WHILE_FAILING = 60;

/** Runs statements on the engine, past the servers; answers the rows of the last. */
async function onEngine<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Makes transactions fail as the engine may fail any: some in the middle, some when they are committed; with chance 0 until it is changed. */
export async function prepareFailures(url: string): Promise<void> {
  await onEngine(
    url,
    'create table torture_chance (chance double precision not null)',
    'insert into torture_chance values (0)',
    'create sequence torture_failed',
    `create function torture_fail() returns trigger language plpgsql as $$
     begin
       if random() < (select chance from torture_chance) then
         perform nextval('torture_failed');
         raise exception 'failed on purpose' using errcode = case when random() < 0.5 then '40001' else '40P01' end;
       end if;
       return null;
     end $$`,
    'create trigger torture_fail after insert on audit_event for each statement execute function torture_fail()',
    `create constraint trigger torture_fail_late after insert on audit_event
     deferrable initially deferred for each row execute function torture_fail()`,
  );
}

/** How many transactions were made to fail so far. */
export async function failuresMade(url: string): Promise<number> {
  const [row] = await onEngine<{ made: number }>(
    url,
    'select case when is_called then last_value else 0 end::int as made from torture_failed',
  );
  return row?.made ?? 0;
}

/** Waits until nobody is in the midst of anything, so that what was given up earlier has come to its end. */
export async function untilQuiet(url: string): Promise<void> {
  const busy = `select count(*)::int as busy from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
  while ((await onEngine<{ busy: number }>(url, busy))[0]?.busy !== 0) await delay(50);
}

async function restart({ postgres, random }: Attacked, how: 'fast' | 'immediate'): Promise<void> {
  await postgres.tell(how);
  await delay(random.whole(0, LONGEST_DOWN_MS));
  await postgres.tell('start');
}

async function pause({ postgres }: Attacked, milliseconds: number): Promise<void> {
  await postgres.tell('pause');
  await delay(milliseconds);
  await postgres.tell('resume');
}

/** Those that are quick first: the short form has no others. */
export const engineFaults: readonly EngineFault[] = [
  { what: 'restarted, mode fast', happen: async (attacked) => await restart(attacked, 'fast') },
  {
    what: 'restarted, mode immediate',
    happen: async (attacked) => await restart(attacked, 'immediate'),
  },
  {
    what: 'transactions failed',
    isHarmless: true,
    async happen({ url }, pool) {
      await onEngine(url, `update torture_chance set chance = ${FAILURE_CHANCE}`);
      await pool.untilAcknowledged(WRITES_WHILE_FAILING);
      await onEngine(url, 'update torture_chance set chance = 0');
    },
  },
  {
    what: 'paused',
    happen: async (attacked) => await pause(attacked, attacked.random.whole(300, 2000)),
  },
  {
    what: 'all connections ended by the engine',
    async happen({ url, random }) {
      for (let times = random.whole(1, 5); times > 0; times -= 1) {
        await onEngine(
          url,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        );
        await delay(random.whole(0, 100));
      }
    },
  },
  {
    what: 'wire cut',
    async happen({ wire, random }) {
      wire.cut();
      await delay(random.whole(0, LONGEST_DOWN_MS));
      await wire.mend();
    },
  },
  {
    what: 'all connections broken in the middle of a message',
    async happen({ wire }) {
      await wire.breakMidway(BREAK_MS);
    },
  },
  {
    what: 'the answers to commits lost',
    async happen({ wire }) {
      await wire.loseCommits(BREAK_MS);
    },
  },
  {
    what: 'paused for longer than is waited for',
    happen: async (attacked) => await pause(attacked, LONG_PAUSE_MS),
  },
  {
    what: 'all connections fallen silent',
    backWithinMs: SILENCE_NOTICED_MS,
    lingersMs: SILENCE_NOTICED_MS,
    happen({ wire }) {
      wire.silence();
      return Promise.resolve();
    },
  },
];
