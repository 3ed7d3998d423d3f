/**
 * The schema of a backup against that of an empty database of its version: tables, columns, constraints, triggers, indexes
 * and views must be the same, since a trigger of a backup would run in the server, and a missing one guards nothing.
 */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { databaseFile, openStore } from '../../core/db/connect.ts';
import { migratorOf, newerVersion } from '../../core/db/migrate.ts';
import { DamagedBackupError } from './seal.ts';

interface SchemaObject {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

const MIGRATIONS = 'kysely_migration';
const MAX_REPORTED_FAULTS = 3;

/** Tables of SQLite's `analyze`, which an operator may have run. */
const statistics = new Map([
  ['sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
]);

/** Without line breaks and indents, which differ where a migration was laid out anew; quoted texts and comments stay. */
function normalized(statement: string | null): string {
  const part = /('(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*\n?)|\s+/g;
  return (statement ?? '').replace(part, (_, literal: string | undefined) => literal ?? ' ');
}

const keyOf = ({ type, name }: SchemaObject) => `${type} ${name}`;
const contentOf = ({ tbl_name: table, sql }: SchemaObject) => `${table}: ${normalized(sql)}`;

/** Reads a database without running anything of it. */
function read(database: string): { objects: SchemaObject[]; migrations: string[] } {
  const file = new Sqlite(database, { readonly: true, fileMustExist: true });
  try {
    file.pragma('trusted_schema = OFF');
    const objects = file
      .prepare<[], SchemaObject>('select type, name, tbl_name, sql from sqlite_schema')
      .all()
      .filter(({ name, sql }) => sql === null || statistics.get(name) !== sql);
    // A view of this name could read for ever.
    const hasMigrations = objects.some(({ type, name }) => type === 'table' && name === MIGRATIONS);
    const migrations = hasMigrations
      ? file.prepare<[], string>(`select name from ${MIGRATIONS} order by name`).pluck().all()
      : [];
    return { objects, migrations };
  } finally {
    file.close();
  }
}

/** Makes an empty database of the version that the migrations stand for. Throws a StartError for a newer one. */
async function readExpected(migrations: readonly string[], folder: string): Promise<SchemaObject[]> {
  const store = openStore({ dataDir: folder, databaseUrl: undefined }, () => undefined);
  try {
    const migrator = migratorOf(store);
    const known = new Set((await migrator.getMigrations()).map(({ name }) => name));
    const unknown = migrations.find((name) => !known.has(name));
    if (unknown !== undefined) throw newerVersion(`it has ${unknown}`);
    const last = migrations.at(-1);
    if (last === undefined) return [];
    const { error } = await migrator.migrateTo(last);
    if (error !== undefined) throw error;
  } finally {
    await store.db.destroy();
  }
  return read(databaseFile({ dataDir: folder })).objects;
}

function differences(actual: readonly SchemaObject[], expected: readonly SchemaObject[]): string[] {
  const left = new Map(expected.map((each) => [keyOf(each), contentOf(each)]));
  const faults: string[] = [];
  for (const each of actual) {
    const key = keyOf(each);
    const content = left.get(key);
    if (content === undefined) faults.push(`${key} is not of Godown`);
    else if (content !== contentOf(each)) faults.push(`${key} was changed`);
    left.delete(key);
  }
  for (const key of left.keys()) faults.push(`${key} is missing`);
  return faults;
}

/**
 * Checks the schema of the database of a backup, before anything writes to it; `folder` has room for a second database.
 * Throws a DamagedBackupError with the names of the differences, a StartError for a backup of a newer version.
 */
export async function refuseOtherSchema(database: string, name: string, folder: string): Promise<void> {
  const { objects, migrations } = read(database);
  const faults = differences(objects, await readExpected(migrations, join(folder, 'expected')));
  if (migrations.length === 0) faults.unshift(`table ${MIGRATIONS} is missing or empty`);
  if (faults.length === 0) return;
  const more = faults.length > MAX_REPORTED_FAULTS ? `; and ${faults.length - MAX_REPORTED_FAULTS} more` : '';
  throw new DamagedBackupError(
    `${name} has another schema than the one that Godown makes: ${faults.slice(0, MAX_REPORTED_FAULTS).join('; ')}${more}.`,
  );
}
