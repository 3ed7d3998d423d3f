/** Opening stock with a supplier is proved like a purchase: by the certificates that cover its day. */
import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRun, addSupplier, batchFields, certificateFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { fileOf } from '#test/packFiles.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { done, balance, itemOf, addCertificate, addOwnCertificate, importSheet } = worldOf(admin);
await addOwnCertificate();

let count = 0;

const { buyerId } = await done('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 });

const opening = (lines: object[], over: object = {}) => ({
  kind: 'opening',
  date: '2026-11-01',
  reason: 'Begun',
  lines,
  ...over,
});

/** Opens 50 units of a material, organic; answers the adjustment. */
async function open(rawMaterialId: number, line: object = {}) {
  const code = `OPEN-${(count += 1)}`;
  return await done(
    'POST',
    '/adjustments',
    opening([{ rawMaterialId, quantity: 50, code, claim: 'organic', ...line }]),
  );
}

/** Makes a batch of 40 of a lot, and sends 30 of it; answers its lot. */
async function sell(rawMaterialId: number, lotId: number, claim?: string): Promise<number> {
  const productId = await addProduct(admin, { unit: 'kg' });
  const taken = { rawMaterialId, quantity: 40, lots: [{ lotId, quantity: 40 }] };
  const { outputs } = await addRun(admin, [taken], { outputs: [batchFields(productId, 40, { claim })] });
  const lines = [{ lotId: outputs[0].lotId, quantity: 30 }];
  await done('POST', '/dispatches', { buyerId, dispatchDate: '2026-11-15', invoiceNumber: `B/${(count += 1)}`, lines });
  return outputs[0].lotId;
}

async function unprovedOf(lotId: number) {
  const { json } = await admin('GET', '/readiness');
  const { entries } = json.find(({ kind }: { kind: string }) => kind === 'organicByOverride');
  return entries.find(({ link }: { link: string }) => link === `/lots/${lotId}`);
}

const read = async (path: string) => (await admin('GET', path)).json;

test('opening stock of a supplier with a certificate is proved: lot, mass balance, Readiness and trace', async () => {
  const [supplierId, rawMaterialId] = [await addSupplier(admin, { name: 'Nilgiri Growers' }), await addMaterial(admin)];
  const { certificateId, number } = await addCertificate(supplierId);
  const { adjustmentId, lines } = await open(rawMaterialId, { supplierId });
  expect(lines[0]).toMatchObject({ supplierId, supplierName: 'Nilgiri Growers' });
  const [{ lotId, lotCode }] = lines;
  const proved = { lotId, supplierId, supplierName: 'Nilgiri Growers', certificateId, certificateNumber: number };
  expect(await read(`/lots/${lotId}`)).toMatchObject({ ...proved, claim: 'organic', organicPercent: 100 });
  expect(await read(`/lots?supplierId=${supplierId}`)).toMatchObject([proved]);
  expect(await read('/lots?search=Nilgiri')).toMatchObject([proved]);
  expect(await read('/stock-on/lots?asOn=2026-11-20&search=Nilgiri')).toMatchObject([{ lotId, supplierId }]);
  const batch = await sell(rawMaterialId, lotId);
  const { covered } = await balance(`itemId=${(await itemOf({ rawMaterialId })).itemId}&withProducts=true`);
  const cover = {
    boughtGrams: 50_000,
    soldGrams: 30_000,
    otherGrams: 0,
    leftGrams: 20_000,
    shortGrams: 0,
    standInGrams: 0,
  };
  expect(covered).toEqual({ ...cover, schemes: [{ scheme: 'NPOP', ...cover, madeGrams: 40_000 }] });
  expect(await unprovedOf(lotId)).toBeUndefined();

  const trace = await read(`/trace/lots/${batch}`);
  expect(trace.summary).toMatchObject({ suppliers: 1, lots: 1, certifiedPercent: 100, gaps: [] });
  const ways = trace.edges.filter(({ to }: { to: string }) => to === `lot-${lotId}`);
  const ends = { to: `lot-${lotId}`, grams: 50_000, shareGrams: 40_000 };
  expect(ways).toEqual([
    { from: `supplier-${supplierId}`, ...ends, quantity: null, unit: '' },
    { from: `adjustment-${adjustmentId}`, ...ends, quantity: 50, unit: 'kg' },
  ]);
  const ofSupplier = await read(`/trace/suppliers/${supplierId}`);
  const nodes = ofSupplier.nodes.map(({ id }: { id: string }) => id);
  expect(nodes).toEqual(
    expect.arrayContaining([`supplier-${supplierId}`, `lot-${lotId}`, `lot-${batch}`, `buyer-${buyerId}`]),
  );
  expect(ofSupplier.nodes.find(({ label }: { label: string }) => label === lotCode)).toMatchObject({
    certificateNumber: number,
  });
});

test('opening stock of a supplier without a certificate proves nothing until a certificate is added', async () => {
  const [supplierId, rawMaterialId] = [await addSupplier(admin, { name: 'Malwa Farmers' }), await addMaterial(admin)];
  const [{ lotId }] = (await open(rawMaterialId, { supplierId })).lines;
  const batch = await sell(rawMaterialId, lotId);
  const { name } = await read(`/materials/${rawMaterialId}`);
  expect((await unprovedOf(lotId)).detail).toBe(`50 kg of ${name}, 01-11-2026, Opening stock, Malwa Farmers`);
  expect((await read(`/trace/lots/${batch}`)).summary).toMatchObject({ suppliers: 1, certifiedPercent: 0 });
  expect((await read(`/lots/${batch}`)).claim).toBe('conventional');
  await addCertificate(supplierId);
  expect(await unprovedOf(lotId)).toBeUndefined();
  expect((await read(`/trace/lots/${batch}`)).summary).toMatchObject({ certifiedPercent: 100, gaps: [] });
  expect((await read(`/lots/${batch}`)).claim).toBe('organic');
});

test('a withdrawn certificate names the opening stock that rested on it and the batches produced of it', async () => {
  const [supplierId, rawMaterialId] = [await addSupplier(admin), await addMaterial(admin)];
  const { certificateId } = await addCertificate(supplierId);
  const [{ lotId }] = (await open(rawMaterialId, { supplierId })).lines;
  const batch = await sell(rawMaterialId, lotId);
  const withdrawn = certificateFields(supplierId, { withdrawnOn: '2026-10-01' });
  const { uncoveredLots } = await done('PUT', `/certificates/${certificateId}`, withdrawn);
  expect(uncoveredLots).toMatchObject([
    { lotId, origin: 'opening' },
    { lotId: batch, origin: 'produced' },
  ]);
  const { heldLotIds } = await done('POST', `/certificates/${certificateId}/hold-uncovered`, {});
  expect(heldLotIds).toEqual([lotId, batch]);
  expect(await read(`/lots/${lotId}`)).toMatchObject({
    state: 'onHold',
    stateReason: `Certificate ${withdrawn.number} no longer covers this lot`,
  });
  expect(await unprovedOf(lotId)).toBeDefined();
});

test('the supplier of opening stock can be changed, left out or removed, and the history shows it', async () => {
  const rawMaterialId = await addMaterial(admin);
  const [first, second] = [await addSupplier(admin, { name: 'First' }), await addSupplier(admin, { name: 'Second' })];
  const { adjustmentId, lines } = await open(rawMaterialId, { supplierId: first });
  const [{ lotId, lotCode }] = lines;
  const change = async (line: object) => {
    const body = opening([{ lotId, quantity: 50, code: lotCode, ...line }], { adjustmentId });
    return (await done('PUT', `/adjustments/${adjustmentId}`, body)).lines[0].supplierName;
  };
  const supplierOfLot = async () => (await read(`/lots/${lotId}`)).supplierName;
  expect([await change({ supplierId: second }), await supplierOfLot()]).toEqual(['Second', 'Second']);
  const [event] = await read(`/history/adjustments/${adjustmentId}`);
  expect(event.changes).toMatchObject([
    { label: expect.stringMatching(/, Supplier$/), before: 'First', after: 'Second' },
  ]);
  expect([await change({}), await supplierOfLot()]).toEqual(['Second', 'Second']);
  expect([await change({ supplierId: null }), await supplierOfLot()]).toEqual([null, null]);
  expect([await change({ supplierId: first }), await supplierOfLot()]).toEqual(['First', 'First']);
});

test('restored opening stock has its supplier, which cannot be deleted before the opening stock', async () => {
  const [supplierId, rawMaterialId] = [await addSupplier(admin), await addMaterial(admin)];
  const { adjustmentId, lines } = await open(rawMaterialId, { supplierId });
  const refused = await admin('DELETE', `/suppliers/${supplierId}`);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Cannot delete this supplier because opening stock names it.',
  ]);
  expect((await admin('DELETE', `/adjustments/${adjustmentId}`)).status).toBe(200);
  expect((await admin('POST', `/adjustments/${adjustmentId}/restore`)).status).toBe(200);
  expect((await read(`/adjustments/${adjustmentId}`)).lines[0]).toMatchObject({ lotId: lines[0].lotId, supplierId });
  expect((await admin('DELETE', `/adjustments/${adjustmentId}`)).status).toBe(200);
  expect((await admin('DELETE', `/suppliers/${supplierId}`)).status).toBe(200);
  const { status, json } = await admin('POST', `/adjustments/${adjustmentId}/restore`);
  expect([status, json.message]).toEqual([409, expect.stringContaining('deleted')]);
});

