import { describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier, inwardFields, stockOf } from '#test/factories.ts';
import { verifyAfterEach } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
verifyAfterEach(app);
const supplier = await addSupplier(admin);

/** The inwards and quantities that a production consumed. */
async function takenBy(productionId: number): Promise<[string, number][]> {
  const { json } = await admin('GET', `/Production/${productionId}`);
  return json.lots.map((lot: { invoiceNumber: string; quantity: number }) => [lot.invoiceNumber, lot.quantity]);
}

async function buy(material: number, quantity: number, inwardDate: string, invoiceNumber: string) {
  return await addInward(admin, supplier, [[material, quantity]], { inwardDate, invoiceNumber });
}

describe('production consumes lots in the order of allocation', () => {
  test('by the earliest expiry date, also on that day; expired lots come last', async () => {
    const material = await addMaterial(admin);
    const dates = { never: null, later: '2026-12-01', today: '2026-11-10', past: '2026-11-09' };
    for (const [invoiceNumber, expiresOn] of Object.entries(dates)) {
      const rawMaterials = [{ rawMaterialId: material, quantity: 1, pricePerUnit: 10, expiresOn }];
      await addInward(admin, supplier, [], { invoiceNumber, rawMaterials });
    }
    for (const name of ['today', 'later', 'never', 'past']) {
      expect(await takenBy(await addProduction(admin, material, 1))).toEqual([[name, 1]]);
    }
  });

  test('then by the day of receipt, then by id, over several lots', async () => {
    const material = await addMaterial(admin);
    await buy(material, 5, '2026-11-03', 'late');
    await buy(material, 2, '2026-11-01', 'early');
    await buy(material, 1, '2026-11-01', 'early too');
    const production = await addProduction(admin, material, 4.5);
    expect(await takenBy(production)).toEqual([
      ['early', 2],
      ['early too', 1],
      ['late', 1.5],
    ]);
    expect(await stockOf(admin, material)).toEqual([8, 4.5, 3.5]);
  });

  test('also over more lots than are read at once', async () => {
    const material = await addMaterial(admin);
    for (let count = 0; count < 3; count += 1) {
      await addInward(
        admin,
        supplier,
        Array.from({ length: 40 }, (): [number, number] => [material, 0.001]),
      );
    }
    await addProduction(admin, material, 0.12);
    expect(await stockOf(admin, material)).toEqual([0.12, 0.12, 0]);
  });

  test('also when the oldest of very many lots was recorded last', async () => {
    const material = await addMaterial(admin);
    const many = Array.from({ length: 60 }, (): [number, number] => [material, 1]);
    await addInward(admin, supplier, many, { inwardDate: '2026-11-05' });
    await buy(material, 1, '2026-10-01', 'oldest');
    expect(await takenBy(await addProduction(admin, material, 1))).toEqual([['oldest', 1]]);
  });

  test('lots received after its day come only when the others are not enough, and are marked', async () => {
    const material = await addMaterial(admin);
    await buy(material, 2, '2026-11-12', 'later');
    await buy(material, 1, '2026-11-09', 'before');
    const production = await addProduction(admin, material, 1.5, { productionDate: '2026-11-10' });
    const { lots } = (await admin('GET', `/Production/${production}`)).json;
    expect(
      lots.map((lot: { invoiceNumber: string; quantity: number; beforeReceipt: boolean }) => [
        lot.invoiceNumber,
        lot.quantity,
        lot.beforeReceipt,
      ]),
    ).toEqual([
      ['before', 1, false],
      ['later', 0.5, true],
    ]);
  });

  test('the whole balance can be consumed, and not a gram more', async () => {
    const material = await addMaterial(admin);
    await buy(material, 6.5, '2026-11-01', 'all');
    expect(
      (await admin('POST', '/Production', { rawMaterialId: material, quantity: 6.501, productionDate: '2026-11-02' }))
        .status,
    ).toBe(409);
    await addProduction(admin, material, 6.5);
    expect(await stockOf(admin, material)).toEqual([6.5, 6.5, 0]);
  });
});

