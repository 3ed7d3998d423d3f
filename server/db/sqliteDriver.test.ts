import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepared } from './prepared.ts';
import { openSqlite } from './sqlite.ts';
import type { Database, Tables, Trx } from './tables.ts';
import { inTransaction } from './transaction.ts';

let folder: string;
let db: Database;
/** What the engine was asked for, by its first word. */
let asked: string[];
/** What is committed, as anybody else sees it. */
let committed: () => Promise<string[]>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'godown sqlite '));
  asked = [];
  const { dialect } = openSqlite(join(folder, 'godown.db'), (text) => asked.push(text.trim().split(' ')[0] ?? ''));
  db = new Kysely<Tables>({ dialect });
  await sql`create table note (words text not null primary key) strict`.execute(db);
  const notes = prepared<{ words: string }>(() => sql`select words from note order by words`);
  committed = async () => (await notes(db, {})).map((each) => each.words);
  asked = [];
});

afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

async function note(trx: Database | Trx, words: string): Promise<void> {
  await sql`insert into note values (${words})`.execute(trx);
}

/** Writes in a transaction of its own, and answers what was committed by the time it was told that this is. */
async function noteAlone(words: string): Promise<string[]> {
  await inTransaction(db, async (trx) => await note(trx, words));
  return await committed();
}

/** What a transaction finds that only reads. */
async function readAlone(): Promise<string[]> {
  const transaction = db.transaction().setAccessMode('read only');
  return await transaction.execute(async (trx) => {
    const { rows } = await sql<{ words: string }>`select words from note order by words`.execute(trx);
    await nextTurn();
    return rows.map((each) => each.words);
  });
}

const times = (word: string) => asked.filter((each) => each === word).length;

test('what is recorded in the same turn is committed once, and nobody is told of it before', async () => {
  const all = ['amla', 'neem', 'tulsi'];
  expect(await Promise.all(all.map(noteAlone))).toEqual([all, all, all]);
  expect([times('begin'), times('commit')]).toEqual([1, 1]);
  await noteAlone('vetiver');
  expect([times('begin'), times('commit')]).toEqual([2, 2]);
  expect(times('savepoint')).toBe(2);
});

test('one that is refused leaves nothing behind, whichever it is, and takes nobody along', async () => {
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
    refuse(),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
    'rejected',
  ]);
  expect(await committed()).toEqual(['amla', 'neem']);
});

test('who is refused hears of it when what it was refused for is committed', async () => {
  const [, seen] = await Promise.all([noteAlone('amla'), noteAlone('amla').catch(committed), noteAlone('neem')]);
  expect(seen).toEqual(['amla', 'neem']);
});

