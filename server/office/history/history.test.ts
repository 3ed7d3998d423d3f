/** The history as text: of a record for users who may view it, of all activity for administrators. */
import { describe, expect, test } from 'vitest';
import type { HistoryEvent } from '#contract/core/history.ts';
import type { RecordKind } from '#contract/kinds.ts';
import { TOTAL_COUNT_HEADER } from '#contract/core/lists.ts';
import { buildTestApp, type Answer } from '#test/buildTestApp.ts';
import {
  addCategory,
  addInward,
  addMaterial,
  addProduct,
  addProduction,
  addSupplier,
  dataUrl,
  inwardFields,
  supplierFields,
  userFields,
  png,
} from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { loadSampleData } from '../sample/sample.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { must } = worldOf(admin);

async function historyOf(kind: RecordKind, id: number): Promise<HistoryEvent[]> {
  const answer = await admin('GET', `/history/${kind}/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

/** The newest event of a record: its action, its fields as 'label: before → after', and its stock movements. */
async function newest(kind: RecordKind, id: number): Promise<[string, string[], string[]]> {
  const [event] = await historyOf(kind, id);
  const changes = event?.changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`) ?? [];
  return [event?.action ?? '', changes, event?.stock ?? []];
}

/** Adds a record; returns its id, the first field of each. */
async function addRecord(path: string, body: object): Promise<number> {
  return Number(Object.values(await must(201, 'POST', path, body))[0]);
}

