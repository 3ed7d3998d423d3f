import { expect, test } from 'vitest';
import { missingPackages } from './cluster.ts';
import { failover } from './failover.ts';
import { readGuide } from './guide.ts';
import { runAttack } from './running.ts';

// A cluster takes a minute to build and half a minute to fail over, which is too long here. What a failover does to a server
// is in server/http/faults.test.ts: lost connections, answers to commits that never come, an engine that only reads.
const missing = await missingPackages();
if (missing.length > 0) {
  test('failover: where its programs are not installed, the attack says which', async () => {
    const run = { engine: 'postgres', postgresUrl: undefined, rounds: 1, seed: 1, minutes: 1 } as const;
    await expect(runAttack(failover, { ...run, progress: () => undefined })).rejects.toThrow(missing.join(' '));
  });
} else {
  test('failover: its programs are installed, and the guide has every file that they need', async () => {
    const block = await readGuide('docs/how-to/postgresql-cluster.md');
    for (const name of ['etcd', 'patroni', 'haproxy', 'database', 'godown']) expect(block(name)).not.toBe('');
  });
}