test('an unknown supplier is refused at its line; other kinds have none', async () => {
  const rawMaterialId = await addMaterial(admin);
  const supplierId = await addSupplier(admin);
  const line = { rawMaterialId, quantity: 5 };
  const body = opening([
    { ...line, supplierId },
    { ...line, supplierId: 9_999_999 },
  ]);
  const { status, json } = await admin('POST', '/adjustments', body);
  expect([status, json.errors]).toEqual([400, { 'lines.1.supplierId': ['This supplier does not exist.'] }]);
  const found = await done('POST', '/adjustments', { ...opening([{ ...line, supplierId }]), kind: 'count' });
  expect(found.lines[0]).toMatchObject({ supplierId: null, supplierName: null });
  expect((await read(`/lots/${found.lines[0].lotId}`)).supplierId).toBeNull();
});

test('opening stock is returned only to its supplier, who then cannot be changed', async () => {
  const [supplierId, other, rawMaterialId] = [
    await addSupplier(admin),
    await addSupplier(admin),
    await addMaterial(admin),
  ];
  const { adjustmentId, lines } = await open(rawMaterialId, { supplierId });
  const [{ lotId }] = lines;
  const back = { kind: 'supplierReturn', date: '2026-11-10', reason: 'Damp', lines: [{ lotId, quantity: 5 }] };
  expect((await admin('POST', '/adjustments', { ...back, supplierId: other })).status).toBe(400);
  await done('POST', '/adjustments', { ...back, supplierId });
  const changed = opening([{ lotId, quantity: 50, supplierId: other }], { adjustmentId });
  const { status, json } = await admin('PUT', `/adjustments/${adjustmentId}`, changed);
  expect([status, Object.keys(json.errors)]).toEqual([409, ['lines.0.supplierId']]);
});

