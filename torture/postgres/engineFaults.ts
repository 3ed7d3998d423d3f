/** Faults of a PostgreSQL, and of the network before it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '#seed/seededRandom.ts';
import type { RunningPostgres } from '#test/postgres.ts';
import { onPostgres } from '#test/testDatabases.ts';
import type { Wire } from '#test/wire.ts';
import type { WriterPool } from '../clients/writerPool.ts';

export interface Attacked {
  postgres: RunningPostgres;
  /** The servers connect through it. */
  wire: Wire;
  /** The address of their database, bypassing the wire. */
  url: string;
  random: SeededRandom;
}

export interface EngineFault {
  what: string;
  /** Both servers must write again within this time; 5 s by default. */
  backWithinMs?: number;
  /** Some requests may still be refused for so long afterwards. */
  lingersMs?: number;
  /** The engine stays available, so nothing may be refused. */
  isHarmless?: boolean;
  /** Causes the fault; resolves when the engine is usable again. */
  happen(attacked: Attacked, pool: WriterPool): Promise<void>;
}

/** A silent connection is noticed only by the timeout of a statement. */
const SILENCE_NOTICED_MS = 15_000;
/** A connection that is to break within its next message breaks by itself after so long without one. */
const BREAK_MS = 500;
const MAX_DOWNTIME_MS = 800;
/** Longer than any statement's timeout. */
const LONG_PAUSE_MS = 16_000;
/** The probability at each of several points of a transaction. */
const FAILURE_CHANCE = 0.03;
const WRITES_WHILE_FAILING = 60;

/** Makes transactions fail at random, within or at the commit; with probability 0 until it is changed. */
export async function prepareFailures(url: string): Promise<void> {
  await onPostgres(
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

export async function failuresMade(url: string): Promise<number> {
  const [row] = await onPostgres<{ made: number }>(
    url,
    'select case when is_called then last_value else 0 end::int as made from torture_failed',
  );
  return row?.made ?? 0;
}

/** Waits until no transaction is open, so that abandoned ones have ended. */
export async function untilQuiet(url: string): Promise<void> {
  const busy = `select count(*)::int as busy from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
  while ((await onPostgres<{ busy: number }>(url, busy))[0]?.busy !== 0) await delay(50);
}

async function restart({ postgres, random }: Attacked, how: 'fast' | 'immediate'): Promise<void> {
  await postgres.tell(how);
  await delay(random.whole(0, MAX_DOWNTIME_MS));
  await postgres.tell('start');
}

async function pause({ postgres }: Attacked, milliseconds: number): Promise<void> {
  await postgres.tell('pause');
  await delay(milliseconds);
  await postgres.tell('resume');
}

/** Quick ones first: the short form has no others. */
export const engineFaults: readonly EngineFault[] = [
  { what: 'restarted, mode fast', happen: (attacked) => restart(attacked, 'fast') },
  { what: 'restarted, mode immediate', happen: (attacked) => restart(attacked, 'immediate') },
  {
    what: 'transactions failed',
    isHarmless: true,
    async happen({ url }, pool) {
      await onPostgres(url, `update torture_chance set chance = ${FAILURE_CHANCE}`);
      await pool.untilAcknowledged(WRITES_WHILE_FAILING);
      await onPostgres(url, 'update torture_chance set chance = 0');
    },
  },
  { what: 'paused', happen: (attacked) => pause(attacked, attacked.random.whole(300, 2000)) },
  {
    what: 'all connections ended by the engine',
    async happen({ url, random }) {
      for (let times = random.whole(1, 5); times > 0; times -= 1) {
        await onPostgres(
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
      await delay(random.whole(0, MAX_DOWNTIME_MS));
      await wire.mend();
    },
  },
  { what: 'all connections broken in the middle of a message', happen: ({ wire }) => wire.breakMidway(BREAK_MS) },
  { what: 'the answers to commits lost', happen: ({ wire }) => wire.loseCommits(BREAK_MS) },
  { what: 'paused for longer than is waited for', happen: (attacked) => pause(attacked, LONG_PAUSE_MS) },
  {
    what: 'all connections fallen silent',
    backWithinMs: SILENCE_NOTICED_MS,
    lingersMs: SILENCE_NOTICED_MS,
    happen: ({ wire }) => Promise.resolve(wire.silence()),
  },
];
