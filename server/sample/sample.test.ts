import { beforeAll, describe, expect, test } from 'vitest';
import type { GoodRecord } from '#contract/goods.ts';
import type { InwardRecord } from '#contract/inward.ts';
import type { ProductionRecord, StockRecord } from '#contract/production.ts';
import { SUPPLIER_PHONE, type SupplierRecord } from '#contract/suppliers.ts';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { verifyLedger } from '../stock/verify.ts';
import { dayBefore } from '../calendar.ts';

const ZONE = 'Asia/Kolkata';
const account = { email: 'first@example.in', password: 'a good long one' };

/** Registers the first administrator as the screen does and signs in. */
async function firstAdministrator(app: TestApp, loadSampleData: boolean): Promise<Caller> {
  const fields = { ...account, fullName: 'Asha Rao', phone: '9876543210', userRole: 'admin', loadSampleData };
  expect((await app.anyone('POST', '/Auth/register', fields)).status).toBe(201);
  const signedIn = await app.anyone('POST', '/Auth/checkUserAuthentication', {
    userName: account.email,
    userPassword: account.password,
  });
  return app.withToken(signedIn.json.token);
}

describe('a first administrator who wants sample data', () => {
  let app: TestApp;
  let today: string;
  let suppliers: SupplierRecord[];
  let inwards: InwardRecord[];
  let productions: ProductionRecord[];
  let stock: StockRecord[];
  let admin: Caller;

  beforeAll(async () => {
    app = await buildTestApp();
    admin = await firstAdministrator(app, true);
    today = dayBefore(app.clock.now, 0, ZONE);
    suppliers = (await admin('GET', '/suppliers')).json;
    inwards = (await admin('GET', '/inward/get-all-with-rawmaterials')).json;
    productions = (await admin('GET', '/Production')).json;
    stock = (await admin('GET', '/Production/get-rawmaterial-stock')).json;
  });

  test('finds everything in its list', async () => {
    const { json: materials } = await admin('GET', '/materials');
    expect([suppliers.length, materials.length, inwards.length, productions.length]).toEqual([12, 16, 28, 73]);
    const lengths = ['/Categories', '/products', '/buyers', '/goods'].map(
      async (path) => (await admin('GET', path)).json.length,
    );
    expect(await Promise.all(lengths)).toEqual([5, 7, 7, 18]);
    expect(new Set(stock.map((row) => row.unit))).toEqual(new Set(['kg', 'litre', 'piece']));
    expect(new Set(inwards.map((inward) => inward.status))).toEqual(new Set(['paid', 'notpaid', 'pending']));
    expect(new Set(productions.map((production) => production.status))).toEqual(new Set(['completed', 'in_progress']));
    expect(new Set(inwards.map((inward) => inward.rawMaterials.length))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  test('finds suppliers of every kind', () => {
    const count = (is: (supplier: SupplierRecord) => boolean) => suppliers.filter(is).length;
    expect(suppliers.every((supplier) => SUPPLIER_PHONE.test(supplier.phone))).toBe(true);
    expect(suppliers.every(({ gstinNumber }) => /^$|^\d{2}[A-Z]{5}\d{4}[A-Z]1Z[0-9A-Z]$/.test(gstinNumber))).toBe(true);
    expect(count((supplier) => supplier.status === 0)).toBe(1);
    expect(count((supplier) => supplier.email === '')).toBe(3);
    expect(count((supplier) => supplier.gstinNumber === '')).toBe(2);
    expect(count((supplier) => /\p{Script=Devanagari}/u.test(supplier.name))).toBe(1);
    expect(count((supplier) => supplier.address.split('\n').length === 5)).toBe(1);
  });

  test('finds a ledger without a difference', async () => {
    expect(await verifyLedger(app.store.db)).toMatchObject({ inwards: 28, productions: 73, differences: [] });
  });

  test('finds two materials used up, and a balance of all others', () => {
    const empty = stock.filter((row) => row.balanceQty === 0).map((row) => row.rawMaterialName);
    expect(empty).toEqual(['Kokum rind', 'Sesame, white']);
    expect(stock.filter((row) => row.balanceQty > 0)).toHaveLength(14);
  });

  test('finds no production before the first inward of its material, and nothing later than yesterday', () => {
    const firstInward = new Map<number, string>();
    for (const { inwardDate, rawMaterials } of inwards.toSorted((a, b) => (a.inwardDate < b.inwardDate ? -1 : 1))) {
      for (const { rawMaterialId } of rawMaterials) {
        if (!firstInward.has(rawMaterialId)) firstInward.set(rawMaterialId, inwardDate);
      }
    }
    const tooEarly = productions.filter(
      ({ rawMaterialId, productionDate }) => productionDate < (firstInward.get(rawMaterialId) ?? '9999'),
    );
    expect(tooEarly).toEqual([]);
    const dates = [...inwards.map((row) => row.inwardDate), ...productions.map((row) => row.productionDate)].sort();
    expect([dates[0], dates.at(-1)]).toEqual([dayBefore(app.clock.now, 150, ZONE), dayBefore(app.clock.now, 1, ZONE)]);
  });

  test('finds each record entered on its own day, and kept in the history', async () => {
    const events = await app.store.db
      .selectFrom('audit_event')
      .select(['at', 'user_id', 'resource'])
      .where('resource', 'not in', ['users', 'sessions', 'system'])
      .orderBy('id')
      .execute();
    expect(events).toHaveLength(12 + 16 + 28 + 73 + 1 + 5 + 7 + 7 + 18);
    expect(new Set(events.map((event) => event.user_id)).size).toBe(1);
    expect(events.map((event) => event.at)).toEqual(events.map((event) => event.at).sort());
    const dayOf = (timestamp: string) => dayBefore(new Date(timestamp), 0, ZONE);
    expect(inwards.filter((inward) => dayOf(inward.createdAt) !== inward.inwardDate)).toEqual([]);
    expect(productions.filter((production) => dayOf(production.createdAt) !== production.productionDate)).toEqual([]);
    expect(events.every((event) => dayOf(event.at) < today)).toBe(true);
  });

  test('finds 5 % GST on each invoice, but none of who has no GSTIN', () => {
    const unregistered = new Set(suppliers.filter((each) => each.gstinNumber === '').map((each) => each.supplierId));
    for (const { supplierId, subTotal, totalGst } of inwards) {
      expect(Math.abs(totalGst - (unregistered.has(supplierId) ? 0 : subTotal * 0.05))).toBeLessThan(0.0051);
    }
  });
});

describe('a first administrator who does not want sample data', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });

  test('finds nothing', async () => {
    const admin = await firstAdministrator(app, false);
    for (const path of ['/suppliers', '/materials', '/inward', '/Production']) {
      expect((await admin('GET', path)).json).toEqual([]);
    }
  });
});

test('finished goods of the sample data stand in the order people count, and none was made in the future', async () => {
  const app = await buildTestApp();
  const admin = await firstAdministrator(app, true);
  const goods: GoodRecord[] = (await admin('GET', '/goods?search=TP-')).json;
  expect(goods.map((good) => good.batchNumber)).toEqual(['TP-11', 'TP-10', 'TP-9', 'TP-8']);
  for (const good of goods) expect((good.manufactureDate ?? '') < dayBefore(app.clock.now, 0, ZONE)).toBe(true);
  const states = (await admin('GET', '/goods')).json.map((good: GoodRecord) => good.status);
  expect(new Set(states)).toEqual(new Set(['available', 'sold', 'expired']));
});