describe('the history of a record', () => {
  test('has who added, changed and deleted it and when, newest first, and stays after its deletion', async () => {
    const fields = supplierFields({ name: 'Hill Farms', phone: '9811111111' });
    const id = await addRecord('/suppliers', fields);
    const manager = await app.as('manager');
    const changed = await manager('PUT', `/suppliers/${id}`, { ...fields, phone: '9822222222', status: 0 });
    await admin('DELETE', `/suppliers/${id}`);
    const events = await historyOf('suppliers', id);
    const told = events.map(({ action, userName, recordName, recordDeleted }) => [
      action,
      userName,
      recordName,
      recordDeleted,
    ]);
    expect(told).toEqual([
      ['delete', 'A admin', 'Hill Farms', true],
      ['update', 'A manager', 'Hill Farms', true],
      ['create', 'A admin', 'Hill Farms', true],
    ]);
    expect(events[1]).toMatchObject({
      at: changed.json.updatedAt,
      kind: 'suppliers',
      recordId: id,
      changes: [
        { field: 'phone', label: 'Phone', before: '9811111111', after: '9822222222' },
        { field: 'status', label: 'Status', before: 'Active', after: 'Inactive' },
      ],
      stock: [],
    });
    expect(events[0]?.changes).toContainEqual({ field: 'name', label: 'Name', before: 'Hill Farms', after: null });
  });

  test('shows ids as names, and amounts, quantities, dates and states as the screens do', async () => {
    const [jams, teas] = [await addCategory(admin, 'Jams'), await addCategory(admin, 'Teas')];
    const material = await addRecord('/materials', { name: 'Tulsi', unit: 'kg', categoryId: jams });
    await admin('PUT', `/materials/${material}`, { name: 'Tulsi', unit: 'kg', categoryId: teas });
    expect(await newest('materials', material)).toEqual(['update', ['Category: Jams → Teas'], []]);
    await admin('PUT', `/materials/${material}`, { name: 'Tulsi', unit: 'kg', categoryId: null });
    expect(await newest('materials', material)).toEqual(['update', ['Category: Teas → '], []]);

    const product = { name: 'Amla jam', categoryId: jams, price: 1234.5, unit: 'jar' };
    const productId = await addRecord('/products', product);
    await admin('PUT', `/products/${productId}`, { ...product, categoryId: teas, price: 99 });
    expect(await newest('products', productId)).toEqual([
      'update',
      ['Category: Jams → Teas', 'Price (₹): 1,234.50 → 99.00'],
      [],
    ]);

    const good = { productId, batchNumber: 'H-1', quantity: 2.5, status: 'available', expiryDate: '2027-01-31' };
    const goodId = await addRecord('/goods', good);
    await admin('PUT', `/goods/${goodId}`, { ...good, quantity: 3, status: 'sold', expiryDate: '2027-02-28' });
    expect(await newest('goods', goodId)).toEqual([
      'update',
      ['Quantity: 2.500 jar → 3 jar', 'Status: Available → Sold', 'Expiry date: 31-01-2027 → 28-02-2027'],
      ['2.500 jar of Amla jam taken back out of lot H-1', '3 jar of Amla jam made as lot H-1'],
    ]);
    await admin('PUT', `/goods/${goodId}`, { ...good, quantity: 3, status: 'sold', expiryDate: '2027-02-28' });
    expect(await newest('goods', goodId)).toEqual(['update', [], []]);
  });

  test('distinguishes two records of one name by their ids', async () => {
    const [first, second] = [await addCategory(admin, 'Same'), await addCategory(admin, 'Same')];
    const product = { name: 'Twin', categoryId: first, price: 1, unit: 'jar' };
    const id = await addRecord('/products', product);
    await admin('PUT', `/products/${id}`, { ...product, categoryId: second });
    expect((await newest('products', id))[1]).toEqual([`Category: Same (${first}) → Same (${second})`]);
  });

  test('shows that the password of a user changed, and never the password', async () => {
    const person = userFields({ password: 'never-in-history' });
    const id = await addRecord('/Auth/register', person);
    await admin('PUT', `/Auth/edit-user/${id}`, { ...person, userRole: 'manager', password: 'nor-this-one' });
    expect(await newest('users', id)).toEqual(['update', ['User Role: User → Manager', 'Password:  → changed'], []]);
  });

  test('has pages with a total, nothing past the last one, and a 404 for a record that never existed', async () => {
    const id = await addRecord('/buyers', { name: 'First', status: 1 });
    for (const name of ['Second', 'Third']) await admin('PUT', `/buyers/${id}`, { name, status: 1 });
    const page = async (number: number): Promise<Answer> =>
      await admin('GET', `/history/buyers/${id}?page=${number}&pageSize=2`);
    const pages = [await page(1), await page(2), await page(3)];
    expect(pages.map((each) => each.headers[TOTAL_COUNT_HEADER])).toEqual(['3', '3', '3']);
    expect(pages.map((each) => each.json.map((event: HistoryEvent) => event.recordName))).toEqual([
      ['Third', 'Second'],
      ['First'],
      [],
    ]);
    expect((await admin('GET', '/history/buyers/999999')).json.message).toBe('There is no such record.');
  });

  test('has the holds and releases of the lot of a batch', async () => {
    const batch = { productId: await addProduct(admin), batchNumber: 'HELD-1', quantity: 5 };
    const { finishedGoodId, lotId } = await must(201, 'POST', '/goods', batch);
    await must(200, 'POST', `/lots/${lotId}/hold`, { reason: 'Moisture 13 %' });
    await must(200, 'POST', `/lots/${lotId}/release`, { reason: 'Dried' });
    const told = (await historyOf('goods', finishedGoodId)).map(({ kind, action }) => [kind, action]);
    expect(told).toEqual([
      ['lots', 'release'],
      ['lots', 'hold'],
      ['goods', 'create'],
    ]);
    expect(await historyOf('lots', lotId)).toHaveLength(2);
  });
});

