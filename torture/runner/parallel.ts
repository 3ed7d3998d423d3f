/** Rounds of one attack in parallel: while one waits for a server, another uses the processor. */
import { availableParallelism } from 'node:os';
import type { SeededRandom } from '#server/seed/seededRandom.ts';
import type { Context } from './attack.ts';

export interface Worker {
  random: SeededRandom;
  /** Takes at most so many of the rounds that are left; answers how many it got, 0 at the end. */
  take(most: number): number;
}

/** Divides the rounds among one worker per processor, in portions of `most`. */
export async function inParallel(context: Context, most: number, work: (worker: Worker) => Promise<void>) {
  let left = context.rounds;
  let hasFailed = false;
  const take = (wanted: number) => {
    const taken = context.hasTime() && !hasFailed ? Math.min(wanted, left) : 0;
    left -= taken;
    return taken;
  };
  const count = Math.max(1, Math.min(availableParallelism(), Math.ceil(context.rounds / most)));
  const workers = Array.from({ length: count }, () => ({ random: context.random.fork(), take }));
  const fail = (error: unknown) => {
    hasFailed = true;
    throw error;
  };
  // Cleanup runs when the last worker has ended.
  const ends = await Promise.allSettled(workers.map((worker) => work(worker).catch(fail)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