describe('editing and deleting a production', () => {
  test('a production keeps its lots: another day moves nothing, more is allocated by the rule, and less releases the last allocated', async () => {
    const material = await addMaterial(admin);
    await buy(material, 2, '2026-11-05', 'second');
    const production = await addProduction(admin, material, 1);
    await buy(material, 3, '2026-11-01', 'first');
    const change = (over: object) =>
      admin('PUT', `/Production/${production}`, {
        rawMaterialId: material,
        quantity: 1,
        productionDate: '2026-11-10',
        ...over,
      });
    expect((await change({ productionDate: '2026-11-12' })).json.productionDate).toBe('2026-11-12');
    expect(await takenBy(production)).toEqual([['second', 1]]);
    await change({ quantity: 4 });
    expect(await takenBy(production)).toEqual([
      ['first', 3],
      ['second', 1],
    ]);
    await change({ quantity: 2.5 });
    expect(await takenBy(production)).toEqual([
      ['first', 1.5],
      ['second', 1],
    ]);
    await change({ quantity: 0.25 });
    expect(await takenBy(production)).toEqual([['second', 0.25]]);
  });

  test('the quantity that an edited production had consumed counts as available to it', async () => {
    const material = await addMaterial(admin);
    await buy(material, 5, '2026-11-01', 'only');
    const production = await addProduction(admin, material, 5);
    const refused = await admin('PUT', `/Production/${production}`, {
      rawMaterialId: material,
      quantity: 5.001,
      productionDate: '2026-11-10',
    });
    expect([refused.status, refused.json.errors]).toEqual([
      409,
      { quantity: ['Quantity exceeds available balance! Max: 5'] },
    ]);
    expect(
      (
        await admin('PUT', `/Production/${production}`, {
          rawMaterialId: material,
          quantity: 4.5,
          productionDate: '2026-11-10',
        })
      ).status,
    ).toBe(200);
  });

  test('a change to another material returns the first to stock', async () => {
    const [first, second] = [await addMaterial(admin), await addMaterial(admin)];
    await addInward(admin, supplier, [
      [first, 5],
      [second, 3],
    ]);
    const production = await addProduction(admin, first, 4);
    await admin('PUT', `/Production/${production}`, {
      rawMaterialId: second,
      quantity: 3,
      productionDate: '2026-11-10',
    });
    expect([await stockOf(admin, first), await stockOf(admin, second)]).toEqual([
      [5, 0, 5],
      [3, 3, 0],
    ]);
  });

  test('deleting returns all to stock, by adding reversals', async () => {
    const material = await addMaterial(admin);
    await buy(material, 5, '2026-11-01', 'kept');
    const production = await addProduction(admin, material, 4);
    await admin('DELETE', `/Production/${production}`);
    expect(await stockOf(admin, material)).toEqual([5, 0, 5]);
    const movements = await app.store.db
      .selectFrom('movement')
      .select(['quantity', 'reverses_id'])
      .where('document_kind', '=', 'run')
      .where('line_id', '=', production)
      .orderBy('id')
      .execute();
    expect(movements.map((each) => [each.quantity, each.reverses_id !== null])).toEqual([
      [-4000, false],
      [4000, true],
    ]);
  });
});

