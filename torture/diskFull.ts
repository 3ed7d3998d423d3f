/** Attack 3: a disk of a few megabytes, filled up and freed again while people read and write. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorTexts } from '#contract/errors.ts';
import { Dice } from '#server/seed/dice.ts';
import type { Place } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { type Caller, callerAt, signIn } from './caller.ts';
import { ledgerFaults, prepareGround, rememberedFaults } from './checking.ts';
import { mountSmallDisk } from './smallDisk.ts';
import { Writer } from './writer.ts';

const WRITERS = 4;
const ROUNDS_PER_DISK = 25;
const CHECK_EVERY = 5;
/** So long may it take until a full disk is noticed, and until writing goes on when it is no longer full. */
const PATIENCE_MS = 120_000;

const sentence = `${errorTexts.unavailable} Retry-After: 2`;

interface Totals {
  rounds: number;
  acknowledged: number;
  refused: number;
  readWhileFull: number;
  slowestMs: number;
  lost: number;
  faults: string[];
}

/** Fills the disk to the last byte. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (let piece = Buffer.alloc(1024 * 1024); piece.length > 0;) {
      try {
        if (writeSync(descriptor, piece) === piece.length) continue;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
      piece = piece.subarray(0, Math.floor(piece.length / 2));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Waits until `isSo`; answers whether it came true in time. */
async function until(isSo: () => boolean): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!isSo() && Date.now() < deadline) await delay(20);
  return isSo();
}

async function write(writer: Writer, isOver: () => boolean, totals: Totals): Promise<void> {
  while (!isOver()) {
    const outcome = await writer.write();
    if (outcome === 'acknowledged') totals.acknowledged += 1;
    if (outcome === 'unavailable') totals.refused += 1;
    if (outcome === 'unavailable') await delay(5);
    if (outcome === 'unanswered') {
      totals.faults.push('a write was not answered at all');
      await writer.settle();
    }
  }
}

async function fillAndFree(disk: string, call: Caller, totals: Totals): Promise<void> {
  const filler = path.join(disk, 'filler');
  fill(filler);
  const refusedBefore = totals.refused;
  // What a removed record or a finished log leaves free is used first, so it is filled until writes are refused.
  const isNoticed = () => {
    if (totals.refused > refusedBefore + 2) return true;
    fill(`${filler}-more`);
    return false;
  };
  if (!(await until(isNoticed))) totals.faults.push('no write was refused while the disk was full');
  for (const list of ['/suppliers', '/inward?page=1', '/Production/get-rawmaterial-stock']) {
    const answer = await call('GET', list);
    if (answer?.status === 200) totals.readWhileFull += 1;
    else totals.faults.push(`GET ${list} answered ${answer?.status} while the disk was full: ${answer?.text}`);
  }
  rmSync(filler);
  rmSync(`${filler}-more`, { force: true });
  const acknowledgedBefore = totals.acknowledged;
  const start = performance.now();
  if (!(await until(() => totals.acknowledged > acknowledgedBefore))) {
    totals.faults.push('no write was taken after there was room again');
  }
  totals.slowestMs = Math.max(totals.slowestMs, Math.round(performance.now() - start));
}

async function attackOn(context: Context, place: Place, disk: string, rounds: number, totals: Totals): Promise<void> {
  const onDisk = { ...place, environment: { ...place.environment, DATA_DIR: disk } };
  const server = await context.startServer(onDisk);
  const call = callerAt(server.address, await signIn(server));
  const ground = await prepareGround(call);
  const writers = Array.from(
    { length: WRITERS },
    () => new Writer(call, new Dice(context.dice.whole(1, 2 ** 30)), ground),
  );
  for (let done = 0; done < rounds && context.hasTime();) {
    let isOver = false;
    const writing = writers.map((writer) => write(writer, () => isOver, totals));
    for (let some = 0; some < CHECK_EVERY && done < rounds && context.hasTime(); some += 1) {
      await fillAndFree(disk, call, totals);
      done += 1;
      totals.rounds += 1;
      context.progress(totals.rounds);
    }
    isOver = true;
    await Promise.all(writing);
    for (const said of writers.flatMap((writer) => [...writer.sentences])) {
      if (said !== sentence) totals.faults.push(`a full disk was told as: ${said}`);
    }
    const { lost, others } = await rememberedFaults(call, ground, writers);
    totals.lost += lost.length;
    totals.faults.push(...lost, ...others, ...(await ledgerFaults(onDisk)));
    if (!server.isRunning()) throw new Error(`the server ended: ${server.said()}`);
  }
  await server.signal('SIGTERM');
}

async function run(context: Context): Promise<Outcome> {
  const totals: Totals = {
    rounds: 0,
    acknowledged: 0,
    refused: 0,
    readWhileFull: 0,
    slowestMs: 0,
    lost: 0,
    faults: [],
  };
  while (totals.rounds < context.rounds && context.hasTime()) {
    const place = await context.makePlace();
    const disk = mountSmallDisk();
    if (!disk) {
      throw new Error(
        'This attack needs a small disk of its own, and only root may mount one: run it as root on Linux.',
      );
    }
    try {
      await attackOn(context, place, disk.folder, Math.min(ROUNDS_PER_DISK, context.rounds - totals.rounds), totals);
    } finally {
      disk.remove();
    }
  }
  return {
    rounds: totals.rounds,
    figures: {
      'writes acknowledged': totals.acknowledged,
      'writes refused with 503': totals.refused,
      'lists read while full': totals.readWhileFull,
      'longest until writing went on, in ms': totals.slowestMs,
      lost: totals.lost,
      'other faults': totals.faults.length - totals.lost,
    },
    faults: totals.faults,
  };
}

export const diskFull: Attack = {
  name: 'diskFull',
  promise: 'A full disk refuses writes, reads go on, and writes go on once there is room.',
  engines: ['sqlite'],
  unit: 'times full',
  rounds: { long: 50, short: 3 },
  broken: [
    {
      what: 'a full disk is taken for a fault of the program',
      edits: [{ file: 'server/db/faults.ts', from: "  'SQLITE_FULL',\n", to: '' }],
    },
  ],
  run,
};
