/** The short form of an attack: a few rounds of it, in every run of the tests. */
import { expect, test } from 'vitest';
import type { Attack } from '../torture/attack.ts';
import { runAttack } from '../torture/running.ts';

/** For an attack that hangs; a busy machine only takes longer. */
const MINUTES = 10;

/** A test that the promise holds, on the engine of the test run; where the attack isn't for that engine, that it says so. */
export function testShortForm(attack: Attack): void {
  const engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';
  if (!attack.engines.includes(engine)) {
    test(`${attack.name} has nothing to attack on ${engine}`, () => expect(attack.engines).not.toContain(engine));
    return;
  }
  const seed = Number(process.env['TORTURE_SEED'] ?? Date.now() % 2 ** 31);
  test(
    `${attack.name}: ${attack.promise} (seed ${seed})`,
    async () => {
      const postgresUrl = engine === 'postgres' ? process.env['TEST_POSTGRES_URL'] : undefined;
      const rounds = attack.rounds.short;
      const run = { engine, postgresUrl, rounds, seed, minutes: MINUTES, progress: () => undefined } as const;
      const outcome = await runAttack(attack, run);
      expect(outcome.faults).toEqual([]);
      expect(outcome.rounds).toBe(rounds);
    },
    MINUTES * 60_000 + 60_000,
  );
}
