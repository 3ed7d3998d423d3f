/** Likely typing errors are warned of, and saved all the same (contract/stock/warnings/warningRules.ts). */
import { describe, expect, test } from 'vitest';
import { buildTestApp, type Answer } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier, inwardFields } from '#test/factories.ts';

const admin = await (await buildTestApp()).as('admin');
const supplier = await addSupplier(admin);

/** Fields and kinds of an answer's warnings. */
function warned({ status, json, text }: Answer): string[][] {
  expect([200, 201], text).toContain(status);
  return json.warnings.map(({ field, code }: Record<string, string>) => [field, code]);
}

/** An inward's fields with one line. */
function lineOf(rawMaterialId: number, quantity: number, pricePerUnit: number, over: object = {}) {
  return inwardFields(supplier, [], { rawMaterials: [{ rawMaterialId, quantity, pricePerUnit }], ...over });
}

describe('an invoice number', () => {
  const use = async (query: Record<string, string | number>) => {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return (await admin('GET', `/inward/invoice-number-use?${asked}`)).json.inward;
  };

  test('already used by the same supplier is warned of in any capitals, with the inward that has it', async () => {
    const material = await addMaterial(admin);
    const first = await addInward(admin, supplier, [[material, 1]], { invoiceNumber: 'HF/26-27/1' });
    expect(first.warnings).toEqual([]);
    const again = await addInward(admin, supplier, [[material, 1]], { invoiceNumber: ' hf/26-27/1 ' });
    expect(again.warnings).toEqual([
      {
        field: 'invoiceNumber',
        code: 'invoice_number_used',
        message: `Inward ${first.inwardId} of 01-11-2026 has this invoice number of this supplier already.`,
        inwardId: first.inwardId,
      },
    ]);
    await addInward(admin, supplier, [[material, 1]], { invoiceNumber: 'ÉLAN/1' });
    expect((await addInward(admin, supplier, [[material, 1]], { invoiceNumber: 'élan/1' })).warnings).toHaveLength(1);
    const body = inwardFields(supplier, [[material, 1]], { inwardId: first.inwardId, invoiceNumber: 'HF/26-27/1' });
    expect(warned(await admin('PUT', `/inward/${first.inwardId}`, body))).toEqual([
      ['invoiceNumber', 'invoice_number_used'],
    ]);
    const asked = { supplierId: supplier, invoiceNumber: 'HF/26-27/1' };
    expect(await use(asked)).toEqual({ inwardId: again.inwardId, inwardDate: '2026-11-01' });
    expect(await use({ ...asked, exceptId: again.inwardId })).toMatchObject({ inwardId: first.inwardId });
    await admin('DELETE', `/inward/${again.inwardId}`);
    expect(await use({ ...asked, exceptId: first.inwardId })).toBeNull();
    expect(warned(await admin('PUT', `/inward/${first.inwardId}`, body))).toEqual([]);
  });

  test('used by another supplier causes no warning', async () => {
    const material = await addMaterial(admin);
    const other = await addSupplier(admin);
    await addInward(admin, other, [[material, 1]], { invoiceNumber: 'RB-7' });
    expect((await addInward(admin, supplier, [[material, 1]], { invoiceNumber: 'RB-7' })).warnings).toEqual([]);
  });
});

