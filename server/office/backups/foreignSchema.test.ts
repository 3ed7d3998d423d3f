/** A backup with a valid seal and a foreign schema or history: refused by name, before it runs. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { buildTestApp, placeOfTest } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { databaseFile } from '../../core/db/connect.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';

const app = await buildTestApp();
const now = new Date('2026-11-20T06:30:00.000Z');

const admin = await app.as('admin');
for (let count = 0; count < 3; count += 1) {
  await addInward(admin, await addSupplier(admin), [[await addMaterial(admin), 1000]]);
}

/** Restores a sealed backup of a database that was changed; returns why it was refused, undefined if it was not. */
async function refusal(change: (database: Sqlite.Database) => unknown, original?: Buffer): Promise<string | undefined> {
  const place = await placeOfTest();
  const database = join(place.dataDir, 'changed.db');
  if (original) writeFileSync(database, original);
  else await new Sqlite(databaseFile(app.place), { readonly: true }).backup(database);
  const file = new Sqlite(database);
  file.unsafeMode();
  change(file);
  file.close();
  const backup = join(
    place.dataDir,
    await makeBackup({ database, folder: place.dataDir, reason: 'daily', madeAt: now }),
  );
  const target = await placeOfTest();
  return await restoreBackup({ backup, config: target, replace: false, now }).then(
    () => {
      expect(existsSync(databaseFile(target))).toBe(true);
      return undefined;
    },
    (error: unknown) => {
      expect(existsSync(databaseFile(target))).toBe(false);
      return error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error);
    },
  );
}

/** Edits the schema as a text, as a hexadecimal editor would. */
function editSchema(name: string, from: string | RegExp, to: string) {
  return (database: Sqlite.Database) => {
    const read = database.prepare<[string], string>('select sql from sqlite_schema where name = ?').pluck();
    const before = read.get(name) ?? '';
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    database.pragma('writable_schema = on');
    database.prepare('update sqlite_schema set sql = ? where name = ?').run(after, name);
    database.pragma('writable_schema = reset');
  };
}

const run = (text: string) => (database: Sqlite.Database) => database.exec(text);
/** A trigger that opens a session for the first administrator when sessions are ended. */
const opensSession = `
  create trigger opens_session after delete on reset_code begin
    insert into session (token_hash, user_id, created_at, expires_at) values ('known', 1, '2026-01-01', '2099-01-01');
  end`;

test.each([
  ['a guard that was dropped', run('drop trigger movement_no_update'), 'trigger movement_no_update is missing'],
  ['a trigger that opens a session', run(opensSession), 'trigger opens_session is not of Godown'],
  [
    'a trigger of the same name that does something else',
    run(`drop trigger lot_no_delete; create trigger lot_no_delete before delete on lot begin select 1; end`),
    'trigger lot_no_delete was changed',
  ],
  ['a view', run('create view seen as select * from app_user'), 'view seen is not of Godown'],
  ['a table', run('create table more (bytes blob)'), 'table more is not of Godown'],
  ['a column', run("alter table lot add column more text default 'x'"), 'table lot was changed'],
  ['an index that was dropped', run('drop index app_user_email'), 'index app_user_email is missing'],
  [
    'an index that is unique no longer',
    run(`drop index app_user_email; create index app_user_email on app_user (email_key) where deleted_at is null`),
    'index app_user_email was changed',
  ],
  [
    'a constraint that says more',
    editSchema('app_user', "'manager'", "'manager', 'owner'"),
    'table app_user was changed',
  ],
  ['a text of another space', editSchema('app_user', "('admin'", "(' admin'"), 'table app_user was changed'],
  [
    'a reference that was taken out',
    editSchema('session', 'references app_user (id)', ''),
    'table session was changed',
  ],
  [
    'a table of words that is another',
    editSchema('supplier_words', 'trigram', 'porter'),
    'table supplier_words was changed',
  ],
  [
    'statistics that are none',
    run(
      `analyze; pragma writable_schema = on; update sqlite_schema set sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat,x)' where name = 'sqlite_stat1'`,
    ),
    'table sqlite_stat1 is not of Godown',
  ],
  ['no migrations', run('delete from kysely_migration'), 'table kysely_migration is missing or empty'],
])('%s', async (_, change, fault) => {
  const said = await refusal(change);
  expect(said).toMatch(/^DamagedBackupError: godown-.*\.db has another schema than the one that Godown makes: /);
  expect(said).toContain(fault);
});

test('names at most three of what differs, and counts the others', async () => {
  expect(await refusal(run('create table a (x); create table b (x); create table c (x); create table d (x)'))).toMatch(
    /: table a is not of Godown; table b is not of Godown; table c is not of Godown; and 1 more\.$/,
  );
});

test('a trigger of an old backup does not run when its missing migrations do', async () => {
  const fixture = gunzipSync(readFileSync(join(import.meta.dirname, '../../core/db/fixtures/016.db.gz')));
  const trigger = `create trigger ran before insert on kysely_migration begin select raise(abort, 'it ran'); end`;
  expect(await refusal(run(trigger), fixture)).toMatch(/trigger ran is not of Godown/);
  expect(await refusal(run('drop trigger audit_event_no_delete'), fixture)).toMatch(/audit_event_no_delete is missing/);
  expect(await refusal(() => undefined, fixture)).toBeUndefined();
});

test('what is the same is taken: laid out otherwise, with statistics, vacuumed', async () => {
  expect(await refusal(editSchema('lot_no_delete', /\n +/g, '\n  '))).toBeUndefined();
  expect(await refusal(editSchema('app_user', /\n +/g, ' '))).toBeUndefined();
  expect(await refusal(run('analyze; vacuum'))).toBeUndefined();
});

/** Changes the history with its guards off; they are put back after it. */
function withoutGuards(text: string) {
  return (database: Sqlite.Database) => {
    const guards = database
      .prepare<[], { name: string; sql: string }>(
        `select name, sql from sqlite_schema where type = 'trigger' and name like 'audit_event_no_%'`,
      )
      .all();
    expect(guards).toHaveLength(3);
    for (const { name } of guards) database.exec(`drop trigger ${name}`);
    database.exec(text);
    for (const { sql } of guards) database.exec(sql);
  };
}

const cutToFive = 'delete from audit_event where id > 5;';
const forgetSequence = `update sqlite_sequence set seq = 5 where name = 'audit_event';`;
const countAgain = `
  delete from activity_total;
  insert into activity_total (person, resource, writer, records)
  select coalesce(user_id, 0), resource, 0, count(*) from audit_event group by 1, 2;`;

test.each([
  ['cut to the first five', cutToFive, /events 1 to \d+ should be there, and 5 are/],
  ['cut to the last five', 'delete from audit_event where id <= (select max(id) - 5 from audit_event)', /, and 5 are/],
  ['one taken out', 'delete from audit_event where id = 4', /events 1 to \d+ should be there/],
  ['cut, and their number forgotten', cutToFive + forgetSequence, /should have \d+ events, and has \d/],
  ['of another person', 'update audit_event set user_id = null where id = 3', /person 0 should have/],
  [
    'cut, forgotten and counted again',
    cutToFive + forgetSequence + countAgain,
    /stock was moved at \d{4}-.* without an event/,
  ],
])('a history %s', async (_, text, fault) => {
  const said = await refusal(withoutGuards(text));
  expect(said).toMatch(/^DamagedBackupError: .* doesn't hold together: the history lacks events/);
  expect(said).toMatch(fault);
});

test('a whole history is taken after it was touched by nobody', async () => {
  expect(await refusal(withoutGuards('select 1'))).toBeUndefined();
});