describe('a quantity consumed from a lot stays consumed from it', () => {
  test('an inward may be reduced to that quantity, and no further: the 409 names lot, quantity and documents', async () => {
    const material = await addMaterial(admin, { name: 'Turmeric, Lakadong' });
    const { inwardId } = await buy(material, 5, '2026-11-01', 'first');
    await buy(material, 5, '2026-11-02', 'second');
    const productions = [
      await addProduction(admin, material, 3, { productionDate: '2026-11-12' }),
      await addProduction(admin, material, 1.5, { productionDate: '2026-11-14' }),
    ];
    const shrink = (quantity: number) =>
      admin('PUT', `/inward/${inwardId}`, inwardFields(supplier, [[material, quantity]], { inwardId }));
    const sentence =
      '4.500 kg of Turmeric, Lakadong, lot TUR-2611-01, already taken ' +
      'by Production of 14-11-2026 (1.500 kg), Production of 12-11-2026 (3 kg).';
    const runs = await Promise.all(productions.map(async (id) => (await admin('GET', `/Production/${id}`)).json.runId));
    for (const refused of [await shrink(4.499), await admin('DELETE', `/inward/${inwardId}`)]) {
      expect([refused.status, refused.json.code, refused.json.message]).toEqual([409, 'conflict', sentence]);
      expect(refused.json.documents).toEqual([
        { kind: 'run', id: runs[1], label: 'Production of 14-11-2026' },
        { kind: 'run', id: runs[0], label: 'Production of 12-11-2026' },
      ]);
    }
    expect((await shrink(4.5)).status).toBe(200);
    expect(await stockOf(admin, material)).toEqual([9.5, 4.5, 5]);
    for (const id of productions) expect(await takenBy(id)).toEqual([[expect.any(String), expect.any(Number)]]);
  });

  test('its inward can be dated after the production, whose lot is then marked as consumed before receipt', async () => {
    const material = await addMaterial(admin);
    const { inwardId } = await buy(material, 5, '2026-11-01', 'redated');
    const production = await addProduction(admin, material, 2, { productionDate: '2026-11-05' });
    const lotsOf = async () => (await admin('GET', `/Production/${production}`)).json.lots;
    expect((await lotsOf())[0].beforeReceipt).toBe(false);
    const later = inwardFields(supplier, [[material, 5]], { inwardId, inwardDate: '2026-11-08' });
    expect((await admin('PUT', `/inward/${inwardId}`, later)).status).toBe(200);
    expect(await lotsOf()).toMatchObject([{ inwardDate: '2026-11-08', quantity: 2, beforeReceipt: true }]);
  });

  test('its inward can be deleted once the production is deleted', async () => {
    const material = await addMaterial(admin);
    const { inwardId } = await buy(material, 5, '2026-11-01', 'given back');
    const production = await addProduction(admin, material, 2);
    expect((await admin('DELETE', `/inward/${inwardId}`)).status).toBe(409);
    await admin('DELETE', `/Production/${production}`);
    expect((await admin('DELETE', `/inward/${inwardId}`)).status).toBe(200);
    expect(await stockOf(admin, material)).toEqual([0, 0, 0]);
  });

  test('a line that becomes another material is a new lot', async () => {
    const [first, second] = [await addMaterial(admin), await addMaterial(admin)];
    const inward = await addInward(admin, supplier, [[first, 5]]);
    const body = inwardFields(supplier, [[second, 5]]);
    const lineId = inward.rawMaterials[0].id;
    const changed = await admin('PUT', `/inward/${inward.inwardId}`, {
      ...body,
      inwardId: inward.inwardId,
      rawMaterials: [{ ...body.rawMaterials[0], id: lineId }],
    });
    expect(changed.json.rawMaterials[0].id).not.toBe(lineId);
    expect([await stockOf(admin, first), await stockOf(admin, second)]).toEqual([
      [0, 0, 0],
      [5, 0, 5],
    ]);
  });

  test('a line that only changes its quantity keeps its lot, also when it is sent without its id', async () => {
    const material = await addMaterial(admin);
    const inward = await addInward(admin, supplier, [
      [material, 5],
      [material, 7],
    ]);
    const ids = inward.rawMaterials.map((line: { id: number }) => line.id);
    const lines: [number, number][] = [
      [material, 6],
      [material, 8],
    ];
    const { inwardId } = inward;
    const changed = await admin('PUT', `/inward/${inwardId}`, inwardFields(supplier, lines, { inwardId }));
    expect(changed.json.rawMaterials.map((line: { id: number }) => line.id)).toEqual(ids);
  });
});

test('the refusal to delete a lot that thousands of productions used is one sentence', async () => {
  const material = await addMaterial(admin, { name: 'Sugar' });
  const first = await buy(material, 5000, '2026-11-01', 'used by thousands');
  const line = { rawMaterialId: material, quantity: 1, productionDate: '2026-11-10' };
  for (let count = 0; count < 20; count += 1) {
    const lines = Array.from({ length: 200 }, () => line);
    await admin('POST', '/Production/create-multiple', lines);
  }
  const refused = await admin('DELETE', `/inward/${first.inwardId}`);
  expect([refused.status, refused.json.documents.length]).toEqual([409, 20]);
  expect(refused.json.message).toMatch(/^4,000 kg of Sugar, .* \(200 kg\) and 15 more\.$/);
});

test('edits that swap the materials of two inwards while both are consumed all finish', async () => {
  const [first, second] = [await addMaterial(admin), await addMaterial(admin)];
  await addInward(admin, supplier, [
    [first, 1000],
    [second, 1000],
  ]);
  const inwards = await Promise.all([1, 2, 3, 4].map(() => addInward(admin, supplier, [[first, 1]])));
  const line = (rawMaterialId: number) => ({ rawMaterialId, quantity: 0.001, productionDate: '2026-11-10' });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const swapped = index % 3 ? first : second;
      if (index % 2) return admin('POST', '/Production/create-multiple', [line(first), line(second)]);
      const { inwardId } = inwards[index % 4];
      return admin('PUT', `/inward/${inwardId}`, inwardFields(supplier, [[swapped, 1]], { inwardId }));
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
});

