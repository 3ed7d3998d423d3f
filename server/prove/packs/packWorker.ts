/**
 * The thread that builds a pack: it reads one snapshot over a connection of its own, so that no request waits for it,
 * and passes the bytes of the file to the server. The results of other features are brought together here.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { findMassBalance } from '../balance/massBalance.ts';
import { openStore } from '../../core/db/connect.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { packTexts } from '#contract/prove/packs.ts';
import { buildPack } from './build.ts';
import { PackTooLargeError } from './file/packFile.ts';
import type { PackTask, ThreadMessage } from './packTask.ts';
import type { Features } from './sections/section.ts';
import { findReadiness } from '../readiness/queries.ts';
import { findRecalls } from '../recalls/report.ts';
import { findRoot } from '../trace/roots.ts';
import { trace } from '../trace/trace.ts';

const features: Features = {
  massBalance: findMassBalance,
  async trace(trx, lotId) {
    const root = await findRoot(trx, 'lots', lotId);
    return root && (await trace(trx, root, 'both'));
  },
  readiness: findReadiness,
  recalls: findRecalls,
};

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message, []);
}

/** A small pack is finished before the progress is read. */
const REPORT_EVERY_MS = 500;
let reportedAt = Number.NEGATIVE_INFINITY;

function progress(step: string, done: number, total: number): void {
  if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
  reportedAt = performance.now();
  send({ kind: 'progress', step, done, total });
}

/** Hands over some bytes and waits until they are stored. */
async function emit(bytes: Buffer): Promise<void> {
  const stored = Promise.withResolvers<void>();
  parentPort?.once('message', () => stored.resolve());
  send({ kind: 'bytes', bytes });
  await stored.promise;
}

const PIECE_BYTES = 512 * 1024;

/** Collects small pieces, so that few are stored. */
class Pieces {
  #held: Buffer[] = [];
  #size = 0;

  async add(bytes: Buffer): Promise<void> {
    this.#held.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= PIECE_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    const all = Buffer.concat(this.#held);
    [this.#held, this.#size] = [[], 0];
    for (let start = 0; start < all.length; start += PIECE_BYTES) await emit(all.subarray(start, start + PIECE_BYTES));
  }
}

const { config, order }: PackTask = workerData;
const store = openStore(config, () => undefined, { connections: 1 });
try {
  const built = await readSnapshot(store.db, async (snapshot) => {
    send({ kind: 'begin' });
    const pieces = new Pieces();
    const result = await buildPack(snapshot, order, features, { emit: (bytes) => pieces.add(bytes), progress });
    await pieces.flush();
    return result;
  });
  send({ kind: 'made', ...built });
} catch (error) {
  if (!(error instanceof PackTooLargeError)) throw error;
  send({ kind: 'refused', reason: packTexts.packTooLarge });
} finally {
  await store.db.destroy();
}
