/** Changes of a backup by an attacker who seals it again: its checksum fits, its schema or its history does not. */
import Sqlite from 'better-sqlite3';
import { appendSeal, extractDatabase } from '#server/office/backups/seal.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';

type Tampering = (database: Sqlite.Database, random: SeededRandom) => string;

const columnOf = (database: Sqlite.Database, query: string) => database.prepare<[], string>(query).pluck().all();

function triggersOf(database: Sqlite.Database, pattern: string): { name: string; sql: string }[] {
  return database
    .prepare<[string], { name: string; sql: string }>(
      `select name, sql from sqlite_schema where type = 'trigger' and name like ?`,
    )
    .all(pattern);
}

const ordinaryTable = `
  select name from pragma_table_list
  where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'`;

/** Changes a backup, and returns the words of the refusal that names the change. */
export const tamperings: readonly Tampering[] = [
  function dropTrigger(database, random) {
    const { name } = random.pick(triggersOf(database, '%'));
    database.exec(`drop trigger ${name}`);
    return `trigger ${name} is missing`;
  },
  function dropIndex(database, random) {
    const name = random.pick(
      columnOf(database, `select name from sqlite_schema where type = 'index' and sql is not null`),
    );
    database.exec(`drop index "${name}"`);
    return `index ${name} is missing`;
  },
  function addTrigger(database, random) {
    const table = random.pick(columnOf(database, ordinaryTable));
    const event = random.pick(['insert', 'update', 'delete']);
    database.exec(`create trigger brought after ${event} on "${table}" begin delete from session; end`);
    return 'trigger brought is not of Godown';
  },
  function replaceTrigger(database, random) {
    const { name, sql } = random.pick(triggersOf(database, '%_no_%'));
    database.exec(`drop trigger ${name}; ${sql.replace(/begin[^]*end/, 'begin select 1; end')}`);
    return `trigger ${name} was changed`;
  },
  function addColumn(database, random) {
    const table = random.pick(columnOf(database, ordinaryTable));
    database.exec(`alter table "${table}" add column brought text`);
    return `table ${table} was changed`;
  },
  function addView(database) {
    database.exec('create view brought as select * from app_user');
    return 'view brought is not of Godown';
  },
  function cutHistory(database, random) {
    const guards = triggersOf(database, 'audit_event_no_%');
    for (const { name } of guards) database.exec(`drop trigger ${name}`);
    const events = Number(database.prepare('select count(*) from audit_event').pluck().get());
    const [first, last] = [random.whole(1, events), random.whole(1, events)];
    database.exec(`delete from audit_event where id between ${Math.min(first, last)} and ${Math.max(first, last)}`);
    for (const { sql } of guards) database.exec(sql);
    return 'the history lacks events';
  },
];

/** Writes a tampered copy of a backup to `copy`, sealed; returns the words that its refusal must have. */
export async function tamper(
  backup: string,
  copy: string,
  tampering: Tampering,
  random: SeededRandom,
): Promise<string> {
  const { madeAt, reason } = await extractDatabase(backup, copy, undefined);
  const database = new Sqlite(copy);
  const words = tampering(database, random);
  database.close();
  await appendSeal(copy, { madeAt, reason }, undefined);
  return words;
}
