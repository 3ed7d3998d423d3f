/** Every searchable list sends the total number of matches, also when sent whole (design §3). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { TOTAL_COUNT_HEADER } from '#contract/lists.ts';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  for (const name of ['Amla admin', 'Neem admin', 'Tulsi']) {
    const fields = { name, phone: '9811111112', status: 1, categoryId: 1, price: 1, unit: 'jar' };
    for (const path of ['/buyers', '/Categories', '/products']) await admin('POST', path, fields);
    const material = await addMaterial(admin, { name });
    await addInward(admin, await addSupplier(admin, { name }), [[material, 5]]);
    const productionDate = name === 'Tulsi' ? '2026-11-11' : '2026-11-12';
    await addProduction(admin, material, 1, { productionDate });
    await admin('POST', '/goods', { productId: 1, batchNumber: name, quantity: 1 });
  }
});

/** The number of rows of an answer, and its total count. */
async function counted(address: string): Promise<[rows: number, total: unknown]> {
  const { status, json, text, headers } = await admin('GET', address);
  expect(status, `${address}: ${text}`).toBe(200);
  return [json.length, headers[TOTAL_COUNT_HEADER]];
}

test('whole as by pages; the bare list says nothing', async () => {
  const searched = app.endpoints.filter(({ query }) => query instanceof z.ZodObject && 'search' in query.shape);
  expect(searched.length).toBeGreaterThan(12);
  for (const { path } of searched) {
    const [found, total] = await counted(`${path}?search=ADMIN`);
    expect(found, path).toBeGreaterThan(0);
    expect(total, path).toBe(String(found));
    expect(await counted(`${path}?search=admin&page=2&pageSize=200`), path).toEqual([0, total]);
    expect(await counted(`${path}?search=nothing has this`), path).toEqual([0, '0']);
    const [all, none] = await counted(path);
    expect(none, path).toBeUndefined();
    for (const narrowed of ['search=%20', 'order=asc']) {
      expect(await counted(`${path}?${narrowed}`), `${path}?${narrowed}`).toEqual([all, String(all)]);
    }
  }
});

test('also where they are sent in several batches', async () => {
  const names = Array.from(
    { length: 260 },
    (_, index) => sql`(${`Many ${index}`}, '', 1, ${sql.lit('2026-11-20')}, ${sql.lit('2026-11-20')})`,
  );
  await sql`insert into category (name, description, status, created_at, updated_at) values ${sql.join(names)}`.execute(
    app.store.db,
  );
  expect(await counted('/Categories?search=many')).toEqual([260, '260']);
  expect(await counted('/Categories?sort=name')).toEqual([263, '263']);
  expect((await counted('/Categories'))[1]).toBeUndefined();
});
