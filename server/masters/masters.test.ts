/**
 * Tests special to each master; server/core/records/records.test.ts and server/core/lists/lists.test.ts have those common to all records.
 */
import { describe, expect, test } from 'vitest';
import { TOTAL_COUNT_HEADER } from '#contract/core/lists.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { insertRecord } from '../core/records/crudQueries.ts';
import { materials } from './materials.ts';
import { addCategory, addInward, addMaterial, addProduct, addSupplier, insertSuppliers } from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');

/** The names of the rows that a search finds. */
async function found(path: string, search: string): Promise<string[]> {
  const { json } = await admin('GET', `${path}?search=${encodeURIComponent(search)}`);
  return json.map(({ name }: { name: string }) => name);
}

test('a list of 1,203 rows is read in batches, with each row once', async () => {
  await insertSuppliers(app.store.db, 1203, (index) => `Batch ${index % 7}`);
  for (const query of ['search=batch', 'search=batch&sort=name&order=asc', 'search=batch&sort=status&order=desc']) {
    const { json, headers } = await admin('GET', `/suppliers?${query}`);
    expect(new Set(json.map((row: { supplierId: number }) => row.supplierId)).size, query).toBe(1203);
    expect(headers[TOTAL_COUNT_HEADER]).toBe('1203');
  }
});

test.each([
  ['/suppliers', { name: 'Quiet', phone: '9811111112' }, { status: 0 }, 'Choose Active or Inactive.'],
  ['/buyers', { name: 'Quiet' }, { status: 0 }, 'Choose Active or Inactive.'],
  ['/Categories', { name: 'Quiet' }, { status: 0 }, 'Choose Active or Inactive.'],
  ['/goods', { productId: 0, batchNumber: 'QUIET-1', quantity: 1 }, { status: 'sold' }, 'Choose a status.'],
])('a change of %s without a status is refused, and changes nothing', async (path, fields, state, text) => {
  const own = { ...fields, ...('productId' in fields && { productId: await addProduct(admin) }) };
  const { status, json, text: said } = await admin('POST', path, { ...own, ...state });
  expect(status, said).toBe(201);
  const id = Number(Object.values(json)[0]);
  const refused = await admin('PUT', `${path}/${id}`, own);
  expect([refused.status, refused.json.errors]).toEqual([400, { status: [text] }]);
  expect((await admin('GET', `${path}/${id}`)).json).toMatchObject(state);
  expect((await admin('PUT', `${path}/${id}`, { ...own, ...state })).status).toBe(200);
});

test.each([
  ['suppliers', 'Cannot delete this supplier because it is linked in Inward.'],
  ['materials', 'Cannot delete this material because it is linked in Inward.'],
] as const)(
  'a record of %s is not deleted while an inward names it, and is once the inward is deleted',
  async (path, message) => {
    const ids = { suppliers: await addSupplier(admin), materials: await addMaterial(admin) };
    const { inwardId } = await addInward(admin, ids.suppliers, [[ids.materials, 1]]);
    const refused = await admin('DELETE', `/${path}/${ids[path]}`);
    expect([refused.status, refused.json.message]).toEqual([409, message]);
    await admin('DELETE', `/inward/${inwardId}`);
    expect((await admin('DELETE', `/${path}/${ids[path]}`)).status).toBe(200);
  },
);

describe('suppliers', () => {
  test('are searched by name, email and phone, and nothing else', async () => {
    await addSupplier(admin, { name: 'Zephyr Farms' });
    await addSupplier(admin, { name: 'By email', email: 'zephyr@example.in' });
    await addSupplier(admin, { address: 'Zephyr street' });
    expect(await found('/suppliers', 'ZEPHYR')).toEqual(['By email', 'Zephyr Farms']);
    await addSupplier(admin, { name: 'By phone', phone: '9087612345' });
    expect(await found('/suppliers', '0876123')).toEqual(['By phone']);
  });

  test('are active when new, with empty texts for null or none, the GSTIN in capitals, and texts trimmed', async () => {
    const { json } = await admin('POST', '/suppliers', {
      name: ' देवभूमि जड़ी बूटी ',
      phone: '9811111112',
      email: null,
      gstinNumber: '05aabcd7718p1za',
    });
    expect(json).toMatchObject({
      name: 'देवभूमि जड़ी बूटी',
      status: 1,
      email: '',
      address: '',
      gstinNumber: '05AABCD7718P1ZA',
    });
  });
});

