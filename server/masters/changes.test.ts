/** Required fields of an update, and fields that it leaves unchanged. */
import { beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';

let admin: Caller;

beforeAll(async () => {
  admin = await (await buildTestApp()).as('admin');
  expect((await admin('POST', '/Categories', { name: 'Herbs', status: 1 })).json.categoryId).toBe(1);
});

test.each([
  ['/suppliers', { name: 'Quiet', phone: '9811111112' }, { status: 0 }, 'Choose Active or Inactive.'],
  ['/buyers', { name: 'Quiet' }, { status: 0 }, 'Choose Active or Inactive.'],
  ['/Categories', { name: 'Quiet' }, { status: 0 }, 'Choose Active or Inactive.'],
  ['/goods', { productId: 0, batchNumber: 'QUIET-1', quantity: 1 }, { status: 'sold' }, 'Choose a status.'],
])('a change of %s that says no status is refused, and leaves it as it was', async (path, fields, state, text) => {
  const product = { name: 'Quiet', price: 1, unit: 'jar', categoryId: 1 };
  const { productId } = (await admin('POST', '/products', product)).json;
  const own = { ...fields, ...('productId' in fields && { productId }) };
  const { status, json, text: said } = await admin('POST', path, { ...own, ...state });
  expect(status, said).toBe(201);
  const id = Number(Object.values(json)[0]);
  const refused = await admin('PUT', `${path}/${id}`, own);
  expect([refused.status, refused.json.errors]).toEqual([400, { status: [text] }]);
  expect((await admin('GET', `${path}/${id}`)).json).toMatchObject(state);
  expect((await admin('PUT', `${path}/${id}`, { ...own, ...state })).status).toBe(200);
});

describe('raw materials', () => {
  test('the unit stays once stock was recorded in it, also after that is deleted', async () => {
    const material = await addMaterial(admin, { unit: 'kg' });
    const of = async (path = `/materials/${material}`) => (await admin('GET', path)).json;
    const change = async (unit: string) => await admin('PUT', `/materials/${material}`, { ...(await of()), unit });
    expect([(await of()).unitFixed, (await change('g')).json.unit, (await change('kg')).json.unit]).toEqual([
      false,
      'g',
      'kg',
    ]);
    const inward = await addInward(admin, await addSupplier(admin), [[material, 480]]);
    const sentence = 'The unit can no longer be changed: stock of this material was recorded in kg.';
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

  test('a unit that was never said can be said later, once', async () => {
    const material = await addMaterial(admin, { unit: '' });
    await addInward(admin, await addSupplier(admin), [[material, 480]]);
    const { json } = await admin('GET', `/materials/${material}`);
    expect(json.unitFixed).toBe(false);
    const said = await admin('PUT', `/materials/${material}`, { ...json, unit: 'kg' });
    expect([said.status, said.json.unit, said.json.unitFixed]).toEqual([200, 'kg', true]);
    expect((await admin('PUT', `/materials/${material}`, { ...said.json, unit: 'g' })).status).toBe(409);
  });

  test('a unit changed while an inward is being recorded: the inward is recorded in the one or in the other', async () => {
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

  test('a change that does not name the category or the smallest quantity leaves them; null takes the category away', async () => {
    const fields = { name: 'Kept', unit: 'kg', categoryId: 1, minProductionQuantity: 0.25 };
    const { json } = await admin('POST', '/materials', fields);
    const path = `/materials/${json.rawMaterialId}`;
    // As the specification's client and Godown's form send it.
    const changed = await admin('PUT', path, { name: 'Kept', description: 'Whole', unit: 'kg' });
    expect(changed.json).toMatchObject({ categoryId: 1, minProductionQuantity: 0.25, description: 'Whole' });
    const emptied = await admin('PUT', path, {
      name: 'Kept',
      unit: 'kg',
      categoryId: null,
      minProductionQuantity: 1.5,
    });
    expect(emptied.json).toMatchObject({ categoryId: null, minProductionQuantity: 1.5 });
  });

  test.each([0, -1, 0.0001, '1', null])('a smallest quantity of %j is refused', async (minProductionQuantity) => {
    const answer = await admin('POST', '/materials', { name: 'Refused', unit: 'kg', minProductionQuantity });
    expect([answer.status, answer.json.errors]).toEqual([
      400,
      { minProductionQuantity: ['Enter a quantity above 0 with at most 3 decimals.'] },
    ]);
  });
});

describe('products', () => {
  test('the unit stays while there are finished goods recorded in it', async () => {
    const { json } = await admin('POST', '/products', { name: 'Fixed', price: 1, unit: 'jar', categoryId: 1 });
    const path = `/products/${json.productId}`;
    expect((await admin('PUT', path, { ...json, updatedAt: null, unit: 'kg' })).json).toMatchObject({
      unit: 'kg',
      unitFixed: false,
    });
    const good = { productId: json.productId, batchNumber: 'FIXED-1', quantity: 480 };
    const { finishedGoodId } = (await admin('POST', '/goods', good)).json;
    const refused = await admin('PUT', path, { ...json, updatedAt: null, unit: 'g' });
    const sentence = 'The unit can no longer be changed: finished goods of this product are recorded in kg.';
    expect([refused.status, refused.json.message, refused.json.errors]).toEqual([409, sentence, { unit: [sentence] }]);
    expect((await admin('GET', path)).json).toMatchObject({ unit: 'kg', unitFixed: true });
    expect((await admin('PUT', path, { ...json, updatedAt: null, unit: 'kg', price: 2 })).json.price).toBe(2);
    await admin('DELETE', `/goods/${finishedGoodId}`);
    expect((await admin('PUT', path, { ...json, updatedAt: null, unit: 'g' })).json.unit).toBe('g');
  });
});