test('the commit waits for a transaction that takes longer, and for none that comes after it', async () => {
  const takeLonger = async (end: () => void) =>
    await inTransaction(db, async (trx) => {
      await note(trx, 'slow');
      await nextTurn();
      await nextTurn();
      end();
    });
  const all = [noteAlone('amla'), takeLonger(() => undefined), noteAlone('neem')];
  expect(await Promise.all(all)).toEqual([['amla', 'slow'], undefined, ['amla', 'neem', 'slow']]);
  expect(times('commit')).toBe(2);
  await sql`delete from note`.execute(db);

  const refuse = () => {
    throw new Error('refused');
  };
  const outcomes = await Promise.allSettled([noteAlone('amla'), takeLonger(refuse)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await committed()).toEqual(['amla']);
});

/** Has SQLite roll back by itself, as it does when the disk is full, and doesn't mind. */
async function rollBackSilently(trx: Trx): Promise<void> {
  await sql`insert or rollback into note values (null)`.execute(trx).catch(() => undefined);
}

test('where SQLite has rolled back by itself, whoever waited for the commit is told why, and what comes next is recorded', async () => {
  const works: ((trx: Trx) => Promise<void>)[] = [
    rollBackSilently,
    async (trx) => {
      await rollBackSilently(trx);
      await note(trx, 'half');
    },
    async (trx) => {
      await sql`rollback`.execute(trx);
      throw new Error('database or disk is full');
    },
  ];
  for (const work of works) {
    const outcomes = await Promise.allSettled([noteAlone('amla'), inTransaction(db, work), noteAlone('neem')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    if (work !== works[2]) expect(outcomes[0]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_NOTNULL' } });
    const [first, next] = await Promise.allSettled([inTransaction(db, work), noteAlone('tulsi')]);
    expect([first?.status, next?.status]).toEqual(['rejected', 'fulfilled']);
    expect(await committed()).toEqual(['neem', 'tulsi']);
    await sql`delete from note`.execute(db);
  }
});

test('where the commit fails, all who share it are told why, and nothing of it is there', async () => {
  await sql`create table tag (words text references note deferrable initially deferred) strict`.execute(db);
  const tag = async (trx: Trx) => await sql`insert into tag values ('nothing')`.execute(trx);
  const outcomes = await Promise.allSettled([
    noteAlone('amla'),
    inTransaction(db, tag),
    noteAlone('neem'),
    // Has what was done before committed at once, and has begun by the time the others hear that this failed.
    readAlone(),
    noteAlone('tulsi'),
  ]);
  const told = { status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } };
  const recorded = { status: 'fulfilled', value: ['tulsi'] };
  expect(outcomes).toMatchObject([told, told, told, { status: 'fulfilled', value: [] }, recorded]);
  expect(await committed()).toEqual(['tulsi']);
});

test('a statement outside of a transaction, and a transaction that only reads, share no commit', async () => {
  const [, , , seen] = await Promise.all([noteAlone('amla'), note(db, 'neem'), noteAlone('tulsi'), readAlone()]);
  expect(seen).toEqual(['amla', 'neem', 'tulsi']);
  expect(times('savepoint')).toBe(0);
});

test('one that cannot be undone is not committed with what waits', async () => {
  const outcomes = await Promise.allSettled([
    noteAlone('amla'),
    inTransaction(db, async (trx) => {
      await note(trx, 'half');
      await sql`release godown_shared_commit`.execute(trx);
      throw new Error('refused');
    }),
    noteAlone('neem'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await committed()).toEqual(['neem']);
});

test('a connection is lent for one transaction, and one whose commit failed cannot be committed again', async () => {
  const twice = db.connection().execute(async (connection) => {
    await connection.transaction().execute(async (trx) => await note(trx, 'amla'));
    await connection.transaction().execute(async (trx) => await note(trx, 'neem'));
  });
  await expect(Promise.all([twice, note(db, 'single')])).rejects.toThrow('the connection was given back');
  expect(await committed()).toEqual(['amla', 'single']);
  expect(times('begin')).toBe(1);

  await sql`create table tag (words text references note deferrable initially deferred) strict`.execute(db);
  const failing = await db.startTransaction().execute();
  await sql`insert into tag values ('nothing')`.execute(failing);
  await expect(failing.commit().execute()).rejects.toThrow('FOREIGN KEY');
  const other = await db.startTransaction().execute();
  await expect(failing.commit().execute()).rejects.toThrow('the connection was given back');
  await other.rollback().execute();
});

test('a transaction that was left open takes in nothing of anybody else', async () => {
  await sql`begin`.execute(db);
  await expect(note(db, 'amla')).rejects.toThrow('a transaction was left open');
});

test('what a transaction forgot to wait for cannot reach into that of another', async () => {
  let late: Promise<void> | undefined;
  const forgetful = inTransaction(db, async (trx) => {
    late = nextTurn().then(async () => await note(trx, 'late'));
    await note(trx, 'amla');
  });
  const other = inTransaction(db, async (trx) => {
    await note(trx, 'neem');
    await expect(late).rejects.toThrow('the connection was given back');
  });
  await Promise.all([forgetful, other]);
  expect(await committed()).toEqual(['amla', 'neem']);
});
