import { expect, test } from 'vitest';
import { testComplaint, testShortForm } from '#test/shortForm.ts';
import { missingPackages } from './cluster.ts';
import { engine } from './engine.ts';
import { failover } from './failover.ts';
import { readGuide } from './guide.ts';
import { upgrade } from './upgrade.ts';

testShortForm(engine);
testShortForm(upgrade);

// A cluster takes a minute to build and half a minute to fail over, which is too long here. The effects of a failover
// on a server are tested in server/core/http/faults.test.ts: lost connections, missing answers to commits, a read-only
// engine.
const missing = await missingPackages();
if (missing.length > 0) testComplaint(failover, new RegExp(missing.join(' ')));
else {
  test('the guide to a PostgreSQL cluster has every file that the attack failover needs', async () => {
    const block = await readGuide('docs/how-to/postgresql-cluster.md');
    for (const name of ['etcd', 'patroni', 'haproxy', 'database', 'godown']) expect(block(name)).not.toBe('');
  });
}
