/** Behaviour of all masters, and the special rules of suppliers and raw materials. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type MasterKind, masterRows } from '#contract/resources.ts';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier, supplierFields } from '#test/factories.ts';

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  // The products of the table below use it.
  expect((await admin('POST', '/Categories', { name: 'Herbs', status: 1 })).json.categoryId).toBe(1);
});

/** Required fields besides name and status. */
const more: Partial<Record<MasterKind, object>> = {
  suppliers: { phone: '9811111112' },
  categories: { status: 0 },
  materials: { unit: 'kg', status: undefined },
  products: { unit: 'jar', price: 120.25, categoryId: 1, status: undefined },
};
const trials = masterRows.map(({ resource, apiPath, idField, noun }) => ({
  path: apiPath,
  resource,
  idField,
  deleted: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} deleted successfully!`,
  own: JSON.parse(JSON.stringify({ status: 1, ...more[resource] })),
}));

describe.each(trials)('$path', ({ path, resource, idField, deleted, own }) => {
  const fields = { name: 'Aravali', ...own };

  test('is created, read, changed and deleted, each with its trace', async () => {
    const created = await admin('POST', path, fields);
    expect([created.status, created.json]).toEqual([201, expect.objectContaining(fields)]);
    const id: number = created.json[idField];
    const one = await admin('GET', `${path}/${id}`);
    expect([one.status, one.json]).toEqual([200, created.json]);
    const changed = await admin('PUT', `${path}/${id}`, { ...created.json, name: 'Aravali Roots' });
    expect([changed.status, changed.json.name, changed.json.createdAt]).toEqual([
      200,
      'Aravali Roots',
      created.json.createdAt,
    ]);
    expect(changed.json.updatedAt > created.json.updatedAt).toBe(true);
    const removed = await admin('DELETE', `${path}/${id}`);
    expect([removed.status, removed.json]).toEqual([200, { message: deleted }]);
    for (const method of ['GET', 'DELETE'] as const) expect((await admin(method, `${path}/${id}`)).status).toBe(404);
    expect((await admin('PUT', `${path}/${id}`, fields)).status).toBe(404);
    const trail = await app.store.db
      .selectFrom('audit_event')
      .select(['action', 'before', 'after'])
      .where('resource', '=', resource)
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();
    const told = trail.map(({ action, before, after }) => [
      action,
      before && JSON.parse(before).name,
      after && JSON.parse(after).name,
    ]);
    expect(told).toEqual([
      ['create', null, 'Aravali'],
      ['update', 'Aravali', 'Aravali Roots'],
      ['delete', 'Aravali Roots', null],
    ]);
  });

  test('a change that someone else overtook is refused', async () => {
    const { json } = await admin('POST', path, fields);
    await admin('PUT', `${path}/${json[idField]}`, { ...json, name: 'First' });
    const late = await admin('PUT', `${path}/${json[idField]}`, { ...json, name: 'Second' });
    expect([late.status, late.json.code]).toEqual([409, 'conflict']);
    expect((await admin('PUT', `${path}/${json[idField]}`, { ...fields, name: 'Third' })).json.name).toBe('Third');
  });

  test('of two changes at once that saw the same, one wins', async () => {
    const { json } = await admin('POST', path, fields);
    const both = await Promise.all(
      ['A', 'B'].map((name) => admin('PUT', `${path}/${json[idField]}`, { ...json, name })),
    );
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('a list is an array, newest first, whole or by pages, with its total', async () => {
    for (let count = 0; count < 7; count += 1) await admin('POST', path, { ...fields, name: `Paged ${count}` });
    const all = (await admin('GET', `${path}?search=paged`)).json;
    expect(all.map((row: { name: string }) => row.name)).toEqual([
      'Paged 6',
      'Paged 5',
      'Paged 4',
      'Paged 3',
      'Paged 2',
      'Paged 1',
      'Paged 0',
    ]);
    const page = await admin('GET', `${path}?search=PAGED&page=2&pageSize=3`);
    expect([page.json, page.headers['x-total-count']]).toEqual([all.slice(3, 6), '7']);
    // Without a search the triggers' counts are used: a master whose migration has none would be an empty list.
    const { length } = (await admin('GET', path)).json;
    expect((await admin('GET', `${path}?page=1`)).headers['x-total-count']).toBe(String(length));
    const past = await admin('GET', `${path}?search=paged&page=9&pageSize=3`);
    expect([past.status, past.json, past.headers['x-total-count']]).toEqual([200, [], '7']);
    const sorted = await admin('GET', `${path}?search=paged&sort=name&order=asc&page=1&pageSize=2`);
    expect(sorted.json.map((row: { name: string }) => row.name)).toEqual(['Paged 0', 'Paged 1']);
    const whole = await admin('GET', `${path}?search=paged&sort=name&order=asc`);
    expect(whole.json).toEqual(all.toReversed());
  });

  test('another id in the body is a 400, 0 or the same is none', async () => {
    const { json } = await admin('POST', path, { ...fields, [idField]: 0 });
    const id: number = json[idField];
    const other = await admin('PUT', `${path}/${id}`, { ...json, [idField]: id + 1 });
    expect([other.status, Object.keys(other.json.errors)]).toEqual([400, [idField]]);
    expect((await admin('PUT', `${path}/${id}`, { ...json, [idField]: id })).status).toBe(200);
  });

  test('a name with other letters than A to Z is found as it is written', async () => {
    await admin('POST', path, { ...fields, name: 'ÉCOLE ÜBER मसाला' });
    for (const term of ['ÉCOLE', 'Écol', 'ÜBER', 'मसाला']) {
      expect((await admin('GET', `${path}?search=${encodeURIComponent(term)}`)).json, term).toHaveLength(1);
    }
  });

  test('a search folds the case of all letters', async () => {
    await admin('POST', path, { ...fields, name: 'ÉLAN Ärzte ΟΔΟΣ ЖИТО' });
    for (const term of ['élan', 'él', 'ÄRZTE', 'är', 'οδος', 'οδοσ', 'жито']) {
      const found = (await admin('GET', `${path}?search=${encodeURIComponent(term)}`)).json;
      expect(
        found.map((row: { name: string }) => row.name),
        term,
      ).toEqual(['ÉLAN Ärzte ΟΔΟΣ ЖИТО']);
    }
  });

  test('% and _ are searched for as they are', async () => {
    await admin('POST', path, { ...fields, name: '100% pure' });
    await admin('POST', path, { ...fields, name: '100 pure' });
    expect((await admin('GET', `${path}?search=${encodeURIComponent('100%')}`)).json).toHaveLength(1);
  });
});

test('a whole list is read in batches and comes complete, in order, once each', async () => {
  const now = app.clock.now.toISOString();
  const rows = Array.from({ length: 1203 }, (_, index) => ({
    name: `Batch ${index % 7}`,
    email: '',
    gstin_number: '',
    phone: '9811111112',
    address: '',
    status: 1 as const,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }));
  for (let start = 0; start < rows.length; start += 401)
    await app.store.db
      .insertInto('supplier')
      .values(rows.slice(start, start + 401))
      .execute();
  for (const query of ['search=batch', 'search=batch&sort=name&order=asc', 'search=batch&sort=status&order=desc']) {
    const { json } = await admin('GET', `/suppliers?${query}`);
    expect(new Set(json.map((row: { supplierId: number }) => row.supplierId)).size, query).toBe(1203);
  }
});

describe('suppliers', () => {
  test('search looks in name, email and phone, and nowhere else', async () => {
    const name = await addSupplier(admin, { name: 'Zephyr Farms' });
    const email = await addSupplier(admin, { email: 'zephyr@example.in' });
    await addSupplier(admin, { address: 'Zephyr street' });
    const found = (await admin('GET', '/suppliers?search=ZEPHYR')).json;
    expect(found.map((row: { supplierId: number }) => row.supplierId)).toEqual([email, name]);
    const phone = await addSupplier(admin, { phone: '9087612345' });
    expect((await admin('GET', '/suppliers?search=0876123')).json[0].supplierId).toBe(phone);
  });

  test.each([
    [{ phone: '' }, 'phone', 'Phone number is required.'],
    [{ phone: undefined }, 'phone', 'Phone number is required.'],
    [{ phone: '5811111112' }, 'phone', 'Enter a valid 10-digit number starting with 6–9.'],
    [{ phone: '98111111122' }, 'phone', 'Enter a valid 10-digit number starting with 6–9.'],
    [
      { gstinNumber: '22AAAAA0000A1Z' },
      'gstinNumber',
      'GSTIN must be exactly 15 alphanumeric characters (A-Z, a-z, 0-9).',
    ],
    [
      { gstinNumber: '22AAAAA0000A1Z-' },
      'gstinNumber',
      'GSTIN must be exactly 15 alphanumeric characters (A-Z, a-z, 0-9).',
    ],
    [{ email: 'no' }, 'email', 'Please enter a valid email address.'],
    [{ name: '  ' }, 'name', 'Name is required.'],
  ])('%j is refused', async (over, field, text) => {
    const answer = await admin('POST', '/suppliers', supplierFields(over));
    expect([answer.status, answer.json.errors]).toEqual([400, { [field]: [text] }]);
  });

  test('a new one is active; null and nothing are empty; a GSTIN is kept in capitals; texts are trimmed', async () => {
    const { json } = await admin('POST', '/suppliers', {
      name: ' देवभूमि जड़ी बूटी ',
      phone: '9811111112',
      email: null,
      gstinNumber: '05aabcd7718p1zt',
    });
    expect(json).toMatchObject({
      name: 'देवभूमि जड़ी बूटी',
      status: 1,
      email: '',
      address: '',
      gstinNumber: '05AABCD7718P1ZT',
    });
  });

  test('one that an inward names is not deleted; once the inward is gone, it is', async () => {
    const supplier = await addSupplier(admin);
    const inward = await addInward(admin, supplier, [[await addMaterial(admin), 1]]);
    const refused = await admin('DELETE', `/suppliers/${supplier}`);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'Cannot delete this supplier because it is linked in Inward.',
    ]);
    await admin('DELETE', `/inward/${inward.inwardId}`);
    expect((await admin('DELETE', `/suppliers/${supplier}`)).status).toBe(200);
  });
});

describe('raw materials', () => {
  test('one that an inward names is not deleted', async () => {
    const material = await addMaterial(admin);
    await addInward(admin, await addSupplier(admin), [[material, 1]]);
    const refused = await admin('DELETE', `/materials/${material}`);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'Cannot delete this material because it is linked in Inward.',
    ]);
  });

  test('deleted while an inward of it is being recorded: one of the two is refused', async () => {
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

  test('a new one has no category and no stock', async () => {
    const { json } = await admin('POST', '/materials', { name: 'Fresh' });
    expect(json).toMatchObject({ categoryId: null, unit: '', description: '', minProductionQuantity: 1 });
    const stock = (await admin('GET', '/Production/get-rawmaterial-stock?search=fresh')).json;
    expect(stock).toEqual([
      {
        rawMaterialId: json.rawMaterialId,
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
});

describe('buyers', () => {
  test.each([
    [{ phone: '98765432101' }, 'phone', 'Phone number cannot exceed 10 digits'],
    [{ phone: '98-76' }, 'phone', 'Phone number takes digits only.'],
    [{ email: 'no' }, 'email', 'Please enter a valid email address.'],
    [{ name: '' }, 'name', 'Name is required.'],
    [{ status: undefined }, 'status', 'Choose Active or Inactive.'],
  ])('%j is refused', async (over, field, text) => {
    const answer = await admin('POST', '/buyers', { name: 'Green Basket', status: 1, ...over });
    expect([answer.status, answer.json.errors]).toEqual([400, { [field]: [text] }]);
  });

  test('search looks in name, email and phone', async () => {
    await admin('POST', '/buyers', { name: 'Satvik Pantry', email: 'orders@satvik.example', phone: '123', status: 1 });
    for (const term of ['SATVIK PAN', 'orders@sat', '123']) {
      expect((await admin('GET', `/buyers?search=${encodeURIComponent(term)}`)).json, term).toHaveLength(1);
    }
  });
});

describe('categories', () => {
  test('one that products or raw materials use is not deleted, and says how many do', async () => {
    const { categoryId } = (await admin('POST', '/Categories', { name: 'Oils', status: 1 })).json;
    await addMaterial(admin, { categoryId });
    const refusal = async () => {
      const { status, json } = await admin('DELETE', `/Categories/${categoryId}`);
      return [status, json.message];
    };
    expect(await refusal()).toEqual([409, 'Cannot delete this category because it is used by 1 raw material.']);
    for (const name of ['Oil A', 'Oil B']) await admin('POST', '/products', { name, categoryId, price: 1, unit: 'l' });
    expect(await refusal()).toEqual([
      409,
      'Cannot delete this category because it is used by 2 products and 1 raw material.',
    ]);
  });

  test('status must be said', async () => {
    const answer = await admin('POST', '/Categories', { name: 'Oils' });
    expect([answer.status, answer.json.errors]).toEqual([400, { status: ['Choose Active or Inactive.'] }]);
  });
});

describe('products', () => {
  test('name, category, price and unit must be there, the category in fact', async () => {
    const empty = await admin('POST', '/products', {});
    expect([empty.status, empty.json.errors]).toEqual([
      400,
      {
        name: ['Name is required.'],
        categoryId: ['Category is required.'],
        price: ['Enter a price from 0 with at most 2 decimals.'],
        unit: ['Unit is required.'],
      },
    ]);
    const unknown = await admin('POST', '/products', { name: 'x', price: 1, unit: 'kg', categoryId: 999 });
    expect([unknown.status, unknown.json.errors]).toEqual([400, { categoryId: ['This category does not exist.'] }]);
  });

  test('prices are exact, and a search looks in name, description, unit and the name of the category', async () => {
    const { categoryId } = (await admin('POST', '/Categories', { name: 'Chyawanprash & jams', status: 1 })).json;
    const fields = {
      name: 'Amla jam',
      description: 'Slowly cooked',
      price: 120.29,
      unit: 'preserving jar',
      categoryId,
    };
    const { json } = await admin('POST', '/products', fields);
    expect(json).toMatchObject({ price: 120.29, categoryName: 'Chyawanprash & jams' });
    for (const term of ['aMLA JAM', 'SLOWLY', 'preserving', 'chyawan']) {
      const found = (await admin('GET', `/products?search=${encodeURIComponent(term)}&sort=price&order=desc`)).json;
      expect(
        found.map((row: { name: string }) => row.name),
        term,
      ).toEqual(['Amla jam']);
    }
    const stored = await app.store.db.selectFrom('product').select('price').where('id', '=', json.productId).execute();
    expect(stored).toEqual([{ price: 12029 }]);
  });
});
