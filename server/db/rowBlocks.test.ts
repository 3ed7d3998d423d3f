/** The totals that triggers keep, and far pages found by them, against counting and skipping. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { dialects } from './migrations/dialect.ts';
import { smallerBlocks } from './migrations/009-smaller-blocks.ts';

const { store, as } = await buildTestApp();
const { db } = store;
const admin = await as('admin');
const ROWS = 70_000;

async function addCategories(from: number, to: number): Promise<void> {
  await sql`
    insert into category (name, description, status, created_at, updated_at)
    with recursive numbers (n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)})
    select 'Category ' || n, '', 1, '2026-11-20T06:30:00.000Z', '2026-11-20T06:30:00.000Z' from numbers`.execute(db);
}

async function page(number: number, query = ''): Promise<{ ids: number[]; total: number }> {
  const answer = await admin('GET', `/Categories?page=${number}&pageSize=100${query}`);
  const ids = answer.json.map((row: { categoryId: number }) => row.categoryId);
  return { ids, total: Number(answer.headers['x-total-count']) };
}

async function pageByCounting(number: number, order: 'asc' | 'desc'): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ id: number }>`
    select id from category where deleted_at is null
    order by id ${sql.raw(order)} limit 100 offset ${(number - 1) * 100}`.execute(db);
  const counted = await sql<{ n: number }>`select count(*) as n from category where deleted_at is null`.execute(db);
  return { ids: rows.map((row) => row.id), total: counted.rows[0]?.n ?? 0 };
}

const pages = [1, 2, 3, 4, 300, 655, 656, 657, 690, 700, 701, 5000];

async function expectRightPages(): Promise<void> {
  for (const number of pages) {
    expect(await page(number), `page ${number}`).toEqual(await pageByCounting(number, 'desc'));
    const rising = '&sort=categoryId&order=asc';
    expect(await page(number, rising), `page ${number} rising`).toEqual(await pageByCounting(number, 'asc'));
  }
}

describe('a list of seventy thousand', () => {
  test('answers every page and its total as counting would', async () => {
    await addCategories(1, ROWS);
    await expectRightPages();
    expect((await page(1)).total).toBe(ROWS);
  });

  test('goes on to do so while records are deleted, come back, and are added', async () => {
    const at = '2026-11-20T07:00:00.000Z';
    // Whole blocks, the edges of blocks, and every third of the rest.
    await sql`
      update category set deleted_at = ${at} where id between 300 and 900 or id % 3 = 0 or id in (256, 511, 65535, 65536)`.execute(
      db,
    );
    await sql`update category set deleted_at = null where id between 500 and 520`.execute(db);
    await sql`delete from category where id between 40000 and 40300`.execute(db);
    await addCategories(ROWS + 1, ROWS + 300);
    await admin('DELETE', `/Categories/${(await page(1)).ids[0]}`);
    await expectRightPages();
  });

  test('counts each row once where another version had counted them before', async () => {
    await sql`update row_block set size = 256 where counted = 'category' and size = 64`.execute(db);
    await db.transaction().execute(async (trx) => await smallerBlocks(trx, dialects[store.engine]));
    await addCategories(ROWS + 301, ROWS + 400);
    await expectRightPages();
  });

  test('knows its total in any other order, too', async () => {
    const { total } = await pageByCounting(1, 'asc');
    expect(await page(650, '&sort=name')).toMatchObject({ total });
  });
});
