/** Stored statements depend on requests: their number has a bound on each engine. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '#test/buildTestApp.ts';
import { listReader } from '../lists/listing.ts';
import { executeKeyed } from './statements.ts';

/** A connection is replaced when it is returned after so many; the statements of one request come on top. */
const MAX_PREPARED = 400;
const OF_A_REQUEST = 50;

const app = await buildTestApp();

/** How many statements each connection of PostgreSQL has prepared, the most first. */
async function preparedOf({ store: { pool } }: TestApp): Promise<number[]> {
  if (!pool) return [];
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const counts = clients.map(async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*) as count from pg_prepared_statements');
    client.release();
    return rows[0]?.count ?? 0;
  });
  return (await Promise.all(counts)).sort((a, b) => b - a);
}

test('a list stores the statements of the combinations of filters that were read last', async () => {
  let built = 0;
  const names = Array.from({ length: 9 }, (_, index) => `filter ${index}`);
  const narrowing = (equalsParam: RawBuilder<unknown>) => {
    built += 1;
    return sql<SqlBool>`1 ${equalsParam}`;
  };
  const reader = listReader(app.store, {
    columns: sql<{ id: number }>`id`,
    from: sql`category`,
    where: sql`deleted_at is null`,
    filters: Object.fromEntries(names.map((name) => [name, narrowing])),
    sort: { id: sql`id` },
    defaultSort: { by: 'id', order: 'asc' },
    id: sql`id`,
  });
  const read = async (nth: number) => {
    const asked = names.filter((_, index) => (nth >> index) % 2 === 1).map((name) => [name, 1] as const);
    built = 0;
    await reader.page(Object.fromEntries(asked));
    return built;
  };
  for (let nth = 1; nth < 512; nth += 1) expect(await read(nth)).toBeGreaterThan(0);
  expect(await read(511)).toBe(0);
  expect(await read(1)).toBe(1);
  for (const count of await preparedOf(app)) expect(count).toBeLessThan(MAX_PREPARED + OF_A_REQUEST);
});

test('of statements over several rows the longest unused are forgotten, and their connections replaced', async () => {
  let built = 0;
  const execute = async (nth: number) => {
    const { rows } = await executeKeyed(app.store.db, `bound ${nth}`, [nth], () => {
      built += 1;
      return sql`select ${sql.raw(String(nth))} as nth where cast(${nth} as bigint) >= 0`;
    });
    expect(rows).toEqual([{ nth }]);
  };
  for (let nth = 0; nth <= 2000; nth += 1) await execute(nth);
  expect(built).toBe(2001);
  await execute(2000);
  expect(built).toBe(2001);
  await execute(0);
  expect(built).toBe(2002);
  for (const count of await preparedOf(app)) expect(count).toBeLessThan(MAX_PREPARED + OF_A_REQUEST);
});
