import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReadThread } from './searches.ts';
import { readSnapshot } from '../snapshot.ts';
import { openSqlite } from './sqlite.ts';
import { SqliteFile } from './sqliteFile.ts';
import { prepared } from '../statements.ts';
import type { Database, Tables, Trx } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

let folder: string;
let db: Database;
let searches: Database;
let thread: ReadThread | undefined;
/** The first words of the statements that were run. */
let asked: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'godown sqlite '));
  asked = [];
  const opened = openSqlite(join(folder, 'godown.db'), (text) => asked.push(text.trim()));
  db = new Kysely<Tables>({ dialect: opened.dialect });
  searches = new Kysely<Tables>({ dialect: opened.searches });
  thread = opened.threads.searches;
  await sql`create table note (words text not null primary key) strict`.execute(db);
  asked = [];
});

afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

async function note(trx: Database | Trx, words: string): Promise<void> {
  await sql`insert into note values (${words})`.execute(trx);
}

async function notes(from: Database | Trx = db): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`select words from note order by words`.execute(from);
  return rows.map((row) => row.words);
}

/** Writes in a transaction of its own and returns the committed rows at the end of the write. */
async function noteAlone(words: string): Promise<string[]> {
  await inTransaction(db, async (trx) => await note(trx, words));
  return await notes();
}

test('every commit is synced to the disk, and foreign keys are enforced', async () => {
  const setting = async (name: string) =>
    await inTransaction(
      db,
      async (trx) => Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(trx)).rows[0] ?? {})[0],
    );
  // 2 is FULL: every commit is synced, not only checkpoints. Any timeout but 0 would block the whole process.
  const names = ['synchronous', 'journal_mode', 'foreign_keys', 'busy_timeout'];
  expect(await Promise.all(names.map(setting))).toEqual([2, 'wal', 1, 0]);
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
  const [major = 0, minor = 0, patch = 0] = (rows[0]?.version ?? '').split('.').map(Number);
  // Older versions could lose a write in WAL mode (docs/architecture/databases.md).
  expect(major * 1_000_000 + minor * 1000 + patch).toBeGreaterThanOrEqual(3_051_003);
});

test('each transaction has its own commit, one after the other, and takes the write lock when it begins', async () => {
  await Promise.all(['amla', 'neem', 'tulsi'].map(noteAlone));
  expect(await notes()).toEqual(['amla', 'neem', 'tulsi']);
  expect(asked.filter((text) => /^(begin|commit)/.test(text))).toEqual([
    'begin immediate',
    'commit',
    'begin immediate',
    'commit',
    'begin immediate',
    'commit',
  ]);
});

