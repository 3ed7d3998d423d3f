/** Attack 3: a small disk is filled and freed again while people read and write. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { refusalTexts } from '#contract/core/refusals.ts';
import type { Caller } from '../clients/caller.ts';
import { checkAll } from '../clients/checks.ts';
import { startWriters, type Writer } from '../clients/writer.ts';
import type { Attack, Context, Findings } from '../runner/attack.ts';
import { until } from '../runner/until.ts';

const SIZE_MB = 96;
const WRITERS = 4;
const CHECKS_PER_DISK = 5;
const TIMES_PER_CHECK = 5;
/** Time limit to notice a full disk, and to resume writing. */
const PATIENCE = { withinMs: 120_000, everyMs: 20 };
const ACKNOWLEDGED = 'writes acknowledged';
const REFUSED = 'writes refused with 503';

interface SmallDisk {
  folder: string;
  remove(): void;
}

/** Mounts one; undefined without the permission to. */
export function mountSmallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'godown-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder]);
  if (status !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  return {
    folder,
    remove() {
      // Lazy unmount: open files stay usable.
      spawnSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}

/** Adds to a file until nothing goes on the disk any more. */
function fill(file: string): void {
  const descriptor = openSync(file, 'a');
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

async function writeOn(writer: Writer, isOver: () => boolean, found: Findings): Promise<void> {
  while (!isOver()) {
    const outcome = await writer.write();
    if (outcome === 'acknowledged') found.count(ACKNOWLEDGED);
    if (outcome === 'unavailable' || outcome === 'unanswered') found.count(REFUSED);
    if (outcome === 'unavailable') await delay(5);
    for (; writer.uncertain !== undefined; await delay(5)) await writer.settle();
  }
}

async function fillAndFree(disk: string, call: Caller, found: Findings): Promise<void> {
  const filler = path.join(disk, 'filler');
  const refused = found.count(REFUSED, 0) + 2;
  // Space of a removed record or a finished log is used first, so it is filled until writes are refused.
  const isNoticed = () => {
    fill(filler);
    return found.count(REFUSED, 0) > refused;
  };
  await until(isNoticed, 'no write was refused while the disk was full', PATIENCE);
  for (const list of ['/suppliers', '/inward?page=1', '/Production/get-rawmaterial-stock']) {
    const answer = await call('GET', list);
    if (answer?.status === 200) found.count('lists read while full');
    else found.faults.push(`GET ${list} answered ${answer?.status} while the disk was full: ${answer?.text}`);
  }
  rmSync(filler);
  const start = performance.now();
  const acknowledged = found.count(ACKNOWLEDGED, 0);
  const isWritten = () => found.count(ACKNOWLEDGED, 0) > acknowledged;
  await until(isWritten, 'no write was taken after there was room again', PATIENCE);
  found.most('longest until writing went on, in ms', performance.now() - start);
}

async function attackDisk(context: Context, disk: string): Promise<void> {
  const { found } = context;
  const elsewhere = await context.makeDatabase();
  const database = { ...elsewhere, environment: { ...elsewhere.environment, DATA_DIR: disk } };
  const writing = await startWriters(context, WRITERS, { database });
  const { server, call, writers } = writing;
  for (let checks = 0; checks < CHECKS_PER_DISK && context.goesOn(); checks += 1) {
    let isOver = false;
    const working = writers.map((writer) => writeOn(writer, () => isOver, found));
    for (let times = 0; times < TIMES_PER_CHECK && context.goesOn(); times += 1) {
      await fillAndFree(disk, call, found).catch((error: unknown) => found.faults.push(String(error)));
      context.countRound();
    }
    isOver = true;
    await Promise.all(working);
    // A failed commit has an unknown outcome.
    await checkAll(found, writing, [refusalTexts.unavailable, refusalTexts.unavailableUnknown]);
    if (!server.isRunning()) throw new Error(`the server ended: ${server.output()}`);
  }
  await server.signal('SIGTERM');
}

export const diskFull: Attack = {
  name: 'diskFull',
  promise: 'A full disk refuses writes, reads go on, and writes go on once there is room.',
  only: 'sqlite',
  unit: 'times full',
  rounds: { long: 50, short: 1 },
  broken: {
    'a full disk is taken for a fault of the program': [['server/core/db/faults.ts', "  'SQLITE_FULL',\n", '']],
  },
  async run(context) {
    while (context.goesOn()) {
      const disk = mountSmallDisk();
      if (!disk) {
        throw new Error(
          'This attack needs a small disk of its own, and only root may mount one: run it as root on Linux.',
        );
      }
      try {
        await attackDisk(context, disk.folder);
      } finally {
        disk.remove();
      }
    }
  },
};
