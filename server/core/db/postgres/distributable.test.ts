/** Neither the triggers and functions of a database nor the statements of migrations from 066 on have a form that Citus refuses. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databaseOfTest } from '#test/buildTestApp.ts';
import { findUndistributable } from '#test/distribution.ts';
import type { Store } from '../connect.ts';
import { up as separateGuards } from '../migrations/066-separate-guards.ts';
import { dialects, type MigrationSteps } from '../migrations/dialect.ts';

const folder = path.join(import.meta.dirname, '../migrations');
const migrations = readdirSync(folder).filter((name) => /^\d{3}-[\w-]+\.ts$/.test(name) && name >= '066');

/** Collects the statements of a migration without executing them; its reads get no rows. */
async function statementsOf(file: string): Promise<string[]> {
  const { up }: { up: MigrationSteps } = await import(pathToFileURL(path.join(folder, file)).href);
  const statements: string[] = [];
  const db = new Kysely<object>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (read) => new PostgresIntrospector(read),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      statements.push(query.sql);
    },
  });
  await up(db, dialects.postgres);
  return statements;
}

describe('a statement that Citus refuses', () => {
  const refused = {
    'a trigger for truncate and delete': `create trigger lot_no_delete before delete or truncate on lot
      for each statement execute function refuse()`,
    'a replaced trigger for truncate': `create or replace trigger "x" before truncate or update on "x"
      for each statement execute function refuse()`,
    'an insert of what is selected from the new rows': `create or replace function count_lots() returns trigger language plpgsql as
      $body$ begin insert into row_count select 'lot', 0, count(*) from after; return null; end $body$`,
    'an update from the old rows': `create function use() returns trigger language plpgsql as
      $body$ begin update crate set used = u.day from (select crate_id, day from before) as u where id = u.crate_id; end $body$`,
    'a subquery in RETURNING':
      'insert into a (b) values (1) returning id, (select name from c where c.id = a.b) as name',
    'an extension': 'create extension if not exists pg_trgm',
    'a named schema': 'drop index public.lot_words',
    'the indexes of all schemas': `select indexname from pg_indexes where indexname like '%_words'`,
  };

  test.each(Object.entries(refused))('%s is reported', (_, statement) => {
    expect(findUndistributable(statement)).toHaveLength(1);
  });

  test.each(migrations)('%s is not reported', async (file) => {
    const statements = await statementsOf(file);
    expect(statements).not.toEqual([]);
    expect(statements.flatMap(findUndistributable)).toEqual([]);
  });

  test('is in no trigger and no function of a database', async () => {
    const { store } = await databaseOfTest();
    const { rows } = await sql<{ definition: string }>`
      select pg_get_triggerdef(t.oid) as definition from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not tgisinternal and c.relnamespace = current_schema()::regnamespace
      union all
      select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = current_schema()::regnamespace and l.lanname in ('plpgsql', 'sql')`.execute(store.db);
    expect(rows.length).toBeGreaterThan(100);
    // PostgreSQL writes the schema into printed definitions.
    const definitions = rows.map(({ definition }) => definition.replaceAll('public.', ''));
    expect(definitions.flatMap(findUndistributable)).toEqual([]);
  });
});

/** Guarded tables, with the operations that each refuses. */
const guarded = {
  item: ['delete', 'truncate'],
  lot: ['delete', 'truncate'],
  movement: ['update', 'delete', 'truncate'],
  audit_event: ['update', 'delete', 'truncate'],
  signing_key: ['delete', 'truncate'],
};

async function guardsOf({ db }: Store): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ table: string; trigger: string }>`
    select c.relname as "table", t.tgname as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and t.tgname like '%\\_no\\_%'`.execute(db);
  const found = Map.groupBy(rows, ({ table }) => table);
  return Object.fromEntries(
    [...found].map(([table, triggers]) => [table, triggers.map(({ trigger }) => trigger).sort()]),
  );
}

describe('guards of the ledger and the history', () => {
  test('each refuses its action, as statements of the owner too', async () => {
    const { store } = await databaseOfTest();
    for (const [table, actions] of Object.entries(guarded)) {
      const name = sql.table(table);
      const statements = {
        update: sql`update ${name} set id = id`,
        delete: sql`delete from ${name}`,
        truncate: sql`truncate ${name} cascade`,
      };
      for (const [action, statement] of Object.entries(statements).filter(([each]) => actions.includes(each))) {
        await expect(statement.execute(store.db), `${action} of ${table}`).rejects.toThrow(/append-only|never deleted/);
      }
    }
  });

  test('those of a database of the previous version are replaced', async () => {
    const { store } = await databaseOfTest();
    const expected = await guardsOf(store);
    const old = {
      movement: 'movement_no_change before update or delete or truncate',
      audit_event: 'audit_event_no_change before update or delete or truncate',
      item: 'item_no_delete before delete or truncate',
      lot: 'lot_no_delete before delete or truncate',
      signing_key: 'signing_key_no_delete before delete or truncate',
    };
    for (const [table, actions] of Object.entries(guarded)) {
      for (const action of actions) await sql.raw(`drop trigger ${table}_no_${action} on ${table}`).execute(store.db);
    }
    for (const [table, trigger] of Object.entries(old)) {
      const refuse = /change/.test(trigger) ? `${table}_append_only` : `${table}_never_deleted`;
      await sql
        .raw(`create trigger ${trigger} on ${table} for each statement execute function ${refuse}()`)
        .execute(store.db);
    }
    expect(await guardsOf(store)).not.toEqual(expected);
    await separateGuards(store.db, dialects.postgres);
    expect(await guardsOf(store)).toEqual(expected);
    expect(expected).toEqual(
      Object.fromEntries(
        Object.entries(guarded).map(([table, actions]) => [
          table,
          actions.map((action) => `${table}_no_${action}`).sort(),
        ]),
      ),
    );
  });
});