describe('raw materials', () => {
  test('are deleted, or an inward of them is recorded, when both are requested at once', async () => {
    const supplier = await addSupplier(admin);
    for (let round = 0; round < 8; round += 1) {
      const material = await addMaterial(admin);
      const [inward, deletion] = await Promise.all([
        addInward(admin, supplier, [[material, 1]]).then(
          () => 201,
          () => 400,
        ),
        admin('DELETE', `/materials/${material}`).then(({ status }) => status),
      ]);
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([inward, deletion]);
    }
  });

  test('have no category and no stock when new', async () => {
    const { json } = await admin('POST', '/materials', { name: 'Fresh' });
    expect(json).toMatchObject({
      categoryId: null,
      categoryName: null,
      unit: '',
      description: '',
      minProductionQuantity: 1,
    });
    const stock = (await admin('GET', '/Production/get-rawmaterial-stock?search=fresh')).json;
    expect(stock).toEqual([
      {
        rawMaterialId: json.rawMaterialId,
        itemId: json.itemId,
        rawMaterialName: 'Fresh',
        unit: '',
        totalInwardQty: 0,
        usedQty: 0,
        adjustedQty: 0,
        balanceQty: 0,
        onHoldQty: 0,
        minProductionQuantity: 1,
      },
    ]);
  });

  test('keep their unit once stock was recorded in it, also after that is deleted', async () => {
    const material = await addMaterial(admin, { unit: 'kg' });
    const of = async (path = `/materials/${material}`) => (await admin('GET', path)).json;
    const change = async (unit: string) => await admin('PUT', `/materials/${material}`, { ...(await of()), unit });
    expect([(await of()).unitFixed, (await change('g')).json.unit, (await change('kg')).json.unit]).toEqual([
      false,
      'g',
      'kg',
    ]);
    const inward = await addInward(admin, await addSupplier(admin), [[material, 480]]);
    const sentence = 'The unit can no longer be changed: stock or recipes of this material are recorded in kg.';
    for (const deleted of [false, true]) {
      if (deleted) await admin('DELETE', `/inward/${inward.inwardId}`);
      for (const unit of ['g', 'KG', '', 'kg of leaves']) {
        const refused = await change(unit);
        expect([refused.status, refused.json.message, refused.json.errors], unit).toEqual([
          409,
          sentence,
          { unit: [sentence] },
        ]);
      }
      expect(await of()).toMatchObject({ unit: 'kg', unitFixed: true });
    }
    const renamed = await admin('PUT', `/materials/${material}`, { ...(await of()), name: 'Renamed', unit: ' kg ' });
    expect([renamed.status, renamed.json.name, renamed.json.unit]).toEqual([200, 'Renamed', 'kg']);
  });

  test('without a unit can get one later, once', async () => {
    const material = await addMaterial(admin, { unit: '' });
    await addInward(admin, await addSupplier(admin), [[material, 480]]);
    const { json } = await admin('GET', `/materials/${material}`);
    expect(json.unitFixed).toBe(false);
    const said = await admin('PUT', `/materials/${material}`, { ...json, unit: 'kg' });
    expect([said.status, said.json.unit, said.json.unitFixed]).toEqual([200, 'kg', true]);
    expect((await admin('PUT', `/materials/${material}`, { ...said.json, unit: 'g' })).status).toBe(409);
  });

  test('with a unit that is changed while an inward is recorded: the inward has the old unit, or the change comes first', async () => {
    const supplier = await addSupplier(admin);
    for (let round = 0; round < 8; round += 1) {
      const material = await addMaterial(admin, { unit: 'kg' });
      const [inward, change] = await Promise.all([
        addInward(admin, supplier, [[material, 1]]),
        admin('PUT', `/materials/${material}`, { name: 'Raced', unit: 'g' }),
      ]);
      expect([
        ['kg', 409],
        ['g', 200],
      ]).toContainEqual([inward.rawMaterials[0].unit, change.status]);
    }
  });

  test('keep category and smallest quantity in a change without them, and lose the category by null', async () => {
    const categoryId = await addCategory(admin, 'Roots');
    const fields = { name: 'Kept', unit: 'kg', categoryId, minProductionQuantity: 0.25 };
    const { json } = await admin('POST', '/materials', fields);
    const path = `/materials/${json.rawMaterialId}`;
    // As the specification's client sends it.
    const changed = await admin('PUT', path, { name: 'Kept', description: 'Whole', unit: 'kg' });
    expect(changed.json).toMatchObject({
      categoryId,
      categoryName: 'Roots',
      minProductionQuantity: 0.25,
      description: 'Whole',
    });
    const emptied = await admin('PUT', path, {
      name: 'Kept',
      unit: 'kg',
      categoryId: null,
      minProductionQuantity: 1.5,
    });
    expect(emptied.json).toMatchObject({ categoryId: null, minProductionQuantity: 1.5 });
  });
});

