import { expect, test } from 'vitest';
import { testShortForm } from '#test/shortForm.ts';
import { diskFull } from './diskFull.ts';
import { runAttack } from './running.ts';
import { mountSmallDisk } from './smallDisk.ts';

const disk = mountSmallDisk();
disk?.remove();
if (disk) testShortForm(diskFull);
else {
  // A full file, without a disk of its own, is a test of server/http/faults.test.ts.
  test('diskFull: without a disk of its own the attack says what it needs', async () => {
    const run = { postgresUrl: undefined, rounds: 1, seed: 1, minutes: 1, progress: () => undefined };
    await expect(runAttack(diskFull, { ...run, engine: 'sqlite' })).rejects.toThrow(/needs a small disk/);
  });
}
