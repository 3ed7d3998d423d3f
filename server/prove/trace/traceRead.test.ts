import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../core/db/connect.ts';
import { traceRead } from './traceRead.ts';

test('an error of SQLite in the thread keeps its code', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'godown test '));
  const store = openStore({ databaseUrl: undefined, dataDir }, () => undefined);
  onTestFinished(async () => {
    await store.db.destroy();
    rmSync(dataDir, { recursive: true });
  });
  // No tables yet.
  await expect(traceRead.run(store, { root: 'lots', id: 1, direction: 'both' })).rejects.toMatchObject({
    code: 'SQLITE_ERROR',
    message: 'no such table: lot',
  });
});