describe('the last of a material', () => {
  test.each(Array.from({ length: 5 }, (_, index) => index))(
    'requested by eight at once is allocated to exactly one (%i)',
    async () => {
      const material = await addMaterial(admin, { name: 'Kokum' });
      await buy(material, 5, '2026-11-01', 'last');
      const body = { rawMaterialId: material, quantity: 4, productionDate: '2026-11-10' };
      const answers = await Promise.all(Array.from({ length: 8 }, () => admin('POST', '/Production', body)));
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
        201,
        ...Array.from({ length: 7 }, () => 409),
      ]);
      const refused = answers.filter((answer) => answer.status === 409).map((answer) => answer.json.message);
      expect(new Set(refused)).toEqual(new Set(['Quantity for Kokum exceeds available balance!']));
      expect(await stockOf(admin, material)).toEqual([5, 4, 1]);
    },
  );

  test('never falls below zero by productions and edits of its inwards at once', async () => {
    const materials = [await addMaterial(admin), await addMaterial(admin), await addMaterial(admin)];
    const inwards = await Promise.all(
      Array.from({ length: 6 }, () =>
        addInward(
          admin,
          supplier,
          materials.map((id): [number, number] => [id, 10]),
        ),
      ),
    );
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const inward = inwards[index % inwards.length];
        const lines = materials
          .toReversed()
          .map((rawMaterialId) => ({ rawMaterialId, quantity: 2 + (index % 3), productionDate: '2026-11-10' }));
        if (index % 3 === 0)
          return await admin(
            'PUT',
            `/inward/${inward.inwardId}`,
            inwardFields(
              supplier,
              materials.map((id): [number, number] => [id, 4 + (index % 7)]),
              { inwardId: inward.inwardId },
            ),
          );
        if (index % 10 === 7) return await admin('DELETE', `/inward/${inward.inwardId}`);
        return await admin('POST', '/Production/create-multiple', index % 2 ? lines : lines.toReversed());
      }),
    );
    expect(answers.map((answer) => answer.status).filter((status) => ![200, 201, 404, 409].includes(status))).toEqual(
      [],
    );
    for (const material of materials) expect((await stockOf(admin, material))[2]).toBeGreaterThanOrEqual(0);
  });
});

describe('a lot in which a count found a surplus', () => {
  async function counted() {
    const material = await addMaterial(admin);
    const inward = await buy(material, 5, '2026-11-01', `counted ${material}`);
    const [{ id: lotId }] = inward.rawMaterials;
    const count = { kind: 'count', date: '2026-11-02', reason: '', lines: [{ lotId, quantity: 8 }] };
    const { status, json, text } = await admin('POST', '/adjustments', count);
    expect(status, text).toBe(201);
    return { material, inward, adjustmentId: json.adjustmentId };
  }

  test('cannot be deleted with its inward until the count is deleted', async () => {
    const { inward, adjustmentId } = await counted();
    const refused = await admin('DELETE', `/inward/${inward.inwardId}`);
    expect([refused.status, refused.json.documents]).toEqual([
      409,
      [{ kind: 'adjustment', id: adjustmentId, label: 'Stock count of 02-11-2026' }],
    ]);
    expect((await admin('DELETE', `/adjustments/${adjustmentId}`)).status).toBe(200);
    expect((await admin('DELETE', `/inward/${inward.inwardId}`)).status).toBe(200);
  });

  test('covers the used quantity with the surplus when its inward is changed', async () => {
    const { material, inward } = await counted();
    await addProduction(admin, material, 7);
    const change = async (quantity: number) =>
      await admin('PUT', `/inward/${inward.inwardId}`, {
        ...inward,
        billAttachment: null,
        updatedAt: undefined,
        status: 'paid',
        rawMaterials: [{ rawMaterialId: material, quantity, pricePerUnit: 10 }],
      });
    expect((await change(5)).status).toBe(200);
    expect((await change(4)).status).toBe(200);
    expect((await change(3.999)).status).toBe(409);
  });
});
