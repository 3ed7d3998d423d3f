/**
 * The time that all servers of a database share (docs/decisions/102). With SQLite, which has one server, it is that of
 * the machine. On PostgreSQL it is the engine's: it is read at the start and every minute, and carried on by the steady
 * timer of the process, so that neither a wrong clock nor a corrected one of a server's machine changes anything.
 */
import { sql } from 'kysely';
import type { Store } from './connect.ts';
import type { Database } from './tables.ts';

const READ_EVERY_MS = 60_000;
/** The quickest of these answers counts most. */
const READINGS_AT_START = 8;

export interface Clock {
  now: () => Date;
  /** The ms by which the machine's clock is ahead of this one. */
  machineAheadMs: () => number;
  stop: () => void;
}

/** The engine's time, and the readings of the steady timer just before and after it was read; all in ms. */
export interface Reading {
  before: number;
  time: number;
  after: number;
}

/**
 * Offset of the steady timer from the engine's clock. A reading gives a range; a known offset within it stays, so that
 * slow answers of the engine don't make the time jump.
 */
export function offsetOf({ before, time, after }: Reading, known?: number): number {
  const [least, most] = [time - after, time - before];
  return Math.min(Math.max(known ?? (least + most) / 2, least), most);
}

async function readClock(db: Database): Promise<Reading> {
  const before = performance.now();
  const { rows } = await sql<{ time: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`.execute(db);
  const after = performance.now();
  const [row] = rows;
  if (!row) throw new Error('database returned no time');
  return { before, time: row.time, after };
}

/** Opens the clock. `onFailure` is called where the engine's time can't be read again: the clock then runs on. */
export async function openClock(
  { engine, db }: Pick<Store, 'engine' | 'db'>,
  onFailure: (error: unknown) => void,
): Promise<Clock> {
  if (engine === 'sqlite') return { now: () => new Date(), machineAheadMs: () => 0, stop: () => undefined };
  let offset = offsetOf(await readClock(db));
  for (let count = 1; count < READINGS_AT_START; count += 1) offset = offsetOf(await readClock(db), offset);
  const timer = setInterval(() => {
    readClock(db).then((reading) => (offset = offsetOf(reading, offset)), onFailure);
  }, READ_EVERY_MS).unref();
  const now = () => new Date(performance.now() + offset);
  return { now, machineAheadMs: () => Date.now() - now().getTime(), stop: () => clearInterval(timer) };
}
