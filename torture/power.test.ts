import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { testShortForm } from '#test/shortForm.ts';
import { power } from './power.ts';
import { runAttack } from './running.ts';

if (spawnSync('strace', ['--version']).status === 0) testShortForm(power);
else {
  // The settings that the promise rests on are held by server/db/sqlite.test.ts.
  test('power: without strace the attack says what it needs', async () => {
    const run = { engine: 'sqlite', postgresUrl: undefined, rounds: 1, seed: 1, minutes: 1, progress: () => undefined };
    await expect(runAttack(power, { ...run, engine: 'sqlite' })).rejects.toThrow(/needs strace/);
  });
}
