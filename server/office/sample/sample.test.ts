import { crc32, inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CertificateRecord } from '#contract/prove/certificates/certificates.ts';
import { formatAmount, formatDate } from '#contract/core/values/format.ts';
import type { GoodRecord } from '#contract/make/goods.ts';
import type { InwardRecord } from '#contract/buy/inward.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import type { MassBalance } from '#contract/prove/massBalance.ts';
import type { ProductionRecord } from '#contract/make/production.ts';
import type { StockRecord } from '#contract/stock/items/materialStock.ts';
import type { ReadinessRow } from '#contract/prove/readiness.ts';
import { SUPPLIER_PHONE, type SupplierRecord } from '#contract/masters/suppliers.ts';
import type { Trace } from '#contract/prove/trace.ts';
import { gstinWarnings } from '#contract/stock/warnings/warningRules.ts';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { verifyLedger } from '../../stock/ledger/verify.ts';
import { dayBefore } from '../../core/calendar.ts';
import { billPdf } from './billPdf.ts';

const ZONE = 'Asia/Kolkata';
const account = { email: 'first@example.in', password: 'a good long one' };

/** Registers the first administrator as the screen does and signs in. */
async function firstAdministrator(app: TestApp, loadSampleData: boolean): Promise<Caller> {
  const fields = { ...account, fullName: 'Asha Rao', phone: '9876543210', userRole: 'admin', loadSampleData };
  const made = await app.anyone('POST', '/Auth/register', fields);
  expect(made.status, made.text).toBe(201);
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

  test('finds records in each list', async () => {
    const { json: materials } = await admin('GET', '/materials');
    expect([suppliers.length, materials.length, inwards.length, productions.length]).toEqual([12, 18, 28, 104]);
    const lengths = ['/Categories', '/products', '/buyers', '/goods', '/recipes'].map(
      async (path) => (await admin('GET', path)).json.length,
    );
    expect(await Promise.all(lengths)).toEqual([5, 13, 7, 41, 5]);
    expect(new Set(stock.map((row) => row.unit))).toEqual(new Set(['kg', 'litre', 'piece']));
    expect(new Set(inwards.map((inward) => inward.status))).toEqual(new Set(['paid', 'notpaid', 'pending']));
    expect(new Set(productions.map((production) => production.status))).toEqual(new Set(['completed', 'in_progress']));
    expect(new Set(inwards.map((inward) => inward.rawMaterials.length))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  test('finds suppliers of every kind', async () => {
    const count = (is: (supplier: SupplierRecord) => boolean) => suppliers.filter(is).length;
    expect(suppliers.every((supplier) => SUPPLIER_PHONE.test(supplier.phone))).toBe(true);
    expect(suppliers.every(({ gstinNumber }) => /^$|^\d{2}[A-Z]{5}\d{4}[A-Z]1Z[0-9A-Z]$/.test(gstinNumber))).toBe(true);
    const { json: buyers } = await admin('GET', '/buyers');
    const parties: { gstinNumber: string }[] = [...suppliers, ...buyers];
    expect(parties.flatMap(({ gstinNumber }) => gstinWarnings(gstinNumber))).toEqual([]);
    expect(count((supplier) => supplier.status === 0)).toBe(1);
    expect(count((supplier) => supplier.email === '')).toBe(3);
    expect(count((supplier) => supplier.gstinNumber === '')).toBe(2);
    expect(count((supplier) => /\p{Script=Devanagari}/u.test(supplier.name))).toBe(1);
    expect(count((supplier) => supplier.address.split('\n').length === 5)).toBe(1);
  });

  test('finds a ledger without a difference', async () => {
    expect(await verifyLedger(app.store.db)).toMatchObject({ inwards: 28, productions: 105, differences: [] });
  });

  test('finds two materials used up, and a balance of all others', () => {
    const empty = stock.filter((row) => row.balanceQty === 0).map((row) => row.rawMaterialName);
    expect(empty).toEqual(['Kokum rind', 'Sesame, white']);
    expect(stock.filter((row) => row.balanceQty > 0)).toHaveLength(16);
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

  test('finds each record entered on its own day, with its event in the history', async () => {
    const events = await app.store.db
      .selectFrom('audit_event')
      .select(['at', 'user_id', 'resource'])
      .where('resource', 'not in', ['users', 'sessions', 'system'])
      .orderBy('id')
      .execute();
    const counts = new Map<string, number>();
    for (const { resource } of events) counts.set(resource, (counts.get(resource) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      company: 1,
      suppliers: 12 + 1,
      materials: 18,
      // Three materials and all products are described.
      items: 7 + 13,
      certificates: 22,
      // One of them is suspended.
      certificationBodies: 2 + 1,
      categories: 5,
      products: 13,
      buyers: 7,
      recipes: 5,
      inward: 28,
      production: 8,
      runs: 40,
      // Each batch of a run is changed by it.
      goods: 41 + 40,
      dispatches: 18 + 1,
      // Two counts and a return.
      adjustments: 3,
      // A hold, and a return on hold.
      lots: 2,
      transactionCertificates: 2,
      recalls: 3,
    });
    expect(new Set(events.map((event) => event.user_id)).size).toBe(1);
    expect(events.map((event) => event.at)).toEqual(events.map((event) => event.at).sort());
    const dayOf = (timestamp: string) => dayBefore(new Date(timestamp), 0, ZONE);
    expect(inwards.filter((inward) => dayOf(inward.createdAt) !== inward.inwardDate)).toEqual([]);
    expect(productions.filter((production) => dayOf(production.createdAt) !== production.productionDate)).toEqual([]);
    expect(events.every((event) => dayOf(event.at) < today)).toBe(true);
  });

  test('finds 5 % GST on each invoice, and none from suppliers without a GSTIN', () => {
    const unregistered = new Set(suppliers.filter((each) => each.gstinNumber === '').map((each) => each.supplierId));
    for (const { supplierId, subTotal, totalGst } of inwards) {
      expect(Math.abs(totalGst - (unregistered.has(supplierId) ? 0 : subTotal * 0.05))).toBeLessThan(0.0051);
    }
  });

  test('finds finished goods in natural order, and none produced in the future', async () => {
    const goods: GoodRecord[] = (await admin('GET', '/goods?search=TP-')).json;
    expect(goods.map((good) => good.batchNumber)).toEqual(['TP-11', 'TP-10', 'TP-9', 'TP-8']);
    for (const good of goods) expect((good.manufactureDate ?? '') < today).toBe(true);
    const states = (await admin('GET', '/goods')).json.map((good: GoodRecord) => good.status);
    expect(new Set(states)).toEqual(new Set(['available', 'sold', 'expired']));
  });

  test('can trace every batch but one to farms with a certificate on the day', async () => {
    const goods: GoodRecord[] = (await admin('GET', '/goods')).json;
    const gaps: Record<string, string[]> = {};
    for (const { finishedGoodId, batchNumber } of goods) {
      const { nodes }: Trace = (await admin('GET', `/trace/goods/${finishedGoodId}?direction=backward`)).json;
      const found = nodes.flatMap((node) => node.gaps);
      if (found.length > 0) gaps[batchNumber] = found;
      else expect(nodes.some(({ kind }) => kind === 'supplier')).toBe(true);
    }
    expect(gaps).toEqual({ 'KS-9': ['noRun'], 'KS-13': ['afterExpiry'] });
  });

  test('finds a lapsing certificate, an override, a regrind, a hold, a return and counts', async () => {
    const readiness: ReadinessRow[] = (await admin('GET', '/readiness')).json;
    const counts = Object.fromEntries(readiness.map(({ kind, count }) => [kind, count]));
    expect(counts).toMatchObject({
      organicByOverride: 2,
      withoutRun: 1,
      certificatesSuspended: 1,
      certificatesLapsed: 1,
      certificatesLapsing: 2,
      beyondTolerance: 0,
      afterExpiry: 1,
      madeMore: 0,
      soldBeyondClaim: 1,
      transactionCertificatesDue: 2,
      shipmentPapersMissing: 0,
    });
    const lots: LotRecord[] = (await admin('GET', '/lots?page=1&pageSize=100&state=onHold')).json;
    const held = lots
      .filter(({ state }) => state === 'onHold')
      .map(({ itemName, stateReason }) => [itemName, stateReason]);
    // The return of a buyer is on hold by itself.
    expect(new Set(held.map(([itemName]) => itemName))).toEqual(new Set(['Garam masala 100 g', 'Ginger, dried']));
    expect(held).toContainEqual(['Ginger, dried', 'Moisture 12.4 %: dry again and measure before use']);
    const turmeric = stock.find(({ rawMaterialName }) => rawMaterialName === 'Turmeric, Lakadong');
    const item = (await admin('GET', '/materials?search=Lakadong')).json[0];
    expect(item.rawMaterialId).toBe(turmeric?.rawMaterialId);
    const balance: MassBalance = (await admin('GET', `/mass-balance?itemId=${item.itemId}&withProducts=true`)).json;
    expect(balance.countDays).toHaveLength(2);
    expect(balance.covered?.shortGrams).toBe(0);
    expect(balance.conversion.yieldPercent).toBeGreaterThan(95);
    expect(balance.conversion.unexplainedGrams / balance.conversion.inputGrams).toBeLessThan(0.01);
  });

  test('finds certificates, each with a readable file with its number', async () => {
    const certificates: CertificateRecord[] = (await admin('GET', '/certificates')).json;
    expect(certificates).toHaveLength(22);
    for (const { certificateId, number, body } of certificates) {
      const { json } = await admin('GET', `/certificates/${certificateId}`);
      const [, encoded = ''] = String(json.file).split(',');
      expect(pdfText(Buffer.from(encoded, 'base64'))).toEqual(expect.arrayContaining([number, body]));
    }
  });

  test('finds a readable bill for every invoice, with its data', async () => {
    const kinds: string[] = [];
    for (const { inwardId, invoiceNumber, inwardDate, supplierName, grandTotal, rawMaterials } of inwards) {
      const { json } = await admin('GET', `/inward/${inwardId}`);
      const [head = '', encoded = ''] = String(json.billAttachment).split(',');
      kinds.push(head);
      const file = Buffer.from(encoded, 'base64');
      if (head === 'data:application/pdf;base64') {
        const names = rawMaterials.map((line) => line.rawMaterialName);
        const expected = [supplierName, `Invoice no.  ${invoiceNumber}`, formatAmount(grandTotal), ...names];
        expect(pdfText(file)).toEqual(expect.arrayContaining([...expected, `Date  ${formatDate(inwardDate)}`]));
      } else {
        expect(pngGreys(file)).toEqual(new Set([0x5a, 0xb4, 0xff]));
      }
    }
    expect(new Set(kinds)).toEqual(new Set(['data:application/pdf;base64', 'data:image/png;base64']));
  });
});

test('a first administrator who declines sample data finds no records', async () => {
  const admin = await firstAdministrator(await buildTestApp(), false);
  for (const path of ['/suppliers', '/materials', '/inward', '/Production']) {
    expect((await admin('GET', path)).json).toEqual([]);
  }
});

test('a PDF of sample data is refused for characters that its fonts lack', () => {
  const bill = { supplier: 'कोकण', letterhead: [], invoiceNumber: '1', date: '', lines: [], subTotal: '', gst: '' };
  expect(() => billPdf({ ...bill, grandTotal: '' })).toThrow('कोकण');
});

/** Reads a PDF as a viewer does, from its end over its table to its objects; returns the page's texts. */
function pdfText(file: Buffer): string[] {
  const text = file.toString('latin1');
  expect(text.startsWith('%PDF-1.4\n')).toBe(true);
  const table = text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]));
  const head = /^xref\n0 (\d+)\n/.exec(table);
  const count = Number(head?.[1]);
  const entries = table.slice(head?.[0].length).match(/.{18} \n|.{18}\r\n/g) ?? [];
  expect(count).toBe(7);
  expect(table).toContain(`/Size ${count} /Root 1 0 R`);
  for (let id = 1; id < count; id += 1) {
    expect(entries[id]).toMatch(/^\d{10} 00000 n \n$/);
    expect(text.slice(Number(entries[id]?.slice(0, 10)))).toMatch(new RegExp(`^${id} 0 obj\n`));
  }
  const stream = /\/Length (\d+) >>\nstream\n/.exec(text);
  const start = (stream?.index ?? 0) + (stream?.[0].length ?? 0);
  const end = start + Number(stream?.[1]);
  expect(text.slice(end)).toMatch(/^\nendstream\nendobj\n/);
  return [...text.slice(start, end).matchAll(/\((.*)\) Tj/g)].map(([, shown = '']) => shown);
}

/** Decodes and validates a greyscale PNG; returns the greys it contains. */
function pngGreys(file: Buffer): Set<number> {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const end = at + 8 + file.readUInt32BE(at);
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end));
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  expect([...header.subarray(8)]).toEqual([8, 0, 0, 0, 0]);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  expect(rows).toHaveLength((width + 1) * height);
  const greys = new Set<number>();
  for (let y = 0; y < height; y += 1) {
    const row = rows.subarray(y * (width + 1), (y + 1) * (width + 1));
    expect(row[0]).toBe(0);
    for (const grey of row.subarray(1)) greys.add(grey);
  }
  return greys;
}