describe('the effect of a change on stock', () => {
  test('is described in words, also for reversals', async () => {
    const supplier = await addSupplier(admin, { name: 'Malabar Spices' });
    const material = await addMaterial(admin, { name: 'Turmeric', unit: 'kg' });
    const inward = await addInward(admin, supplier, [[material, 10]], { invoiceNumber: 'MS/1' });
    const lot = inward.rawMaterials[0].id;
    const code = 'TUR-2611-01';
    expect((await newest('inward', inward.inwardId))[2]).toEqual([`10 kg of Turmeric received into lot ${code}`]);

    const id = await addProduction(admin, material, 2.5);
    expect((await newest('production', id))[2]).toEqual([`2.500 kg of Turmeric taken from lot ${code}`]);
    const fields = { rawMaterialId: material, quantity: 4, productionDate: '2026-11-10', status: 'completed' };
    await admin('PUT', `/Production/${id}`, fields);
    expect(await newest('production', id)).toEqual([
      'update',
      ['Quantity: 2.500 kg → 4 kg', 'Status: In progress → Completed'],
      [`1.500 kg of Turmeric taken from lot ${code}`],
    ]);
    await admin('DELETE', `/Production/${id}`);
    expect((await newest('production', id))[2]).toEqual([
      `2.500 kg of Turmeric given back to lot ${code}`,
      `1.500 kg of Turmeric given back to lot ${code}`,
    ]);

    const rawMaterials = [{ id: lot, rawMaterialId: material, quantity: 12, pricePerUnit: 11.5 }];
    await admin(
      'PUT',
      `/inward/${inward.inwardId}`,
      inwardFields(supplier, [], {
        inwardId: inward.inwardId,
        invoiceNumber: 'MS/1',
        billAttachment: dataUrl(png, 'image/png'),
        rawMaterials,
      }),
    );
    expect(await newest('inward', inward.inwardId)).toEqual([
      'update',
      ['Grand total: 100.00 → 138.00', 'Raw material: Turmeric: 10 kg at 10.00 → 12 kg at 11.50', 'Bill:  → replaced'],
      [`10 kg of Turmeric taken back out of lot ${code}`, `12 kg of Turmeric received into lot ${code}`],
    ]);

    const claimed = [
      { ...rawMaterials[0], claim: 'organic', overrideReason: 'Renewal', transactionCertificate: 'TC/7' },
    ];
    const { inwardId } = inward;
    await admin(
      'PUT',
      `/inward/${inwardId}`,
      inwardFields(supplier, [], { inwardId, invoiceNumber: 'MS/1', billAttachment: null, rawMaterials: claimed }),
    );
    expect(await newest('inward', inwardId)).toEqual([
      'update',
      [
        'Raw material: Turmeric, Claim: Conventional → Organic',
        'Raw material: Turmeric, Reason for the override:  → Renewal',
        'Raw material: Turmeric, Transaction certificate:  → TC/7',
      ],
      [],
    ]);
  });

  test('is shown for a lot whose claim a run or opening stock declares', async () => {
    const material = await addMaterial(admin, { name: 'Neem' });
    const opening = { rawMaterialId: material, quantity: 5, code: 'NEEM-0', claim: 'organic' };
    const { json: opened } = await admin('POST', '/adjustments', {
      kind: 'opening',
      date: '2026-11-01',
      lines: [opening],
    });
    expect(await newest('lots', opened.lines[0].lotId)).toEqual(['update', ['Claim:  → Organic'], []]);
    const output = { productId: await addProduct(admin), batchNumber: 'NP-1', quantity: 4, claim: 'conventional' };
    const inputs = [{ rawMaterialId: material, quantity: 2 }];
    const run = await admin('POST', '/production-runs', { productionDate: '2026-11-10', inputs, outputs: [output] });
    const good = await admin('GET', `/goods/${run.json.outputs[0].finishedGoodId}`);
    expect(await newest('lots', good.json.lotId)).toEqual(['update', ['Claim:  → Conventional'], []]);
  });

  test('keeps the names and units of its day', async () => {
    const supplier = await addSupplier(admin);
    const jams = await addCategory(admin, 'Jams of old');
    const material = await addRecord('/materials', { name: 'Amla', categoryId: jams });
    const inward = await addInward(admin, supplier, [[material, 480]]);
    const production = await addProduction(admin, material, 300);
    await admin('DELETE', `/Production/${production}`);
    const all = async () => [
      ...(await historyOf('materials', material)).slice(-1),
      ...(await historyOf('inward', inward.inwardId)),
      ...(await historyOf('production', production)),
    ];
    const before = await all();
    expect(JSON.stringify(before)).toContain('480 of Amla received into lot AML-2611-01');
    await admin('PUT', `/Categories/${jams}`, { name: 'Preserves', status: 1 });
    await admin('PUT', `/materials/${material}`, { name: 'Amla, dried', unit: 'kg', categoryId: jams });
    expect(await all()).toEqual(before);
  });

  test('is described for events of older versions, which have no lot codes and some no names', async () => {
    const material = await addMaterial(admin, { name: 'Pepper', unit: 'kg' });
    const moves = [
      { rawMaterialId: material, lotId: 4, quantity: 4000, kind: 'consumed', reverses: true },
      { rawMaterialId: material, lotId: 5, quantity: -4000, kind: 'consumed', reverses: false, productions: 2 },
    ];
    const cause = { resource: 'inward', recordId: 7 };
    const because = ', because inward 7 was changed';
    const materials = [{ rawMaterialId: material, rawMaterialName: 'Black pepper', unit: 'g' }];
    const add = async (recordId: number, stock: object) => {
      const at = app.clock.now.toISOString();
      const of = { at, user_id: null, action: 'move', resource: 'production', record_id: recordId };
      await app.store.db
        .insertInto('audit_event')
        .values({ ...of, before: null, after: null, stock: JSON.stringify(stock) })
        .execute();
    };
    await add(100_001, { moves, materials, cause });
    await add(100_002, { moves });
    const told = (id: number) => historyOf('production', id);
    const production = {
      raw_material_id: material,
      quantity: 1,
      production_date: '2026-11-10',
      status: 'completed',
    } as const;
    const at = app.clock.now.toISOString();
    for (const id of [100_001, 100_002]) {
      await app.store.db
        .insertInto('production_run')
        .values({
          id,
          production_date: '2026-11-10',
          status: 'completed',
          note: '',
          created_at: at,
          updated_at: at,
          deleted_at: at,
        })
        .execute();
      await app.store.db
        .insertInto('production')
        .values({ id, run_id: id, ...production, created_at: at, updated_at: at, deleted_at: at })
        .execute();
    }
    expect((await told(100_001))[0]?.stock).toEqual([
      `4 g of Black pepper given back to lot 4${because}`,
      `4 g of Black pepper taken from lot 5 by 2 productions${because}`,
    ]);
    expect((await told(100_002))[0]?.stock).toEqual([
      '4 kg of Pepper given back to lot 4',
      '4 kg of Pepper taken from lot 5 by 2 productions',
    ]);
  });
});

