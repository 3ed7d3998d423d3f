import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makePlace, openPlace } from '#test/buildTestApp.ts';
import { place, prepared } from './prepared.ts';
import { StatementNames } from './statementNames.ts';

test('a statement has a name from its third time on, always the same and no other statement’s', () => {
  const names = new StatementNames();
  const asked = (text: string) => [1, 2, 3, 4].map(() => names.nameOf(text));
  const first = asked('select 1');
  expect(first).toEqual([undefined, undefined, expect.any(String), first[2]]);
  expect(asked('select 2')[3]).not.toBe(first[3]);
  expect(names.nameOf('select 1')).toBe(first[3]);
});

test('there are never more than 300 names, and none for what is asked once', () => {
  const names = new StatementNames();
  for (let each = 0; each < 5000; each += 1) expect(names.nameOf(`once ${each}`)).toBe(undefined);
  const given = new Set<string>();
  for (let each = 0; each < 400; each += 1) {
    for (let times = 0; times < 3; times += 1) given.add(names.nameOf(`often ${each}`) ?? '');
  }
  expect(given.size - 1).toBe(300);
});

if (process.env['TEST_ENGINE'] === 'postgres') {
  test('PostgreSQL keeps it prepared, and a transaction that it gave up is told as failed', async () => {
    const own = await makePlace();
    const { db } = await openPlace(own);
    const doubled = prepared<{ twice: number }>(() => sql`select ${place('value')}::bigint * 2 as twice`);
    await db.connection().execute(async (connection) => {
      for (const value of [1, 2, 3, 4]) expect(await doubled(connection, { value })).toEqual([{ twice: value * 2 }]);
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where name like 'godown%' and statement like '%twice'`.execute(
        connection,
      );
      expect(rows).toEqual([{ statement: 'select $1::bigint * 2 as twice' }]);
    });
    const failing = db.transaction().execute(async (trx) => {
      await sql`select ${'no number'}::bigint`
        .execute(trx)
        .catch((error: unknown) => expect(error).toBeInstanceOf(Error));
    });
    await expect(failing).rejects.toThrow();
    await db.destroy();
    await own.remove();
  });
}
