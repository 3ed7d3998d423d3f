/** The short form of an attack: a few rounds of it, in every run of the tests. */
import { afterAll, expect, test } from 'vitest';
import type { Engine } from '#server/core/db/connect.ts';
import { type Attack, Context, enginesOf, runAttack } from '../torture/runner/attack.ts';

/** For an attack that hangs; a busy machine only takes longer. */
const MINUTES = 10;
const TIMEOUT_MS = MINUTES * 60_000 + 60_000;

const engine: Engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';
const seed = Number(process.env['TORTURE_SEED'] ?? Date.now() % 2 ** 31);
const postgresUrl = engine === 'postgres' ? process.env['TEST_POSTGRES_URL'] : undefined;

/** A test that an attack says what it needs. */
export function testComplaint(attack: Attack, complaint: RegExp): void {
  test(`${attack.name}: a missing requirement is named`, async () => {
    const run = { engine, postgresUrl, rounds: 1, seed, minutes: 1 };
    await expect(runAttack(attack, run)).rejects.toThrow(complaint);
  });
}

interface ShortFormOptions {
  complaint?: RegExp | undefined;
  host?: Context;
}

/**
 * A test that the promise holds, on the engine of the test run; where the attack isn't for that engine, that it says so; with
 * a `complaint`, that it says what it lacks here; with a `host`, on servers that it has in common with others.
 * TORTURE_SEED repeats a run, TORTURE_ROUNDS makes it longer.
 */
export function testShortForm(attack: Attack, { complaint, host }: ShortFormOptions = {}): void {
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
      const own = { engine, postgresUrl, rounds, seed, minutes: MINUTES };
      const outcome = await runAttack(attack, host ? { ...own, host } : own);
      expect(outcome.faults).toEqual([]);
      expect(outcome.rounds).toBe(rounds);
    },
    TIMEOUT_MS,
  );
}

/** For attacks of a file that can have servers in common: their host, cleaned up after the last of them. */
export function commonHost(): Context {
  const host = new Context({ engine, postgresUrl, rounds: 0, seed, minutes: MINUTES });
  afterAll(() => host.cleanUp());
  return host;
}