describe('buyers', () => {
  test('are searched by name, email and phone', async () => {
    await admin('POST', '/buyers', { name: 'Satvik Pantry', email: 'orders@satvik.example', phone: '123', status: 1 });
    for (const term of ['SATVIK PAN', 'orders@sat', '123']) {
      expect(await found('/buyers', term), term).toEqual(['Satvik Pantry']);
    }
  });
});

describe('categories', () => {
  test('are not deleted while products or raw materials use them, and the refusal counts those', async () => {
    const categoryId = await addCategory(admin);
    await addMaterial(admin, { categoryId });
    const refusal = async () => {
      const { status, json } = await admin('DELETE', `/Categories/${categoryId}`);
      return [status, json.message];
    };
    expect(await refusal()).toEqual([409, 'Cannot delete this category because it is used by 1 raw material.']);
    for (const name of ['Oil A', 'Oil B']) await addProduct(admin, { name, categoryId });
    expect(await refusal()).toEqual([
      409,
      'Cannot delete this category because it is used by 2 products and 1 raw material.',
    ]);
  });
});

describe('products', () => {
  test('have exact prices, and are searched by name, description, unit and the name of the category', async () => {
    const categoryId = await addCategory(admin, 'Chyawanprash & jams');
    const texts = { name: 'Amla jam', description: 'Slowly cooked', unit: 'preserving jar' };
    const { json } = await admin('POST', '/products', { ...texts, price: 120.29, categoryId });
    expect(json).toMatchObject({ price: 120.29, categoryName: 'Chyawanprash & jams' });
    for (const term of ['aMLA JAM', 'SLOWLY', 'preserving', 'chyawan']) {
      expect(await found('/products', term), term).toEqual(['Amla jam']);
    }
    const stored = await app.store.db.selectFrom('product').select('price').where('id', '=', json.productId).execute();
    expect(stored).toEqual([{ price: 12029 }]);
  });

  test('keep their unit once finished goods were recorded in it, also after those are deleted', async () => {
    const productId = await addProduct(admin, { name: 'Fixed' });
    const path = `/products/${productId}`;
    const { json } = await admin('GET', path);
    expect((await admin('PUT', path, { ...json, updatedAt: null, unit: 'kg' })).json).toMatchObject({
      unit: 'kg',
      unitFixed: false,
    });
    const good = { productId, batchNumber: 'FIXED-1', quantity: 480 };
    const { finishedGoodId } = (await admin('POST', '/goods', good)).json;
    const refused = await admin('PUT', path, { ...json, updatedAt: null, unit: 'g' });
    const sentence = 'The unit can no longer be changed: finished goods or recipes of this product are recorded in kg.';
    expect([refused.status, refused.json.message, refused.json.errors]).toEqual([409, sentence, { unit: [sentence] }]);
    expect((await admin('GET', path)).json).toMatchObject({ unit: 'kg', unitFixed: true });
    expect((await admin('PUT', path, { ...json, updatedAt: null, unit: 'kg', price: 2 })).json.price).toBe(2);
    await admin('DELETE', `/goods/${finishedGoodId}`);
    expect((await admin('PUT', path, { ...json, updatedAt: null, unit: 'g' })).json.message).toBe(sentence);
  });
});

