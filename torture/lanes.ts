/** Rounds of one attack side by side: while one waits for a server to start, another uses the processor. */
import { availableParallelism } from 'node:os';
import { Dice } from '#server/seed/dice.ts';
import type { Context } from './attack.ts';

/** A lane's share of the work: `take` answers how many of the rounds that are left are this lane's next, none at the end. */
export interface Lane {
  dice: Dice;
  take(most: number): number;
}

/**
 * Works off the rounds of a context, `most` of them a turn at most, in as many lanes as the machine has processors, or in
 * as many as there are turns. Each lane has chance of its own.
 */
export async function inLanes(context: Context, most: number, work: (lane: Lane) => Promise<void>): Promise<void> {
  let left = context.rounds;
  let hasFailed = false;
  const take = (wanted: number) => {
    const taken = context.hasTime() && !hasFailed ? Math.min(wanted, left) : 0;
    left -= taken;
    return taken;
  };
  const lanes = Math.max(1, Math.min(availableParallelism(), Math.ceil(context.rounds / most)));
  const dices = Array.from({ length: lanes }, () => new Dice(context.dice.whole(1, 2 ** 30)));
  const inLane = async (dice: Dice) => {
    try {
      await work({ dice, take });
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  // What a lane has made is there until the last one has ended, and is removed then.
  const ends = await Promise.allSettled(dices.map(inLane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