test('a sheet of opening stock names suppliers', async () => {
  const supplierId = await addSupplier(admin, { name: 'Wayanad Growers' });
  await addSupplier(admin, { name: 'Twin Farms' });
  await addSupplier(admin, { name: 'Twin Farms' });
  await addMaterial(admin, { name: 'Tulsi leaf', unit: 'kg' });
  const headings = ['Item', 'Quantity', 'Lot', 'Organic status', 'Vendor'];
  const importRows = async (rows: unknown[][], mode = 'check') =>
    await importSheet('opening-stock', headings, rows, {
      mode,
      onExisting: 'skip',
      answers: { forAll: { date: '2026-11-01' } },
    });
  const wrong = await importRows([
    ['Tulsi leaf', 1, 'T-1', 'Organic', 'Unknown Growers'],
    ['Tulsi leaf', 1, 'T-2', 'Organic', 'Twin Farms'],
  ]);
  expect(wrong.json.faults).toEqual([
    { row: 1, field: 'supplierName', message: 'No supplier is called “Unknown Growers”.' },
    { row: 2, field: 'supplierName', message: 'More than one supplier is called “Twin Farms”.' },
  ]);
  const rows = [
    ['Tulsi leaf', 1, 'T-1', 'Organic', 'wayanad growers'],
    ['Tulsi leaf', 1, 'T-2', 'Organic', ''],
  ];
  expect((await importRows(rows, 'save')).json.created).toBe(2);
  const lots = await read('/lots?search=Tulsi&sort=code&order=asc');
  expect(lots).toMatchObject([
    { code: 'T-1', supplierId, supplierName: 'Wayanad Growers' },
    { code: 'T-2', supplierId: null },
  ]);
});

