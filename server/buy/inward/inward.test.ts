import { beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import {
  addInward,
  addMaterial,
  addSupplier,
  dataUrl,
  inwardFields,
  jpeg,
  pdf,
  png,
  stockOf,
} from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const supplier = await addSupplier(admin, { name: 'Hill Farms Cooperative' });
const turmeric = await addMaterial(admin, { name: 'Turmeric, Lakadong' });

/** Sends an inward of one kilogram, with further fields. */
const post = (over: object) => admin('POST', '/inward', inwardFields(supplier, [[turmeric, 1]], over));
const put = (inwardId: number, over: object) =>
  admin('PUT', `/inward/${inwardId}`, inwardFields(supplier, [[turmeric, 1]], { inwardId, ...over }));

const ids = (rows: { inwardId: number }[]) => rows.map((row) => row.inwardId);

describe('totals', () => {
  test('10.5 kg at 120.25 with 18.50 GST is 1,281.13, whatever totals are sent', async () => {
    const rawMaterials = [{ rawMaterialId: turmeric, quantity: 10.5, pricePerUnit: 120.25, totalAmount: 1 }];
    const answer = await post({ rawMaterials, totalGst: 18.5, grandTotal: 1262.63 });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      subTotal: 1262.63,
      totalGst: 18.5,
      grandTotal: 1281.13,
      status: 'notpaid',
      hasBill: true,
    });
    expect(answer.json.rawMaterials[0]).toMatchObject({
      quantity: 10.5,
      pricePerUnit: 120.25,
      totalAmount: 1262.63,
      rawMaterialName: 'Turmeric, Lakadong',
    });
  });

  test('each line is rounded half up by itself, and nothing is lost in sums', async () => {
    const rawMaterials = [
      { rawMaterialId: turmeric, quantity: 0.001, pricePerUnit: 5 },
      { rawMaterialId: turmeric, quantity: 0.001, pricePerUnit: 4.99 },
      ...Array.from({ length: 10 }, () => ({ rawMaterialId: turmeric, quantity: 1, pricePerUnit: 0.1 })),
    ];
    const { json } = await post({ rawMaterials, totalGst: 0.2 });
    expect([
      json.rawMaterials[0].totalAmount,
      json.rawMaterials[1].totalAmount,
      json.subTotal,
      json.grandTotal,
    ]).toEqual([0.01, 0, 1.01, 1.21]);
  });

  test('the largest numbers stay exact', async () => {
    const rawMaterials = [{ rawMaterialId: await addMaterial(admin), quantity: 8_999_999_999.999, pricePerUnit: 0.99 }];
    const { json } = await post({ rawMaterials });
    expect([json.rawMaterials[0].quantity, json.grandTotal]).toEqual([8_999_999_999.999, 8_910_000_000]);
  });
});

