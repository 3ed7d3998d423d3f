/** Merging two records of a master, and undoing it (decision 128). */
import { sql } from 'kysely';
import { mergedReferences } from './mergedReferences.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';
import {
  addInward,
  addMaterial,
  addProduct,
  addProduction,
  addRecipe,
  addSupplier,
  certificateFields,
  dispatchFields,
  stockOf,
} from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { must } = worldOf(admin);
verifyAfterEach(app);
const manager = await app.as('manager');
const material = await addMaterial(admin);

let kept: number;
let merged: number;

const recordOf = async (id: number) => (await admin('GET', `/suppliers/${id}`)).json;
const supplierOf = async (inwardId: number) => (await admin('GET', `/inward/${inwardId}`)).json.supplierId;

/** The body that keeps the fields of the kept supplier, but for `over`. */
async function body(over: object = {}) {
  const { updatedAt } = await recordOf(merged);
  return { ...(await recordOf(kept)), mergedId: merged, mergedUpdatedAt: updatedAt, ...over };
}
const merge = async (over: object = {}, call: Caller = admin) =>
  await call('POST', `/suppliers/${kept}/merge`, await body(over));

beforeEach(async () => {
  kept = await addSupplier(admin, { name: 'Wayanad Hills Spices', phone: '9447032040' });
  merged = await addSupplier(admin, { name: 'Wayanad Hills Spices Prod.', phone: '9447032041' });
});

