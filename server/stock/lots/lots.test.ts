import { describe, expect, test } from 'vitest';
import { errorTexts } from '#contract/core/errors.ts';
import { filtersOf } from '#contract/core/filters.ts';
import { weightUnits } from '#contract/stock/items/items.ts';
import { lotEndpoints, type LotRecord } from '#contract/stock/lots/lots.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import {
  addInward,
  addMaterial,
  addProduct,
  addProduction,
  addRun,
  addSupplier,
  batchFields,
  inwardFields,
  runFields,
  stockOf,
} from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const otherSession = app.withToken(await app.sessionOf('admin'));
const { readLot } = worldOf(admin);
verifyAfterEach(app);
const supplier = await addSupplier(admin, { name: 'Wayanad Growers' });

/** Lots of a material, one per quantity, oldest first; their ids. */
async function addLots(material: number, ...quantities: number[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, quantity] of quantities.entries()) {
    const over = { inwardDate: `2026-11-0${index + 1}`, invoiceNumber: `WG/${index + 1}` };
    ids.push((await addInward(admin, supplier, [[material, quantity]], over)).rawMaterials[0].id);
  }
  return ids;
}

const change = (id: number, body: object) => admin('PUT', `/lots/${id}`, body);
const takenBy = async (production: number): Promise<[number, number][]> =>
  (await admin('GET', `/Production/${production}`)).json.lots.map((lot: { lotId: number; quantity: number }) => [
    lot.lotId,
    lot.quantity,
  ]);