test('a failed transaction leaves nothing behind, and the next in the queue is committed', async () => {
  const refuse = async () =>
    await inTransaction(db, async (trx) => {
      await note(trx, 'half');
      throw new Error('refused');
    });
  const outcomes = await Promise.allSettled([
    refuse(),
    noteAlone('amla'),
    refuse(),
    noteAlone('amla'),
    noteAlone('neem'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(await notes()).toEqual(['amla', 'neem']);
});

test('readers see what is committed and never wait for a writer, also by prepared statements', async () => {
  const select = prepared<{ words: string }>(() => sql`select words from note`);
  await inTransaction(db, async (trx) => {
    await note(trx, 'half');
    expect([await notes(), await notes(trx)]).toEqual([[], ['half']]);
    expect([await select(db, {}), await select(trx, {})]).toEqual([[], [{ words: 'half' }]]);
  });
  const insert = prepared<never>(() => sql`insert into note values ('whole')`);
  await insert(db, {});
  expect(await notes()).toEqual(['half', 'whole']);
});

test('a read-only transaction sees one moment, also with several at once', async () => {
  const reading = db.transaction().setAccessMode('read only');
  const readTwice = async () =>
    await reading.execute(async (trx) => {
      const before = await notes(trx);
      await noteAlone(`note ${Math.random()}`);
      return [before, await notes(trx)];
    });
  for (const [before, after] of await Promise.all([readTwice(), readTwice(), readTwice(), readTwice()])) {
    expect(after).toEqual(before);
  }
  expect(await notes()).toHaveLength(4);
  await expect(reading.execute(async (trx) => await note(trx, 'no'))).rejects.toMatchObject({
    code: 'SQLITE_READONLY',
  });
});

test('a statement outside of a transaction waits for the open transaction', async () => {
  let end = () => {};
  const open = inTransaction(db, async (trx) => {
    await note(trx, 'amla');
    await new Promise<void>((resolve) => (end = resolve));
  });
  let isDone = false;
  const alone = note(db, 'neem').then(() => (isDone = true));
  await nextTurn();
  expect(isDone).toBe(false);
  end();
  await Promise.all([open, alone]);
  expect(await notes()).toEqual(['amla', 'neem']);
});

test('a transaction that SQLite itself has rolled back commits nothing, and the next one is committed', async () => {
  const rollBackSilently = async (trx: Trx) => {
    await sql`insert or rollback into note values (null)`.execute(trx).catch(() => undefined);
  };
  const fullDisk = async (trx: Trx) => {
    await sql`rollback`.execute(trx);
    throw new Error('database or disk is full');
  };
  const works: ((trx: Trx) => Promise<void>)[] = [
    rollBackSilently,
    async (trx) => {
      await rollBackSilently(trx);
      await note(trx, 'half');
    },
    fullDisk,
  ];
  for (const work of works) {
    const [failed, next] = await Promise.allSettled([inTransaction(db, work), noteAlone('neem')]);
    // The error is the failure itself, not the missing transaction at the rollback.
    if (work === fullDisk) expect(failed).toMatchObject({ reason: { message: 'database or disk is full' } });
    expect([failed.status, next.status]).toEqual(['rejected', 'fulfilled']);
    expect(await notes()).toEqual(['neem']);
    await sql`delete from note`.execute(db);
  }
});

test('a commit that SQLite refuses leaves nothing behind', async () => {
  await sql`create table tag (words text references note deferrable initially deferred) strict`.execute(db);
  const refused = inTransaction(db, async (trx) => await sql`insert into tag values ('nothing')`.execute(trx));
  await expect(refused).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' });
  expect((await sql`select * from tag`.execute(db)).rows).toEqual([]);
  expect(await noteAlone('amla')).toEqual(['amla']);
});

test('a statement that was not awaited cannot run in the next transaction', async () => {
  let late: Promise<void> | undefined;
  const forgetful = inTransaction(db, async (trx) => {
    late = nextTurn().then(async () => await note(trx, 'late'));
    await note(trx, 'amla');
  });
  const other = inTransaction(db, async (trx) => {
    await note(trx, 'neem');
    await expect(late).rejects.toThrow();
  });
  await Promise.all([forgetful, other]);
  expect(await notes()).toEqual(['amla', 'neem']);
});

test('reads go on while another process holds the write lock, and writes follow once it is free', async () => {
  const other = new Sqlite(join(folder, 'godown.db'));
  other.exec('begin immediate');
  let isDone = false;
  const written = [noteAlone('amla'), note(db, 'neem')].map(async (each) => await each);
  const all = Promise.all(written).finally(() => (isDone = true));
  for (let turns = 0; turns < 200; turns += 1) {
    await nextTurn();
    expect(await notes()).toEqual([]);
  }
  expect(isDone).toBe(false);
  other.exec('commit');
  other.close();
  await all;
  expect(await notes()).toEqual(['amla', 'neem']);
});

test('the connection for searches is read-only, and its thread ends with the database', async () => {
  expect(await notes(searches)).toEqual([]);
  await expect(note(searches, 'whole')).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  await db.destroy();
  // The last connection to close the file removes the log.
  expect(readdirSync(folder).filter((name) => name.startsWith('godown.db-'))).toEqual([]);
  await expect(notes(searches)).rejects.toThrow();
});

test('a snapshot reads one moment in all its statements, also for searches, and ends with a failure', async () => {
  for (const source of [db, searches]) {
    await sql`delete from note`.execute(db);
    const both = await readSnapshot(source, async (snapshot) => [
      await notes(snapshot),
      await noteAlone('later'),
      await notes(snapshot),
    ]);
    expect(both).toEqual([[], ['later'], []]);
    const failed = readSnapshot(source, async (snapshot) => {
      await notes(snapshot);
      throw new Error('nothing to be found');
    });
    await expect(failed).rejects.toThrow('nothing to be found');
    expect([await readSnapshot(source, notes), await notes(source)]).toEqual([['later'], ['later']]);
  }
});

test('searches that begin at once share one thread', async () => {
  const search = { connection: 0, text: 'select 1 as one', parameters: [] };
  expect(await Promise.all([thread?.find(search), thread?.find(search)])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  await db.destroy();
  // Another thread would keep the file open, and with it its log.
  expect(readdirSync(folder).filter((name) => name.startsWith('godown.db-'))).toEqual([]);
});

test('a search that cannot begin fails with the code of SQLite, and the next one is answered', async () => {
  const [file, elsewhere] = [join(folder, 'godown.db'), join(folder, 'elsewhere.db')];
  renameSync(file, elsewhere);
  await expect(notes(searches)).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
  renameSync(elsewhere, file);
  expect(await notes(searches)).toEqual([]);
});

test('a reading connection is opened again after a thousand statements, with its pragmas, outside of transactions', () => {
  const file = new SqliteFile(join(folder, 'godown.db'), { readonly: true });
  const cacheSize = () => file.prepare('pragma cache_size').get();
  const prepareMany = (what: string) => {
    for (let nth = 0; nth < 1000; nth += 1) file.prepare(`select ${nth} as ${what}`);
  };
  file.pragma('cache_size = -4000');
  // Is lost with the connection.
  file.run('pragma cache_size = -5000');
  file.run('begin');
  prepareMany('within');
  expect(cacheSize()).toEqual({ cache_size: -5000 });
  file.run('rollback');
  prepareMany('outside');
  expect(cacheSize()).toEqual({ cache_size: -4000 });
  expect(file.prepare('select count(*) as notes from note').all()).toEqual([{ notes: 0 }]);
  file.close();
});

test('a connection that reads only snapshots is opened again as well', () => {
  const file = new SqliteFile(join(folder, 'godown.db'), { readonly: true });
  file.pragma('cache_size = -4000');
  file.run('pragma cache_size = -5000');
  file.run('begin');
  for (let nth = 0; nth < 1000; nth += 1) file.prepare(`select ${nth} as within`);
  file.run('commit');
  file.run('begin');
  expect(file.prepare('pragma cache_size').get()).toEqual({ cache_size: -4000 });
  file.run('commit');
  file.close();
});
