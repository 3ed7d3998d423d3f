/** Attack 3: a small disk is filled and freed again while people read and write. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorTexts } from '#contract/errors.ts';
import { type Caller, callerAt, signIn } from '../clients/caller.ts';
import { checkAll } from '../clients/checks.ts';
import { makeWriters, prepareGround, type Writer } from '../clients/writer.ts';
import { type Attack, type Context, Findings } from '../runner/attack.ts';
import { mountSmallDisk } from './smallDisk.ts';

const WRITERS = 4;
const ROUNDS_PER_DISK = 25;
const CHECK_EVERY = 5;
/** Time limit to notice a full disk, and to resume writing. */
const PATIENCE_MS = 120_000;

/** A failed commit has an unknown outcome. */
const sentences = [errorTexts.unavailable, errorTexts.unavailableUnknown].map((text) => `${text} Retry-After: 2`);

const begin = () =>
  new Findings({
    'writes acknowledged': 0,
    'writes refused with 503': 0,
    'lists read while full': 0,
    'longest until writing went on, in ms': 0,
    lost: 0,
  });
type Found = ReturnType<typeof begin>;

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

/** Waits for a condition; returns whether it came true in time. */
async function until(isSo: () => boolean): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!isSo() && Date.now() < deadline) await delay(20);
  return isSo();
}

async function writeOn(writer: Writer, isOver: () => boolean, { figures }: Found): Promise<void> {
  while (!isOver()) {
    const outcome = await writer.write();
    if (outcome === 'acknowledged') figures['writes acknowledged'] += 1;
    if (outcome === 'unavailable' || outcome === 'unanswered') figures['writes refused with 503'] += 1;
    if (outcome === 'unavailable') await delay(5);
    for (; writer.uncertain !== undefined; await delay(5)) await writer.settle();
  }
}

async function fillAndFree(disk: string, call: Caller, found: Found): Promise<void> {
  const { figures, faults } = found;
  const filler = path.join(disk, 'filler');
  fill(filler);
  const refusedBefore = figures['writes refused with 503'];
  // What a removed record or a finished log leaves free is used first, so it is filled until writes are refused.
  const isNoticed = () => {
    if (figures['writes refused with 503'] > refusedBefore + 2) return true;
    fill(`${filler}-more`);
    return false;
  };
  if (!(await until(isNoticed))) faults.push('no write was refused while the disk was full');
  for (const list of ['/suppliers', '/inward?page=1', '/Production/get-rawmaterial-stock']) {
    const answer = await call('GET', list);
    if (answer?.status === 200) figures['lists read while full'] += 1;
    else faults.push(`GET ${list} answered ${answer?.status} while the disk was full: ${answer?.text}`);
  }
  rmSync(filler);
  rmSync(`${filler}-more`, { force: true });
  const acknowledgedBefore = figures['writes acknowledged'];
  const start = performance.now();
  if (!(await until(() => figures['writes acknowledged'] > acknowledgedBefore))) {
    faults.push('no write was taken after there was room again');
  }
  found.most('longest until writing went on, in ms', performance.now() - start);
}

async function attackDisk(context: Context, disk: string, rounds: number, found: Found): Promise<void> {
  const elsewhere = await context.makeDatabase();
  const database = { ...elsewhere, environment: { ...elsewhere.environment, DATA_DIR: disk } };
  const server = await context.startServer(database);
  const call = callerAt(server, await signIn(server));
  const ground = await prepareGround(call);
  const writers = makeWriters(WRITERS, call, context.random, ground);
  for (let done = 0; done < rounds && context.hasTime();) {
    let isOver = false;
    const writing = writers.map((writer) => writeOn(writer, () => isOver, found));
    for (let some = 0; some < CHECK_EVERY && done < rounds && context.hasTime(); some += 1) {
      await fillAndFree(disk, call, found);
      done += 1;
      found.rounds += 1;
      context.progress(found.rounds);
    }
    isOver = true;
    await Promise.all(writing);
    for (const said of writers.flatMap((writer) => [...writer.sentences])) {
      if (!sentences.includes(said)) found.faults.push(`a full disk was told as: ${said}`);
    }
    await checkAll(found, database, call, { ground, writers });
    if (!server.isRunning()) throw new Error(`the server ended: ${server.output()}`);
  }
  await server.signal('SIGTERM');
}

export const diskFull: Attack = {
  name: 'diskFull',
  promise: 'A full disk refuses writes, reads go on, and writes go on once there is room.',
  engines: ['sqlite'],
  unit: 'times full',
  rounds: { long: 50, short: 3 },
  broken: {
    'a full disk is taken for a fault of the program': [['server/db/faults.ts', "  'SQLITE_FULL',\n", '']],
  },
  async run(context) {
    const found = begin();
    while (found.rounds < context.rounds && context.hasTime()) {
      const disk = mountSmallDisk();
      if (!disk) {
        throw new Error(
          'This attack needs a small disk of its own, and only root may mount one: run it as root on Linux.',
        );
      }
      try {
        await attackDisk(context, disk.folder, Math.min(ROUNDS_PER_DISK, context.rounds - found.rounds), found);
      } finally {
        disk.remove();
      }
    }
    return found;
  },
};
