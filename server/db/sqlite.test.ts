import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from './connect.ts';

test('a commit is on the disk before it is answered, references hold, and readers never wait for a writer', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'godown sqlite '));
  const { db } = openStore({ dataDir, databaseUrl: undefined }, () => undefined);
  const setting = async (name: string) =>
    Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0];
  // 2 is FULL: each commit is flushed, not only each checkpoint.
  expect([await setting('synchronous'), await setting('journal_mode'), await setting('foreign_keys')]).toEqual([
    2,
    'wal',
    1,
  ]);
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
  const [major = 0, minor = 0, patch = 0] = (rows[0]?.version ?? '').split('.').map(Number);
  // Older ones could lose a write in WAL mode (design §6).
  expect(major * 1_000_000 + minor * 1000 + patch).toBeGreaterThanOrEqual(3_051_003);
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});