describe('a lot', () => {
  test('has its origin, the quantity left, and each movement with its document', async () => {
    const material = await addMaterial(admin, { name: 'Turmeric' });
    const [lot = 0] = await addLots(material, 10);
    const production = await addProduction(admin, material, 4);
    await addProduction(admin, material, 1);
    await admin('DELETE', `/Production/${production}`);
    const found = await readLot(lot);
    expect(found).toMatchObject({
      rawMaterialId: material,
      productId: null,
      itemName: 'Turmeric',
      unit: 'kg',
      code: 'TUR-2611-01',
      origin: 'received',
      originDocument: { kind: 'inward', label: 'WG/1' },
      supplierName: 'Wayanad Growers',
      madeOrReceivedOn: '2026-11-01',
      expiresOn: null,
      state: 'released',
      quantityIn: 10,
      onHandQty: 9,
    });
    const movements = found.movements.map((each: { kind: string; quantity: number; reversed: boolean }) => [
      each.kind,
      each.quantity,
      each.reversed,
    ]);
    expect(movements).toEqual([
      ['received', 10, false],
      ['consumed', -4, true],
      ['consumed', -1, false],
      ['consumed', 4, false],
    ]);
    expect(found.movements[1].document).toMatchObject({ kind: 'run', label: 'Production of 10-11-2026' });
    expect(found.movements[3].reversesId).toBe(found.movements[1].movementId);
  });

  test('gets the next number of its material and month as its code, whatever codes the others have', async () => {
    const material = await addMaterial(admin, { name: 'अदरक' });
    const nameless = await addMaterial(admin, { name: '12 / 7' });
    const both: [number, number][] = [
      [material, 1],
      [nameless, 1],
      [material, 1],
    ];
    const inward = await addInward(admin, supplier, both, { inwardDate: '2026-09-30' });
    const codesOf = async (lines: { id: number }[]) =>
      await Promise.all(lines.map(async ({ id }) => (await readLot(id)).code));
    expect(await codesOf(inward.rawMaterials)).toEqual(['अदर-2609-01', 'LOT-2609-01', 'अदर-2609-02']);
    await change(inward.rawMaterials[2].id, { code: 'अदर-2609-41' });
    const next = await addInward(admin, supplier, [[material, 1]], { inwardDate: '2026-09-02' });
    expect(await codesOf(next.rawMaterials)).toEqual(['अदर-2609-42']);
    // Written codes of any form leave the proposed ones unique.
    for (const code of ['अदर-2609-#1', 'अदर-2609-', 'अदर-2609--5', 'अदर-02609-99', 'अदर-2609-123456789012345678']) {
      const written = await addInward(admin, supplier, [[material, 1]], { inwardDate: '2026-09-03' });
      expect((await change(written.rawMaterials[0].id, { code })).status).toBe(200);
      const two: [number, number][] = [
        [material, 1],
        [material, 1],
      ];
      const inwards = [await addInward(admin, supplier, two, { inwardDate: '2026-09-04' })];
      inwards.push(await addInward(admin, supplier, two, { inwardDate: '2026-09-05' }));
      const codes = await codesOf(inwards.flatMap(({ rawMaterials }) => rawMaterials));
      expect(new Set(codes).size, code).toBe(4);
    }
  });

  test('can get another code until it is used, and none that another lot of its item has', async () => {
    const material = await addMaterial(admin, { name: 'Pepper' });
    const [first = 0, second = 0] = await addLots(material, 2, 3);
    const fields = { code: 'Lot A', supplierLotNumber: 'W-118', expiresOn: '2027-03-31' };
    const changed = await change(first, fields);
    expect([changed.status, changed.json], changed.text).toEqual([200, expect.objectContaining(fields)]);
    const used = await change(second, { ...fields, code: 'LOT a' });
    expect([used.status, used.json.errors]).toEqual([
      409,
      { code: ['Another lot of this item has the code "LOT a".'] },
    ]);
    await addProduction(admin, material, 1);
    expect((await change(first, { ...fields, code: 'Lot B' })).status).toBe(409);
    expect((await change(first, { ...fields, supplierLotNumber: '', expiresOn: null })).status).toBe(200);
    const [event] = (await admin('GET', `/history/lots/${first}`)).json;
    expect(event.changes.map((each: { label: string }) => each.label)).toEqual(['Supplier lot number', 'Expires on']);
  });

  test('keeps the first change when two people edit it at once', async () => {
    const [lot = 0] = await addLots(await addMaterial(admin), 1);
    const { code, updatedAt } = await readLot(lot);
    expect((await change(lot, { code, updatedAt, supplierLotNumber: 'A' })).status).toBe(200);
    const late = { code, updatedAt, supplierLotNumber: 'B' };
    expect((await otherSession('PUT', `/lots/${lot}`, late)).status).toBe(409);
    expect((await readLot(lot)).supplierLotNumber).toBe('A');
  });

  test('makes an older edit of its document a conflict once it was changed', async () => {
    const material = await addMaterial(admin);
    const { inwardId, updatedAt, rawMaterials } = await addInward(admin, supplier, [[material, 5]]);
    const opening = { kind: 'opening', date: '2026-11-01', lines: [{ rawMaterialId: material, quantity: 2 }] };
    const opened = (await admin('POST', '/adjustments', opening)).json;
    for (const lotId of [rawMaterials[0].lotId, opened.lines[0].lotId]) {
      expect((await change(lotId, { expiresOn: '2027-05-01' })).status).toBe(200);
    }
    const {
      runId,
      updatedAt: runAt,
      outputs,
    } = await addRun(admin, [{ rawMaterialId: material, quantity: 2 }], {
      outputs: [batchFields(await addProduct(admin), 1)],
    });
    const [batch] = outputs;
    expect((await change(batch.lotId, { expiresOn: batch.expiryDate, claim: 'conventional' })).status).toBe(200);
    const run = runFields([{ rawMaterialId: material, quantity: 2 }], { outputs, reason: 'Weighed', updatedAt: runAt });
    const edits: [string, object][] = [
      [`/production-runs/${runId}`, run],
      [`/inward/${inwardId}`, inwardFields(supplier, [[material, 5]], { inwardId, updatedAt })],
      [`/adjustments/${opened.adjustmentId}`, { ...opening, updatedAt: opened.updatedAt }],
    ];
    for (const [path, body] of edits) {
      const late = await admin('PUT', path, body);
      expect([late.status, late.json.message], path).toEqual([409, errorTexts.changedMeanwhile]);
    }
  });

  test('is deleted with its line', async () => {
    const material = await addMaterial(admin, { name: 'Saffron' });
    const inward = await addInward(admin, supplier, [[material, 1]]);
    const lot = inward.rawMaterials[0].id;
    await admin('DELETE', `/inward/${inward.inwardId}`);
    expect((await admin('GET', `/lots/${lot}`)).status).toBe(404);
    expect((await admin('GET', `/lots?search=saffron`)).json).toEqual([]);
  });
});