test('a new material or product has its item', async () => {
  const material = await admin('POST', '/materials', { name: 'Mace', unit: 'kg' });
  const fields = { name: 'Mace powder', categoryId: await addCategory(admin), price: 1, unit: 'jar' };
  const product = await admin('POST', '/products', fields);
  const { rawMaterialId, itemId } = material.json;
  expect((await admin('GET', `/items/${itemId}`)).json).toMatchObject({ rawMaterialId, name: 'Mace', unit: 'kg' });
  const { productId, itemId: ofProduct } = product.json;
  expect((await admin('GET', `/items/${ofProduct}`)).json).toMatchObject({ productId, name: 'Mace powder' });
  expect((await admin('GET', '/products?search=mace')).json).toMatchObject([{ productId, itemId: ofProduct }]);
});

test.each([
  ['/suppliers', { phone: '9811111112' }],
  ['/buyers', {}],
  ['/Categories', {}],
])('%s are filtered by status, together with a search', async (path, fields) => {
  for (const status of [1, 0]) await admin('POST', path, { name: `Narrowed ${status}`, status, ...fields });
  const names = async (query: string) =>
    (await admin('GET', `${path}?search=narrowed&${query}`)).json.map(({ name }: { name: string }) => name);
  expect(await names('status=0')).toEqual(['Narrowed 0']);
  expect(await names('status=1&page=1&pageSize=5')).toEqual(['Narrowed 1']);
  expect((await admin('GET', `${path}?status=maybe`)).json.errors).toEqual({ status: ['status must be 1 or 0.'] });
});

test('a GSTIN with a wrong check character is saved with a warning in the answer, and none in the record or its history', async () => {
  const warned = [expect.objectContaining({ field: 'gstinNumber', code: 'gstin_check' })];
  const fields = { name: 'Hill Farms', phone: '9811111112', gstinNumber: '27AAPFU0939F1ZW', status: 1 };
  for (const [path, resource] of [
    ['/suppliers', 'suppliers'],
    ['/buyers', 'buyers'],
  ] as const) {
    const { status, json } = await admin('POST', path, fields);
    expect([status, json.gstinNumber, json.warnings]).toEqual([201, '27AAPFU0939F1ZW', warned]);
    const id = Number(Object.values(json)[0]);
    expect((await admin('PUT', `${path}/${id}`, { ...fields, name: 'Hill Farm' })).json.warnings).toEqual(warned);
    const right = await admin('PUT', `${path}/${id}`, { ...fields, gstinNumber: '27AAPFU0939F1ZV' });
    expect([right.status, right.json.warnings]).toEqual([200, []]);
    expect((await admin('GET', `${path}/${id}`)).json).not.toHaveProperty('warnings');
    expect((await admin('GET', `/history/${resource}/${id}`)).text).not.toContain('warnings');
  }
});

test('a field without a value gets the default of its column in a new record', async () => {
  const categoryId = await addCategory(admin);
  const fields = { name: 'Fennel', description: '', unit: 'kg', categoryId, minProductionQuantity: undefined };
  const created = await app.store.db
    .transaction()
    .execute(async (trx) => await insertRecord<object>(trx, materials, fields, '2026-11-20T09:00:00.000Z'));
  expect(created).toMatchObject({ name: 'Fennel', minProductionQuantity: 1000 });
});
