/** The short form of an attack: a few rounds of it, in every run of the tests. */
import { expect, test } from 'vitest';
import type { Engine } from '#server/db/connect.ts';
import { type Attack, enginesOf, runAttack } from '../torture/runner/attack.ts';

/** For an attack that hangs; a busy machine only takes longer. */
const MINUTES = 10;
const TIMEOUT_MS = MINUTES * 60_000 + 60_000;

const engine: Engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';
const seed = Number(process.env['TORTURE_SEED'] ?? Date.now() % 2 ** 31);
const postgresUrl = engine === 'postgres' ? process.env['TEST_POSTGRES_URL'] : undefined;

/** A test that an attack says what it needs. */
export function testComplaint(attack: Attack, complaint: RegExp): void {
  test(`${attack.name}: where it lacks something, it says what`, async () => {
    const run = { engine, postgresUrl, rounds: 1, seed, minutes: 1 };
    await expect(runAttack(attack, run)).rejects.toThrow(complaint);
  });
}

/**
 * A test that the promise holds, on the engine of the test run; where the attack isn't for that engine, that it says so; with
 * a `complaint`, that it says what it lacks here. TORTURE_SEED repeats a run, TORTURE_ROUNDS makes it longer.
 */
export function testShortForm(attack: Attack, complaint?: RegExp): void {
  if (!enginesOf(attack).includes(engine)) {
    test(`${attack.name} has nothing to attack on ${engine}`, () => expect(enginesOf(attack)).not.toContain(engine));
    return;
  }
  if (complaint) {
    testComplaint(attack, complaint);
    return;
  }
  test(
    `${attack.name}: ${attack.promise} (seed ${seed})`,
    async () => {
      const rounds = Number(process.env['TORTURE_ROUNDS'] ?? attack.rounds.short);
      const outcome = await runAttack(attack, { engine, postgresUrl, rounds, seed, minutes: MINUTES });
      expect(outcome.faults).toEqual([]);
      expect(outcome.rounds).toBe(rounds);
    },
    TIMEOUT_MS,
  );
}
