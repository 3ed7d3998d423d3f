import { sql } from 'kysely';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from './connect.ts';
import { readSnapshot } from './snapshot.ts';
import { prepared } from './statements.ts';
import type { Database, Trx } from './tables.ts';
import { inTransaction } from './transaction.ts';

test('a commit is on the disk before it is answered, references hold, and readers never wait for a writer', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'godown sqlite '));
  const { db } = openStore({ dataDir, databaseUrl: undefined }, () => undefined);
  const setting = async (name: string) =>
    await inTransaction(
      db,
      async (trx) => Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(trx)).rows[0] ?? {})[0],
    );
  // 2 is FULL: every commit is synced, not only checkpoints.
  expect([await setting('synchronous'), await setting('journal_mode'), await setting('foreign_keys')]).toEqual([
    2,
    'wal',
    1,
  ]);
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
  const [major = 0, minor = 0, patch = 0] = (rows[0]?.version ?? '').split('.').map(Number);
  // Older versions could lose a write in WAL mode (design §6).
  expect(major * 1_000_000 + minor * 1000 + patch).toBeGreaterThanOrEqual(3_051_003);
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

test('while somebody writes, a reading is answered with what was committed before', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'godown sqlite '));
  const { db } = openStore({ dataDir, databaseUrl: undefined }, () => undefined);
  await sql`create table note (words text) strict`.execute(db);
  const notes = prepared<{ words: string }>(() => sql`select words from note`);
  await inTransaction(db, async (trx) => {
    await sql`insert into note values ('half')`.execute(trx);
    expect(await notes(db, {})).toEqual([]);
    expect(await notes(trx, {})).toEqual([{ words: 'half' }]);
  });
  expect(await notes(db, {})).toEqual([{ words: 'half' }]);
  const write = prepared<never>(() => sql`insert into note values ('whole')`);
  await write(db, {});
  expect(await notes(db, {})).toHaveLength(2);
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

test('where SQLite has rolled back by itself, what failed is told and not that there is nothing to roll back', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'godown sqlite '));
  const { db } = openStore({ dataDir, databaseUrl: undefined }, () => undefined);
  await sql`create table note (words text) strict`.execute(db);
  const full = inTransaction(db, async (trx) => {
    await sql`insert into note values ('half')`.execute(trx);
    await sql`rollback`.execute(trx);
    throw new Error('database or disk is full');
  });
  await expect(full).rejects.toThrow('database or disk is full');
  await inTransaction(db, async (trx) => await sql`insert into note values ('whole')`.execute(trx));
  expect((await sql`select words from note`.execute(db)).rows).toEqual([{ words: 'whole' }]);
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

test('what is searched for is only read, and its thread ends with the database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'godown sqlite '));
  const { db, searches } = openStore({ dataDir, databaseUrl: undefined }, () => undefined);
  await sql`create table note (words text) strict`.execute(db);
  expect((await sql`select words from note`.execute(searches)).rows).toEqual([]);
  const writing = sql`insert into note values ('whole') returning words`.execute(searches);
  await expect(writing).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  await db.destroy();
  // The last connection to close the file removes the log.
  expect(readdirSync(dataDir).filter((name) => name.startsWith('godown.db-'))).toEqual([]);
  rmSync(dataDir, { recursive: true });
});

test.each(['db', 'searches'] as const)(
  'what several statements of %s read is of one moment, and a failure is the end of that moment',
  async (name) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'godown sqlite '));
    const store = openStore({ dataDir, databaseUrl: undefined }, () => undefined);
    const { db, [name]: source } = store;
    await sql`create table note (words text) strict`.execute(db);
    const words = async (from: Database | Trx) => (await sql`select words from note`.execute(from)).rows;
    const both = await readSnapshot(source, async (snapshot) => {
      const before = await words(snapshot);
      await inTransaction(db, async (trx) => await sql`insert into note values ('later')`.execute(trx));
      return [before, await words(snapshot)];
    });
    expect(both).toEqual([[], []]);
    const failed = readSnapshot(source, async (snapshot) => {
      await words(snapshot);
      throw new Error('nothing to be found');
    });
    await expect(failed).rejects.toThrow('nothing to be found');
    expect(await readSnapshot(source, words)).toEqual([{ words: 'later' }]);
    expect(await words(source)).toEqual([{ words: 'later' }]);
    await db.destroy();
    rmSync(dataDir, { recursive: true });
  },
);

test('a search that cannot be begun is refused as SQLite says it, and the next one is answered', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'godown sqlite '));
  const { db, searches } = openStore({ dataDir, databaseUrl: undefined }, () => undefined);
  await sql`create table note (words text) strict`.execute(db);
  const [file, elsewhere] = [join(dataDir, 'godown.db'), join(dataDir, 'elsewhere.db')];
  renameSync(file, elsewhere);
  await expect(sql`select words from note`.execute(searches)).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
  renameSync(elsewhere, file);
  expect((await sql`select words from note`.execute(searches)).rows).toEqual([]);
  await db.destroy();
  await expect(sql`select words from note`.execute(searches)).rejects.toThrow();
  rmSync(dataDir, { recursive: true });
});