describe('a quantity or a price of an inward', () => {
  test('ten times the last or more, or a tenth or less, is warned of at its line', async () => {
    const material = await addMaterial(admin, { name: 'Turmeric' });
    const first = await admin('POST', '/inward', lineOf(material, 50, 120.25));
    expect(warned(first)).toEqual([]);
    const more = await admin('POST', '/inward', lineOf(material, 500, 1202.5));
    expect(more.json.warnings.map(({ field, message }: Record<string, string>) => [field, message])).toEqual([
      ['rawMaterials.0.quantity', 'Last time: 50 kg. Is this right?'],
      ['rawMaterials.0.pricePerUnit', 'Last time: 120.25. Is this right?'],
    ]);
    expect(warned(await admin('POST', '/inward', lineOf(material, 499.999, 1202.49)))).toEqual([]);
    expect(warned(await admin('POST', '/inward', lineOf(material, 49.999, 120.24)))).toEqual([
      ['rawMaterials.0.quantity', 'unusual_quantity'],
      ['rawMaterials.0.pricePerUnit', 'unusual_price'],
    ]);
  });

  test('is compared with the newest other inward up to its date, each line by itself', async () => {
    const [pepper, ginger] = [await addMaterial(admin), await addMaterial(admin)];
    await admin('POST', '/inward', lineOf(pepper, 10, 100, { inwardDate: '2026-11-05' }));
    await admin('POST', '/inward', lineOf(pepper, 1000, 9, { inwardDate: '2026-10-05' }));
    const rawMaterials = [
      { rawMaterialId: ginger, quantity: 1000, pricePerUnit: 1000 },
      { rawMaterialId: pepper, quantity: 9, pricePerUnit: 1000 },
    ];
    const day = { inwardDate: '2026-11-05' };
    const saved = await admin('POST', '/inward', inwardFields(supplier, [], { rawMaterials, ...day }));
    expect(warned(saved)).toEqual([['rawMaterials.1.pricePerUnit', 'unusual_price']]);
    // Neither with itself nor with deleted records.
    const path = `/inward/${saved.json.inwardId}`;
    const body = lineOf(pepper, 9, 100, { inwardId: saved.json.inwardId, ...day });
    expect(warned(await admin('PUT', path, body))).toEqual([]);
    const earlier = await admin('PUT', path, { ...body, inwardDate: '2026-11-04' });
    expect(warned(earlier)).toEqual([
      ['rawMaterials.0.quantity', 'unusual_quantity'],
      ['rawMaterials.0.pricePerUnit', 'unusual_price'],
    ]);
    const asked = `/materials/${pepper}/last-price?exceptId=${saved.json.inwardId}`;
    expect((await admin('GET', asked)).json).toEqual({ pricePerUnit: 100, quantity: 10 });
    expect((await admin('GET', `${asked}&until=2026-11-04`)).json).toEqual({ pricePerUnit: 9, quantity: 1000 });
    expect((await admin('GET', `${asked}&until=2026-02-30`)).status).toBe(400);
    expect((await admin('GET', `/materials/${await addMaterial(admin)}/last-price`)).json).toEqual({
      pricePerUnit: null,
      quantity: null,
    });
  });

  test('is warned of again in the answer to a repeated request, and not in the history', async () => {
    const material = await addMaterial(admin);
    await admin('POST', '/inward', lineOf(material, 1, 1));
    const [body, key] = [lineOf(material, 10, 1), { 'idempotency-key': 'warned-once' }];
    const first = await admin('POST', '/inward', body, key);
    expect(warned(first)).toEqual([['rawMaterials.0.quantity', 'unusual_quantity']]);
    expect((await admin('POST', '/inward', body, key)).text).toBe(first.text);
    expect((await admin('GET', `/history/inward/${first.json.inwardId}`)).text).not.toContain('unusual');
    expect(Object.keys((await admin('GET', `/inward/${first.json.inwardId}`)).json)).not.toContain('warnings');
  });
});

describe('a quantity of a production', () => {
  test('ten times that of the newest other production, or a tenth of it, is warned of in the answer', async () => {
    const [turmeric, amla] = [await addMaterial(admin), await addMaterial(admin)];
    await addInward(admin, supplier, [
      [turmeric, 1000],
      [amla, 1000],
    ]);
    const line = (rawMaterialId: number, quantity: number) => {
      return { rawMaterialId, quantity, productionDate: '2026-11-10' };
    };
    const first = await admin('POST', '/Production', line(turmeric, 2));
    expect(warned(first)).toEqual([]);
    const many = await admin('POST', '/Production/create-multiple', [
      line(turmeric, 20),
      line(amla, 50),
      line(amla, 5),
    ]);
    expect(many.json.map(({ warnings }: { warnings: unknown[] }) => warnings)).toEqual([
      [{ field: 'quantity', code: 'unusual_quantity', message: 'Last time: 2 kg. Is this right?' }],
      // Neither precedes the other.
      [],
      [],
    ]);
    const id = many.json[0].productionId;
    expect(warned(await admin('PUT', `/Production/${id}`, line(turmeric, 20)))).toEqual([
      ['quantity', 'unusual_quantity'],
    ]);
    expect(warned(await admin('PUT', `/Production/${id}`, line(turmeric, 19.999)))).toEqual([]);
    const last = async (query = '') => (await admin('GET', `/materials/${turmeric}/last-quantity${query}`)).json;
    expect(await last()).toEqual({ quantity: 19.999 });
    expect(await last(`?exceptId=${id}`)).toEqual({ quantity: 2 });
    await admin('DELETE', `/Production/${id}`);
    expect(await last()).toEqual({ quantity: 2 });
    expect((await admin('GET', '/materials/999999/last-quantity')).status).toBe(404);
  });

  test('is not warned of for a material without other productions', async () => {
    const material = await addMaterial(admin);
    await addInward(admin, supplier, [[material, 1000]]);
    expect((await admin('GET', `/materials/${material}/last-quantity`)).json).toEqual({ quantity: null });
    const id = await addProduction(admin, material, 500);
    const fields = { rawMaterialId: material, quantity: 1, productionDate: '2026-11-10' };
    expect(warned(await admin('PUT', `/Production/${id}`, fields))).toEqual([]);
  });
});