describe('bills', () => {
  test.each([
    ['PDF', pdf, 'application/pdf', 'pdf'],
    ['PNG', png, 'image/png', 'png'],
    ['JPEG', jpeg, 'image/jpeg', 'jpg'],
  ])('are recognised as %s by their bytes, and returned unchanged', async (_, bytes, type, extension) => {
    const { json } = await post({ billAttachment: dataUrl(bytes, 'text/plain') });
    const one = await admin('GET', `/inward/${json.inwardId}`);
    expect(one.json.billAttachment).toBe(dataUrl(bytes, type));
    const file = await admin('GET', `/inward/${json.inwardId}/bill`);
    expect(file.headers).toMatchObject({
      'content-type': type,
      'content-disposition': `inline; filename="inward-${json.inwardId}.${extension}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['a page', dataUrl(Buffer.from('<html><script>alert(1)</script>'), 'application/pdf')],
    ['a picture that can hold scripts', dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png')],
    ['nothing', 'data:application/pdf;base64,'],
    ['no base64', 'data:application/pdf;base64,%PDF-1.4'],
    ['a plain text', 'data:application/pdf,%PDF-1.4'],
    ['an address', 'https://example.in/bill.pdf'],
    ['only a scheme', 'data:'],
  ])('are refused: %s', async (_, billAttachment) => {
    const answer = await post({ billAttachment });
    expect([answer.status, answer.json.errors]).toEqual([400, { billAttachment: ['Only PDF, PNG, JPG allowed'] }]);
  });

  test('may have 10 MB, and not a byte more', async () => {
    const file = (size: number) => dataUrl(Buffer.concat([pdf, Buffer.alloc(size - pdf.length)]));
    expect((await post({ billAttachment: file(10 * 1024 * 1024) })).status).toBe(201);
    const more = await post({ billAttachment: file(10 * 1024 * 1024 + 1) });
    expect([more.status, more.json.code, more.json.errors]).toEqual([
      413,
      'too_large',
      { billAttachment: ['The bill is larger than 10 MB.'] },
    ]);
  });

  test('are required when adding; an edit without a bill keeps it, an edit with one replaces it', async () => {
    const without = await post({ billAttachment: null });
    expect([without.status, without.json.errors]).toEqual([
      400,
      { billAttachment: ['Please upload the bill before saving.'] },
    ]);
    const { inwardId } = await addInward(admin, supplier, [[turmeric, 1]]);
    await put(inwardId, { billAttachment: null });
    expect((await admin('GET', `/inward/${inwardId}`)).json.billAttachment).toBe(dataUrl(pdf));
    await put(inwardId, { billAttachment: dataUrl(png, 'image/png') });
    expect((await admin('GET', `/inward/${inwardId}`)).json.billAttachment).toBe(dataUrl(png, 'image/png'));
  });

  test('are not stored for a refused inward, and their bytes are not in the history', async () => {
    const count = async () => (await app.store.db.selectFrom('bill').select('id').execute()).length;
    const before = await count();
    await admin('POST', '/inward', inwardFields(supplier, [[999_999, 1]]));
    expect(await count()).toBe(before);
    const trail = await app.store.db
      .selectFrom('audit_event')
      .select(['after', 'before'])
      .where('resource', '=', 'inward')
      .execute();
    expect(JSON.stringify(trail)).not.toContain('base64');
  });
});

describe('the list', () => {
  let spices: number;
  let found: Record<string, number>;

  beforeAll(async () => {
    // Enough suppliers that no material of this file has the same id.
    for (let count = 0; count < 20; count += 1) spices = await addSupplier(admin, { name: 'Malabar Spices' });
    const pepper = await addMaterial(admin, { name: 'Black pepper' });
    const paid = await addInward(admin, spices, [[pepper, 3]], {
      status: 'paid',
      invoiceNumber: 'MS-77',
      inwardDate: '2026-09-01',
    });
    const open = await addInward(
      admin,
      spices,
      [
        [pepper, 1],
        [turmeric, 1],
      ],
      { invoiceNumber: 'MS-78', inwardDate: '2026-09-02' },
    );
    found = { paid: paid.inwardId, open: open.inwardId, pepper };
  });

  test.each([
    ['supplier name', () => 'malabar', () => [found['open'], found['paid']]],
    ['invoice number', () => 'ms-77', () => [found['paid']]],
    ['material name', () => 'black pep', () => [found['open'], found['paid']]],
    ['material id', () => String(found['pepper']), () => [found['open'], found['paid']]],
    ['supplier id', () => String(spices), () => [found['open'], found['paid']]],
    ['status paid alone', () => 'Paid', () => [found['paid']]],
  ])('is searched by %s', async (_, term, expected) => {
    const { json } = await admin('GET', `/inward?search=${encodeURIComponent(term())}`);
    // A search for an id also matches names and invoice numbers.
    expect(ids(json).filter((id) => id === found['paid'] || id === found['open'])).toEqual(expected());
  });

  test('finds unpaid inwards by the shown and by the stored word', async () => {
    for (const term of ['not paid', 'notpaid', 'Not']) {
      const { json } = await admin('GET', `/inward?search=${encodeURIComponent(term)}`);
      expect(ids(json)).toContain(found['open']);
      expect(ids(json)).not.toContain(found['paid']);
    }
  });

  test('contains no bytes of bills, and the lines only under its second path', async () => {
    const plain = await admin('GET', '/inward?search=ms-78');
    expect(Object.keys(plain.json[0])).not.toContain('rawMaterials');
    expect(plain.json[0]).toMatchObject({ hasBill: true, supplierName: 'Malabar Spices', inwardDate: '2026-09-02' });
    const full = await admin('GET', '/inward/get-all-with-rawmaterials?search=ms-78&page=1');
    expect(full.json[0].rawMaterials.map((line: { rawMaterialName: string }) => line.rawMaterialName)).toEqual([
      'Black pepper',
      'Turmeric, Lakadong',
    ]);
    expect(full.headers['x-total-count']).toBe('1');
    expect(full.text).not.toContain('base64');
  });

  test('proposes the last price of a material, by invoice date', async () => {
    const material = await addMaterial(admin);
    const price = async () => (await admin('GET', `/materials/${material}/last-price`)).json.pricePerUnit;
    expect(await price()).toBeNull();
    const at = (pricePerUnit: number, inwardDate: string) =>
      addInward(admin, supplier, [], {
        inwardDate,
        rawMaterials: [{ rawMaterialId: material, quantity: 1, pricePerUnit }],
      });
    await at(120.25, '2026-11-05');
    await at(99, '2026-10-05');
    expect(await price()).toBe(120.25);
  });
});

describe('editing and deleting', () => {
  test('a new inward without a status is not paid, an edited one pending, and an ISO timestamp keeps its date', async () => {
    const { json } = await post({ status: undefined, inwardDate: '2026-11-03T22:30:00.000Z' });
    expect([json.status, json.inwardDate]).toEqual(['notpaid', '2026-11-03']);
    const edited = await put(json.inwardId, { status: undefined });
    expect([edited.status, edited.json.status]).toEqual([200, 'pending']);
  });

  test('a line of another inward is a 400', async () => {
    const { inwardId } = await addInward(admin, supplier, [[turmeric, 1]]);
    const other = await addInward(admin, supplier, [[turmeric, 1]]);
    const rawMaterials = [{ id: other.rawMaterials[0].id, rawMaterialId: turmeric, quantity: 1, pricePerUnit: 1 }];
    const foreign = await put(inwardId, { rawMaterials });
    expect([foreign.status, Object.keys(foreign.json.errors)]).toEqual([400, ['rawMaterials.0.id']]);
  });

  test('a deleted inward is no longer in lists, reads, bills and stock', async () => {
    const material = await addMaterial(admin);
    const { inwardId } = await addInward(admin, supplier, [[material, 5]], { invoiceNumber: 'to go' });
    expect((await admin('DELETE', `/inward/${inwardId}`)).status).toBe(200);
    expect((await admin('GET', '/inward?search=to%20go')).json).toEqual([]);
    expect((await admin('GET', `/inward/${inwardId}/bill`)).status).toBe(404);
    expect(await stockOf(admin, material)).toEqual([0, 0, 0]);
  });
});