describe('activity', () => {
  async function activity(query: Record<string, string | number>): Promise<Answer> {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const answer = await admin('GET', `/activity?${search}`);
    expect(answer.status, answer.text).toBe(200);
    return answer;
  }

  test('lists every event, by pages and as a whole, newest first', async () => {
    const whole: HistoryEvent[] = (await activity({})).json;
    const kept = await app.store.db.selectFrom('audit_event').select('id').execute();
    expect(whole.map(({ eventId }) => eventId)).toEqual(kept.map(({ id }) => id).toSorted((a, b) => b - a));
    const page = await activity({ page: 2, pageSize: 4 });
    expect([page.json, page.headers[TOTAL_COUNT_HEADER]]).toEqual([whole.slice(4, 8), String(whole.length)]);
  });

  test('is filtered by person, kind and days, alone and together, each with its total', async () => {
    const { db } = app.store;
    const { userId } = await app.person('admin');
    const moments: [at: string, resource: string][] = [
      // The last and the first minute of days in India.
      ['2025-03-31T18:29:59.000Z', 'suppliers'],
      ['2025-03-31T18:30:00.000Z', 'suppliers'],
      ['2025-04-02T18:29:59.000Z', 'suppliers'],
      ['2025-04-02T18:30:00.000Z', 'buyers'],
    ];
    const unchanged = { action: 'update', record_id: 1, before: null, after: null, stock: null } as const;
    await db
      .insertInto('audit_event')
      .values(moments.map(([at, resource]) => ({ ...unchanged, at, resource, user_id: userId })))
      .execute();
    const whole: HistoryEvent[] = (await activity({})).json;
    const filters = {
      userId: (event: HistoryEvent) => event.userId === userId,
      kind: (event: HistoryEvent) => event.kind === 'suppliers',
      dayFrom: (event: HistoryEvent) => event.at >= '2025-03-31T18:30:00.000Z',
      dayTo: (event: HistoryEvent) => event.at < '2025-04-02T18:30:00.000Z',
    };
    const values = { userId, kind: 'suppliers', dayFrom: '2025-04-01', dayTo: '2025-04-02' };
    for (const names of [
      ['userId'],
      ['kind'],
      ['userId', 'kind'],
      ['dayFrom'],
      ['dayTo'],
      ['userId', 'kind', 'dayFrom', 'dayTo'],
    ]) {
      const query = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
      const asked = Object.entries(filters).filter(([name]) => names.includes(name));
      const expected = whole.filter((event) => asked.every(([, holds]) => holds(event)));
      expect(expected.length).toBeLessThan(whole.length);
      expect((await activity(query)).json, names.join()).toEqual(expected);
      const page = await activity({ ...query, page: 1, pageSize: 3 });
      expect([page.json, page.headers[TOTAL_COUNT_HEADER]]).toEqual([expected.slice(0, 3), String(expected.length)]);
    }
    const isOfParties = ({ kind }: HistoryEvent) => kind === 'suppliers' || kind === 'buyers';
    const both = await admin('GET', `/activity?userId=${userId}&kind=suppliers&kind=buyers&page=1&pageSize=3`);
    const ofBoth = whole.filter((event) => event.userId === userId && isOfParties(event));
    expect([both.json, both.headers[TOTAL_COUNT_HEADER]]).toEqual([ofBoth.slice(0, 3), String(ofBoth.length)]);
  });

  test('shows sign-ins, refused sign-ins, sign-outs and codes for forgotten passwords', async () => {
    const person = userFields({ fullName: 'Ravi Nair' });
    const id = await addRecord('/Auth/register', person);
    const signIn = (userPassword: string, userName = person.email) =>
      app.anyone('POST', '/Auth/checkUserAuthentication', { userName, userPassword });
    expect((await signIn('wrong')).status).toBe(401);
    expect((await signIn('wrong', 'nobody@example.in')).status).toBe(401);
    await app.settled();
    const { token } = (await signIn('leaf-and-paper')).json;
    await app.withToken(token)('POST', '/Auth/logout');
    await app.anyone('GET', `/Auth/reset-password-otp?email=${person.email}`);
    await app.settled();
    const events: HistoryEvent[] = (await activity({ page: 1, pageSize: 4 })).json;
    expect(
      events.map(({ action, userName, kind, recordId, recordName }) => [action, userName, kind, recordId, recordName]),
    ).toEqual([
      ['password-code', null, 'users', id, 'Ravi Nair'],
      ['sign-out', 'Ravi Nair', 'sessions', id, 'Ravi Nair'],
      ['sign-in', 'Ravi Nair', 'sessions', id, 'Ravi Nair'],
      ['sign-in-refused', null, 'sessions', id, 'Ravi Nair'],
    ]);
  });

  test('shows sessions ended by hand, and the change of one’s own password apart from a reset', async () => {
    const person = userFields();
    const id = await addRecord('/Auth/register', person);
    const credentials = { userName: person.email, userPassword: person.password };
    const { token } = (await app.anyone('POST', '/Auth/checkUserAuthentication', credentials)).json;
    const passwords = { currentPassword: person.password, newPassword: 'paper-and-leaf' };
    expect((await app.withToken(token)('POST', '/Auth/change-password', passwords)).status).toBe(200);
    expect(await newest('users', id)).toEqual(['password-change', ['Password:  → changed'], []]);
    expect((await admin('DELETE', `/Auth/user-sessions/${id}`)).status).toBe(200);
    expect(await newest('users', id)).toEqual(['sessions-end', ['Open sessions:  → 1 ended'], []]);
  });

  test('shows that the sample data was loaded, and by whom', async () => {
    const { userId } = await app.person('admin');
    await inTransaction(app.store.db, (trx) => loadSampleData(trx, userId, app.clock.now, 'Asia/Kolkata'));
    const [event] = (await activity({ kind: 'system' })).json;
    expect(event).toMatchObject({ action: 'sample-data', userName: 'A admin', recordId: 0, changes: [] });
  });
});
