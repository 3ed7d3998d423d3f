/** Slow reads don't block other requests (docs/decisions/037); for long ones see db/sqlite/longReads.test.ts. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addSupplier } from '#test/factories.ts';
import type { Store } from './connect.ts';

const app = await buildTestApp();
const admin = await app.as('admin');

/** A read of about a second. */
async function readForLong({ searches }: Store): Promise<number | undefined> {
  const { rows } = await sql<{ steps: number }>`
    with recursive step(n) as (select 1 union all select n + 1 from step where n < 2000000)
    select count(*) as steps from step`.execute(searches);
  return rows[0]?.steps;
}

test('lists and records are read and written during a long read', async () => {
  let isOver = false;
  const long = readForLong(app.store).finally(() => (isOver = true));
  const id = await addSupplier(admin, { name: 'Green Valley' });
  expect((await admin('GET', '/suppliers?page=1')).json).toHaveLength(1);
  expect((await admin('GET', `/suppliers/${id}`)).status).toBe(200);
  expect(isOver).toBe(false);
  expect(await long).toBe(2_000_000);
});

test('a search waits for a long read on SQLite alone, and finds records written meanwhile', async () => {
  const ends: string[] = [];
  const long = readForLong(app.store).finally(() => ends.push('long'));
  const search = admin('GET', '/suppliers?page=1&search=ri').finally(() => ends.push('search'));
  await addSupplier(admin, { name: 'River Farm' });
  expect((await admin('GET', '/suppliers?page=1&search=ri')).json).toMatchObject([{ name: 'River Farm' }]);
  expect((await search).status).toBe(200);
  await long;
  expect(ends).toEqual(app.store.engine === 'sqlite' ? ['long', 'search'] : ['search', 'long']);
});

test('an error of the engine in a search keeps its code, and the next search is answered', async () => {
  const { searches, engine } = app.store;
  const failed = sql`select * from nothing_of_the_kind`.execute(searches);
  await expect(failed).rejects.toMatchObject({ code: engine === 'sqlite' ? 'SQLITE_ERROR' : '42P01' });
  expect((await admin('GET', '/suppliers?page=1&search=ri')).json).toHaveLength(1);
});