describe('the lots allocated to production', () => {
  test('are those that expire first, then those without an expiry date, and expired ones last', async () => {
    const material = await addMaterial(admin);
    const [never = 0, late = 0, soon = 0, expired = 0] = await addLots(material, 1, 1, 1, 1);
    const dates: [number, string][] = [
      [late, '2027-06-30'],
      [soon, '2026-12-31'],
      [expired, '2026-11-09'],
    ];
    for (const [id, expiresOn] of dates) await change(id, { code: (await readLot(id)).code, expiresOn });
    expect(await takenBy(await addProduction(admin, material, 1.5))).toEqual([
      [late, 0.5],
      [soon, 1],
    ]);
    expect(await takenBy(await addProduction(admin, material, 2))).toEqual([
      [never, 1],
      [late, 0.5],
      [expired, 0.5],
    ]);
  });

  test('leave out a lot on hold until it is released', async () => {
    const material = await addMaterial(admin, { name: 'Clove' });
    const [held = 0, open = 0] = await addLots(material, 5, 2);
    const reason = { reason: 'Moisture above 10 %' };
    const hold = await admin('POST', `/lots/${held}/hold`, reason);
    expect([hold.status, hold.json.state, hold.json.stateReason], hold.text).toEqual([200, 'onHold', reason.reason]);
    expect((await admin('POST', `/lots/${held}/hold`, reason)).status).toBe(409);
    const body = { rawMaterialId: material, quantity: 2.001, productionDate: '2026-11-10' };
    const refused = await admin('POST', '/Production', body);
    expect([refused.status, refused.json.message, refused.json.errors]).toEqual([
      409,
      'Quantity for Clove exceeds available balance! Available 7 kg, of it 5 kg on hold.',
      { quantity: ['Quantity exceeds available balance! Max: 2'] },
    ]);
    expect(await takenBy(await addProduction(admin, material, 2))).toEqual([[open, 2]]);
    expect(await stockOf(admin, material)).toEqual([7, 2, 5]);
    const [row] = (await admin('GET', '/Production/get-rawmaterial-stock?search=clove')).json;
    expect(row).toMatchObject({ balanceQty: 5, onHoldQty: 5, adjustedQty: 0 });
    await admin('POST', `/lots/${held}/release`, { reason: 'Dried again, 9 %' });
    expect((await admin('POST', `/lots/${held}/release`, { reason: 'again' })).status).toBe(409);
    expect(await takenBy(await addProduction(admin, material, 1))).toEqual([[held, 1]]);
    const events = (await admin('GET', `/history/lots/${held}`)).json;
    expect(events.map((each: { action: string }) => each.action)).toEqual(['release', 'hold']);
  });

  test('leave out a lot from the answer to its hold on, also for productions at that moment', async () => {
    const material = await addMaterial(admin);
    const [lot = 0] = await addLots(material, 100);
    const produce = () =>
      admin('POST', '/Production', { rawMaterialId: material, quantity: 1, productionDate: '2026-11-10' });
    const before = Array.from({ length: 10 }, produce);
    const hold = admin('POST', `/lots/${lot}/hold`, { reason: 'Recall drill' });
    const beside = Array.from({ length: 10 }, produce);
    expect((await hold).status).toBe(200);
    const after = await Promise.all(Array.from({ length: 5 }, produce));
    expect(after.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    const made = (await Promise.all([...before, ...beside])).filter(({ status }) => status === 201).length;
    expect(await stockOf(admin, material)).toEqual([100, made, 100 - made]);
  });
});

test('the list is searched by code, supplier lot number, item and supplier, and filtered by item, state and stock', async () => {
  const material = await addMaterial(admin, { name: 'Vanilla, Coorg' });
  const [empty = 0, held = 0, open = 0] = await addLots(material, 1, 2, 3);
  await addProduction(admin, material, 1);
  await admin('POST', `/lots/${held}/hold`, { reason: 'Sample' });
  await change(open, { code: 'VAN-X', supplierLotNumber: 'Coop 7781' });
  const { itemId } = await readLot(open);
  const found = async (query: string) => {
    const { json } = await admin('GET', `/lots?${query}`);
    return json.map((lot: { lotId: number }) => lot.lotId);
  };
  expect(await found(`itemId=${itemId}`)).toEqual([open, held, empty]);
  expect(await found(`itemId=${itemId}&hasStock=true&sort=onHandQty`)).toEqual([held, open]);
  expect(await found(`itemId=${itemId}&hasStock=false`)).toEqual([empty]);
  expect(await found(`state=onHold&search=vanilla`)).toEqual([held]);
  // Lots received without a claim are shown and filtered as conventional.
  expect(await found(`itemId=${itemId}&claim=conventional`)).toEqual([open, held, empty]);
  expect(await found(`itemId=${itemId}&claim=organic`)).toEqual([]);
  const { json: totals } = await admin('GET', `/lots/totals?itemId=${itemId}&claim=conventional`);
  expect(totals.count).toBe(2);
  expect(await found('search=van-x')).toEqual([open]);
  expect(await found('search=coop 77')).toEqual([open]);
  expect(await found('search=wayanad&pageSize=2&page=1')).toHaveLength(2);
  const { supplierId } = await readLot(open);
  expect((await found(`supplierId=${supplierId}`)).slice(0, 3)).toEqual([open, held, empty]);
  expect(await found(`supplierId=${await addSupplier(admin)}`)).toEqual([]);
  const wrong = await admin('GET', '/lots?state=lost&hasStock=maybe');
  expect([wrong.status, Object.keys(wrong.json.errors).toSorted()]).toEqual([400, ['hasStock', 'state']]);
});

test('the weight of an item is known by its unit, or as people entered it', async () => {
  const [kilos, pieces] = [await addMaterial(admin), await addMaterial(admin, { name: 'Jar lids', unit: 'piece' })];
  const items = (await admin('GET', '/items')).json;
  const itemOf = (id: number) => items.find((each: { rawMaterialId: number }) => each.rawMaterialId === id);
  expect(itemOf(kilos)).toMatchObject({ kind: 'rawMaterial', gramsPerUnit: 1000, part: 'ingredient', onHandQty: 0 });
  expect(itemOf(pieces).gramsPerUnit).toBeNull();
  const { itemId } = itemOf(pieces);
  const fields = { gramsPerUnit: 12.5, part: 'packaging', balanceTolerancePercent: 0.5, reorderLevel: 200 };
  const saved = await admin('PUT', `/items/${itemId}`, fields);
  expect([saved.status, saved.json], saved.text).toEqual([200, expect.objectContaining(fields)]);
  expect((await admin('GET', `/items/${itemId}`)).json).toEqual(saved.json);
  const bad = await admin('PUT', `/items/${itemId}`, { ...fields, gramsPerUnit: 0, balanceTolerancePercent: 100.001 });
  expect([bad.status, Object.keys(bad.json.errors)]).toEqual([400, ['gramsPerUnit', 'balanceTolerancePercent']]);
  const [event] = (await admin('GET', `/history/items/${itemId}`)).json;
  expect(event.changes.map((each: { after: string }) => each.after)).toEqual([
    '12.500',
    'Packaging',
    '0.500',
    '200 piece',
  ]);
});

test('the weight of an item follows a unit of weight, also when that is changed later, and else stays as entered', async () => {
  const [materialId, productId] = [await addMaterial(admin, { unit: 'litre' }), await addProduct(admin)];
  for (const path of [`/materials/${materialId}`, `/products/${productId}`]) {
    const { json: master } = await admin('GET', path);
    const itemOf = async () => (await admin('GET', `/items/${master.itemId}`)).json;
    const saved = await admin('PUT', `/items/${master.itemId}`, { ...(await itemOf()), gramsPerUnit: 920 });
    expect(saved.status, saved.text).toBe(200);
    for (const [unit, milligrams] of [...weightUnits, ['KG', 1_000_000] as const, ['sack', 920_000] as const]) {
      await admin('PUT', path, { ...master, unit, updatedAt: undefined });
      expect((await itemOf()).gramsPerUnit, `${path} in ${unit}`).toBe(milligrams / 1000);
    }
  }
  for (const [unit, milligrams] of weightUnits) {
    const { itemId } = (await admin('GET', `/materials/${await addMaterial(admin, { unit })}`)).json;
    expect((await admin('GET', `/items/${itemId}`)).json.gramsPerUnit, unit).toBe(milligrams / 1000);
  }
});

test('everybody reads lots and puts them on hold; only admins and managers release and change them and items', async () => {
  const [lot = 0] = await addLots(await addMaterial(admin), 1);
  const [user, manager] = [await app.as('user'), await app.as('manager')];
  expect((await user('GET', `/lots/${lot}`)).status).toBe(200);
  expect((await user('POST', `/lots/${lot}/hold`, { reason: 'Moth' })).json.state).toBe('onHold');
  expect((await user('POST', `/lots/${lot}/release`, { reason: 'x' })).status).toBe(403);
  expect((await user('PUT', `/lots/${lot}`, {})).status).toBe(403);
  expect((await user('PUT', `/items/1`, {})).status).toBe(403);
  expect((await manager('POST', `/lots/${lot}/release`, { reason: 'x' })).json.state).toBe('released');
});

test('the filter by claim compares the entered claim, not the computed one', async () => {
  const supplierId = await addSupplier(admin);
  const certificate = { holder: 'supplier', supplierId, scheme: 'NPOP', number: 'ORG/F', allItems: true };
  const season = { validFrom: '2026-04-01', validTo: '2027-03-31' };
  const { json: added } = await admin('POST', '/certificates', { ...certificate, ...season });
  const rawMaterialId = await addMaterial(admin, { unit: 'kg' });
  const line = { rawMaterialId, quantity: 20, pricePerUnit: 1, claim: 'organic' };
  await addInward(admin, supplierId, [], { inwardDate: '2026-10-12', rawMaterials: [line] });
  const productId = await addProduct(admin, { unit: 'kg' });
  const outputs = [batchFields(productId, 5, { claim: 'organic' }), batchFields(productId, 5)];
  const { outputs: made } = await addRun(admin, [{ rawMaterialId, quantity: 10 }], { outputs });
  const [entered] = made;
  const query = `itemId=${(await admin('GET', `/products/${productId}`)).json.itemId}&claim=organic`;
  const found = async () => {
    const { json } = await admin('GET', `/lots?${query}`);
    const { json: totals } = await admin('GET', `/lots/totals?${query}`);
    return [json.map(({ lotId, claim }: LotRecord) => [lotId, claim]), totals.count];
  };
  expect(await found()).toEqual([[[entered.lotId, 'organic']], 1]);
  const withdrawn = { ...certificate, ...season, withdrawnOn: '2026-10-01' };
  expect((await admin('PUT', `/certificates/${added.certificateId}`, withdrawn)).status).toBe(200);
  expect(await found()).toEqual([[[entered.lotId, 'conventional']], 1]);
  const filters = new Map(filtersOf(lotEndpoints.list.query));
  expect(filters.get('claim')?.label).toBe('Claim as entered');
});