describe('a merge of suppliers', () => {
  test('moves whatever refers to the merged one, and keeps the chosen fields', async () => {
    const { inwardId, invoiceNumber } = await addInward(admin, merged, [[material, 5]]);
    await addInward(admin, kept, [[material, 2]], { invoiceNumber: invoiceNumber.toLowerCase() });
    const certificate = await must(201, 'POST', '/certificates', certificateFields(merged));
    const preview = await admin('GET', `/suppliers/${kept}/merge?mergedId=${merged}`);
    expect(preview.json).toMatchObject({
      moves: [
        { kind: 'inward', moved: 1, afterwards: 2 },
        { kind: 'certificates', moved: 1, afterwards: 1 },
      ],
      sameInvoices: [{ mergedDocumentId: inwardId }],
    });
    const answer = await merge({ phone: '9447032041' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.message).toBe('Supplier Wayanad Hills Spices Prod. merged into Wayanad Hills Spices.');
    expect(await recordOf(kept)).toMatchObject({ name: 'Wayanad Hills Spices', phone: '9447032041' });
    expect((await admin('GET', `/suppliers/${merged}`)).status).toBe(404);
    expect(await supplierOf(inwardId)).toBe(kept);
    expect((await admin('GET', `/certificates?supplierId=${kept}`)).json).toMatchObject([
      { certificateId: certificate.certificateId },
    ]);
    const [event] = (await admin('GET', `/history/inward/${inwardId}`)).json;
    expect(event.changes).toMatchObject([
      { label: 'Supplier', before: 'Wayanad Hills Spices Prod.', after: 'Wayanad Hills Spices' },
    ]);
    const events: { action: string; changes: Record<string, string>[] }[] = (
      await admin('GET', `/history/suppliers/${kept}`)
    ).json;
    expect(events.slice(0, 2)).toMatchObject([
      { action: 'merge', changes: [{ label: 'Merged with', after: `Wayanad Hills Spices Prod. (ID ${merged})` }] },
      { action: 'update', changes: [{ label: 'Phone', after: '9447032041' }] },
    ]);
  });

  test('is undone: the merged one is there again with what was its own, and fields changed since stay', async () => {
    const { inwardId } = await addInward(admin, merged, [[material, 5]]);
    const own = await addInward(admin, kept, [[material, 1]]);
    const { mergeId } = (await merge({ phone: '9447032041', email: 'a@hills.example' })).json;
    await admin('PUT', `/suppliers/${kept}`, { ...(await recordOf(kept)), email: 'b@hills.example' });
    const listed = await admin('GET', `/suppliers/${kept}/merges`);
    expect(listed.json).toMatchObject([{ mergeId, mergedId: merged, refusal: null }]);
    const restored = await admin('POST', `/suppliers/${merged}/restore`);
    expect([restored.status, restored.json.message]).toEqual([
      409,
      'It was merged into Wayanad Hills Spices. Undo that merge there instead.',
    ]);
    const undone = await admin('POST', `/merges/${mergeId}/undo`);
    expect(undone.status, undone.text).toBe(200);
    expect(await supplierOf(inwardId)).toBe(merged);
    expect(await supplierOf(own.inwardId)).toBe(kept);
    expect(await recordOf(kept)).toMatchObject({ phone: '9447032040', email: 'b@hills.example' });
    expect(await recordOf(merged)).toMatchObject({ phone: '9447032041' });
    expect((await admin('GET', `/suppliers/${kept}/merges`)).json).toEqual([]);
    const again = await admin('POST', `/merges/${mergeId}/undo`);
    expect([again.status, again.json.message]).toEqual([409, 'This merge is undone already.']);
  });

  test('stays once something new refers to the kept one, or a moved record to another', async () => {
    const { inwardId, invoiceNumber } = await addInward(admin, merged, [[material, 5]]);
    const { mergeId } = (await merge()).json;
    const refusal = async () => (await admin('GET', `/suppliers/${kept}/merges`)).json[0].refusal;
    const other = await addSupplier(admin);
    const { json: moved } = await admin('GET', `/inward/${inwardId}`);
    const change = async (supplierId: number) => {
      const changed = await admin('PUT', `/inward/${inwardId}`, { ...moved, updatedAt: '', supplierId, invoiceNumber });
      expect(changed.status, changed.text).toBe(200);
    };
    await change(other);
    expect(await refusal()).toBe(`Inward ${inwardId}, which was moved, refers to another record by now.`);
    await change(kept);
    expect(await refusal()).toBeNull();
    const added = await addInward(admin, kept, [[material, 1]]);
    const sentence = `Inward ${added.inwardId} refers to it since, and may mean either of the two: the merge stays.`;
    expect(await refusal()).toBe(sentence);
    const undone = await admin('POST', `/merges/${mergeId}/undo`);
    expect([undone.status, undone.json.message]).toEqual([409, sentence]);
    expect(await supplierOf(inwardId)).toBe(kept);
    await admin('DELETE', `/inward/${added.inwardId}`);
    expect((await admin('POST', `/merges/${mergeId}/undo`)).status).toBe(200);
  });

  test('is refused of a record with itself, of a stale version, and by others than administrators', async () => {
    expect((await merge({ mergedId: kept })).json.errors).toEqual({
      mergedId: ['A record is not merged with itself.'],
    });
    expect((await merge({ name: '' })).json.errors).toEqual({ name: ['Name is required.'] });
    expect((await merge({ mergedUpdatedAt: '2026-01-01T00:00:00.000Z' })).status).toBe(409);
    expect((await merge({ mergedId: 999_999 })).status).toBe(404);
    expect((await merge({}, manager)).status).toBe(403);
    expect((await manager('GET', `/suppliers/${kept}/merge?mergedId=${merged}`)).status).toBe(403);
    expect((await recordOf(merged)).name).toBe('Wayanad Hills Spices Prod.');
  });

  test('moves deleted documents too: they are restored under the kept one', async () => {
    const { inwardId } = await addInward(admin, merged, [[material, 5]]);
    await admin('DELETE', `/inward/${inwardId}`);
    expect((await merge()).status).toBe(200);
    expect((await admin('POST', `/inward/${inwardId}/restore`)).status).toBe(200);
    expect(await supplierOf(inwardId)).toBe(kept);
  });
});

test('a certificate of a merged supplier is withdrawn, and names the lots that rested on it', async () => {
  const certificate = await must(201, 'POST', '/certificates', certificateFields(merged));
  const rawMaterials = [{ rawMaterialId: material, quantity: 5, pricePerUnit: 1, claim: 'organic' }];
  const inward = await addInward(admin, merged, [], { rawMaterials });
  expect((await merge()).status).toBe(200);
  const path = `/certificates/${certificate.certificateId}`;
  const { json: stored } = await admin('GET', path);
  const withdrawn = await must(200, 'PUT', path, { ...stored, withdrawnOn: stored.validFrom });
  expect(withdrawn.uncoveredLots).toMatchObject([{ lotId: inward.rawMaterials[0].lotId }]);
});

test('two buyers are merged with their dispatches, and apart again', async () => {
  const addBuyer = async (name: string) =>
    (await admin('POST', '/buyers', { name, phone: '9811111113', status: 1 })).json;
  const [first, second] = [await addBuyer('Green Basket'), await addBuyer('Green Baskets')];
  const productId = await addProduct(admin);
  const good = { productId, batchNumber: 'GB-1', quantity: 4, status: 'available', manufactureDate: '2026-11-01' };
  const { lotId } = (await admin('POST', '/goods', good)).json;
  const dispatch = dispatchFields(second.buyerId, [{ lotId, quantity: 3 }]);
  const { dispatchId } = (await admin('POST', '/dispatches', dispatch)).json;
  const buyerOf = async () => (await admin('GET', `/dispatches/${dispatchId}`)).json.buyerId;
  const fields = { name: first.name, phone: first.phone, status: 1, mergedId: second.buyerId };
  const answer = await admin('POST', `/buyers/${first.buyerId}/merge`, fields);
  expect(answer.status, answer.text).toBe(200);
  expect(await buyerOf()).toBe(first.buyerId);
  expect((await admin('POST', `/merges/${answer.json.mergeId}/undo`)).status).toBe(200);
  expect(await buyerOf()).toBe(second.buyerId);
  expect((await admin('GET', `/buyers/${second.buyerId}`)).json.name).toBe('Green Baskets');
});

describe('a merge of raw materials or products', () => {
  const lotsOf = async (itemId: number) =>
    (await admin('GET', `/lots?itemId=${itemId}&sort=lotId&order=asc`)).json.map(({ code }: { code: string }) => code);
  const itemIdOf = async (rawMaterialId: number) => (await admin('GET', `/materials/${rawMaterialId}`)).json.itemId;

  test('moves lots with their movements, and gives one whose code is used another one', async () => {
    const name = 'Turmeric Lakadong';
    const [keptId, mergedId] = [
      await addMaterial(admin, { name }),
      await addMaterial(admin, { name: 'Turmaric Lakadong' }),
    ];
    const [keptItem, mergedItem] = [await itemIdOf(keptId), await itemIdOf(mergedId)];
    const line = (rawMaterialId: number, quantity: number) => ({
      rawMaterials: [{ rawMaterialId, quantity, pricePerUnit: 90, code: 'TUR-1' }],
    });
    await addInward(admin, kept, [], line(keptId, 10));
    const { inwardId } = await addInward(admin, kept, [], line(mergedId, 4.5));
    await addProduction(admin, mergedId, 1.5);
    const certificate = certificateFields(kept, { allItems: false, itemIds: [keptItem, mergedItem] });
    const { certificateId } = await must(201, 'POST', '/certificates', certificate);
    const itemsOf = async () => {
      const rows = (await admin('GET', `/certificates?supplierId=${kept}`)).json;
      return rows.find((row: { certificateId: number }) => row.certificateId === certificateId).itemIds;
    };

    const preview = await must(200, 'GET', `/materials/${keptId}/merge?mergedId=${mergedId}`);
    expect(preview).toMatchObject({
      refusal: null,
      renamed: [{ code: 'TUR-1', becomes: `TUR-1-${mergedItem}` }],
      moves: [
        { kind: 'inward', moved: 1, afterwards: 2 },
        { kind: 'runs', moved: 1, afterwards: 1 },
        { kind: 'lots', moved: 1, afterwards: 2 },
        { kind: 'certificates', moved: 1, afterwards: 2 },
      ],
    });
    const before = await stockOf(admin, keptId);
    const { mergeId } = await must(200, 'POST', `/materials/${keptId}/merge`, { name, unit: 'kg', mergedId });
    expect(before).toEqual([10, 0, 10]);
    expect(await stockOf(admin, keptId)).toEqual([14.5, 1.5, 13]);
    expect(await lotsOf(keptItem)).toEqual(['TUR-1', `TUR-1-${mergedItem}`]);
    expect((await admin('GET', `/inward/${inwardId}`)).json.rawMaterials[0].rawMaterialName).toBe(name);
    expect(await itemsOf()).toEqual([keptItem]);

    await must(200, 'POST', `/merges/${mergeId}/undo`);
    expect(await stockOf(admin, keptId)).toEqual([10, 0, 10]);
    expect(await stockOf(admin, mergedId)).toEqual([4.5, 1.5, 3]);
    expect([await lotsOf(keptItem), await lotsOf(mergedItem)]).toEqual([['TUR-1'], ['TUR-1']]);
    expect(await itemsOf()).toEqual([keptItem, mergedItem]);
  });

  test('stays once a run has consumed the kept one since', async () => {
    const [keptId, mergedId] = [await addMaterial(admin), await addMaterial(admin)];
    await addInward(admin, kept, [[mergedId, 5]]);
    const { name } = (await admin('GET', `/materials/${keptId}`)).json;
    const { mergeId } = await must(200, 'POST', `/materials/${keptId}/merge`, { name, unit: 'kg', mergedId });
    await addProduction(admin, keptId, 2);
    const undone = await admin('POST', `/merges/${mergeId}/undo`);
    expect(undone.json.message).toMatch(/^Production run \d+ refers to it since,/);
  });

  test('is refused of two units, and of a product that is an ingredient of the other', async () => {
    const [kilograms, pieces] = [await addMaterial(admin), await addMaterial(admin, { unit: 'pcs' })];
    const fields = { name: 'Lids', unit: 'kg', mergedId: pieces };
    const refused = await must(409, 'POST', `/materials/${kilograms}/merge`, fields);
    expect(refused.message).toBe("One is counted in kg, the other in pcs: their quantities can't be added.");
    const [powder, blend] = [await addProduct(admin), await addProduct(admin)];
    await must(201, 'POST', '/recipes', {
      productId: blend,
      outputQuantity: 10,
      lines: [{ productId: powder, quantity: 2 }],
    });
    const { name, price, categoryId, unit } = (await admin('GET', `/products/${blend}`)).json;
    const sent = { name, price, categoryId, unit, mergedId: powder };
    const ingredient = await must(409, 'POST', `/products/${blend}/merge`, sent);
    expect(ingredient.message).toBe('One of them is an ingredient in a recipe of the other.');
  });

  test('is refused of two weights of one unit, and the preview says so', async () => {
    const { describeItem } = worldOf(admin);
    const jar = async (gramsPerUnit: number | null) => {
      const productId = await addProduct(admin, { unit: 'jar' });
      await describeItem({ productId }, { gramsPerUnit });
      return productId;
    };
    const [wide, narrow, same, unknown] = [await jar(250), await jar(200.5), await jar(250), await jar(null)];
    const refusal =
      'A unit of one weighs 250 g, of the other 200.500 g: what was made of one would get the weight of the other.';
    const preview = async (mergedId: number) =>
      (await must(200, 'GET', `/products/${wide}/merge?mergedId=${mergedId}`)).refusal;
    expect([await preview(narrow), await preview(same), await preview(unknown)]).toEqual([refusal, null, null]);
    const { name, price, categoryId, unit } = await must(200, 'GET', `/products/${wide}`);
    const send = async (status: number, mergedId: number) =>
      await must(status, 'POST', `/products/${wide}/merge`, { name, price, categoryId, unit, mergedId });
    expect((await send(409, narrow)).message).toBe(refusal);
    await send(200, same);
    const [bag, sack] = [await addMaterial(admin, { unit: 'bag' }), await addMaterial(admin, { unit: 'bag' })];
    await describeItem({ rawMaterialId: bag }, { gramsPerUnit: 25_000 });
    await describeItem({ rawMaterialId: sack }, { gramsPerUnit: 50_000 });
    const fields = { name: 'Bags', unit: 'bag', mergedId: sack };
    expect((await must(409, 'POST', `/materials/${bag}/merge`, fields)).message).toContain('weighs 25,000 g');
  });

  test('moves batches and recipes of a product', async () => {
    const [keptId, mergedId] = [await addProduct(admin), await addProduct(admin)];
    await addRecipe(admin, mergedId, [[material, 5]]);
    const good = {
      productId: mergedId,
      batchNumber: 'MB-7',
      quantity: 4,
      status: 'available',
      manufactureDate: '2026-11-01',
    };
    const { finishedGoodId } = await must(201, 'POST', '/goods', good);
    const { name, price, categoryId, unit } = (await admin('GET', `/products/${keptId}`)).json;
    const { mergeId } = await must(200, 'POST', `/products/${keptId}/merge`, {
      name,
      price,
      categoryId,
      unit,
      mergedId,
    });
    const productOf = async () => (await admin('GET', `/goods/${finishedGoodId}`)).json.productId;
    expect(await productOf()).toBe(keptId);
    await must(200, 'POST', `/merges/${mergeId}/undo`);
    expect(await productOf()).toBe(mergedId);
  });
});

test('every foreign key of a merged kind is among the references that a merge moves', async () => {
  const { db, engine } = app.store;
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{ table: string; column: string; target: string }>`
          select t.name as "table", k."from" as "column", k."table" as target
          from sqlite_schema t, pragma_foreign_key_list(t.name) k where t.type = 'table'`
      : sql<{ table: string; column: string; target: string }>`
          select k.conrelid::regclass::text as "table", a.attname as "column", k.confrelid::regclass::text as target
          from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
          where k.contype = 'f'`
  ).execute(db);
  for (const [kind, targets] of [
    ['suppliers', ['supplier']],
    ['buyers', ['buyer']],
    ['materials', ['raw_material', 'item']],
    ['products', ['product', 'item']],
  ] as const) {
    const isOfKind = ({ table, target }: (typeof rows)[number]) =>
      table !== 'item' && targets.some((each) => each === target);
    const keys = rows.filter(isOfKind).map(({ table, column }) => `${table}.${column}`);
    const moved = mergedReferences[kind].map(({ table, column }) => `${table}.${column}`);
    expect(moved.toSorted()).toEqual(keys.toSorted());
  }
});