test('opening stock is read with its claims, and an edit with the same lines keeps them', async () => {
  const material = await addMaterial(admin);
  const lines = [
    { rawMaterialId: material, quantity: 5, code: 'CL-1', claim: 'organic' },
    { rawMaterialId: material, quantity: 6, code: 'CL-2' },
  ];
  const { adjustmentId } = await done('POST', '/adjustments', opening(lines));
  const path = `/adjustments/${adjustmentId}`;
  const answered = await read(path);
  const claims = [{ claim: 'organic' }, { claim: null }];
  expect(answered.lines).toMatchObject(claims);
  expect((await done('PUT', path, answered)).lines).toMatchObject(claims);
  const [{ lotId }] = answered.lines;
  const off = { kind: 'writeOff', date: '2026-11-02', reason: 'Wet', lines: [{ lotId, quantity: 1 }] };
  expect((await done('POST', '/adjustments', off)).lines).toMatchObject([{ claim: null }]);
});

test('the pack of a batch has the suppliers of its opening stock, with their certificates', async () => {
  const [supplierId, rawMaterialId] = [await addSupplier(admin, { name: 'Konkan Growers' }), await addMaterial(admin)];
  const { number } = await addCertificate(supplierId);
  const [{ lotId, lotCode }] = (await open(rawMaterialId, { supplierId })).lines;
  const batch = await sell(rawMaterialId, lotId);
  const asked = { from: '2026-10-01', to: '2026-11-30', lotIds: [batch] };
  const { packId } = await done('POST', '/inspection-packs', asked);
  await app.settled();
  const headers = { authorization: `Bearer ${(await app.person('admin')).token}` };
  const file = await app.app.inject({ url: `/api/inspection-packs/${packId}/file`, headers });
  const rowsOf = async (section: string): Promise<unknown[][]> =>
    (await readXlsxFile(fileOf(file.rawPayload, `${section}.xlsx`)))[0]?.data ?? [];
  expect((await rowsOf('certificates')).filter((row) => row.includes('Konkan Growers'))).toEqual([
    expect.arrayContaining([number]),
  ]);
  expect((await rowsOf('counts')).find((row) => row.includes(lotCode))).toContain('Konkan Growers');
  expect((await rowsOf('traces')).filter((row) => row.includes('Konkan Growers'))).toEqual([
    expect.arrayContaining([expect.stringContaining(lotCode), `NPOP organic; certificate ${number}`]),
  ]);
  const { eventList } = JSON.parse(fileOf(file.rawPayload, 'events.jsonld').toString()).epcisBody;
  const sources = eventList.flatMap(({ sourceList = [] }: { sourceList?: { source: string }[] }) => sourceList);
  expect(sources.map(({ source }: { source: string }) => source)).toContainEqual(
    expect.stringMatching(new RegExp(`:supplier:${supplierId}$`)),
  );
});
