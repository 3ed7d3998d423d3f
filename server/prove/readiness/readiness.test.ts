import { expect, test } from 'vitest';
import { MAX_ENTRIES, readinessKinds, type ReadinessKind, type ReadinessRow } from '#contract/prove/readiness.ts';
import { insertRows } from '../../core/db/statements.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { describeItem, done } = worldOf(admin);

async function readiness(): Promise<Map<ReadinessKind, ReadinessRow>> {
  const { status, json, text } = await admin('GET', '/readiness');
  expect(status, text).toBe(200);
  return new Map(json.map((row: ReadinessRow) => [row.kind, row]));
}

test('a new database lists each kind without entries', async () => {
  const rows = await readiness();
  expect([rows.size, readinessKinds.length]).toEqual([20, 20]);
  for (const { count, entries } of rows.values()) expect([count, entries]).toEqual([0, []]);
});

test('each kind of gap is listed, links to its place, and disappears once it is corrected', async () => {
  const supplierId = await addSupplier(admin, { name: 'Malwa Farmers' });
  const material = await addMaterial(admin, { name: 'Coriander', unit: 'kg' });
  const oil = await addMaterial(admin, { name: 'Coconut oil', unit: 'litre' });
  const product = await addProduct(admin, { name: 'Dhaniya 100 g', unit: 'jar' });
  const inward = await addInward(admin, supplierId, [], {
    inwardDate: '2026-10-12',
    rawMaterials: [
      { rawMaterialId: material, quantity: 36, pricePerUnit: 1, claim: 'organic', overrideReason: 'Renewal' },
      { rawMaterialId: oil, quantity: 10, pricePerUnit: 1, expiresOn: '2026-11-01' },
    ],
  });
  const [coriander, oilLine] = inward.rawMaterials;
  const run = await done('POST', '/production-runs', {
    productionDate: '2026-10-10',
    status: 'completed',
    inputs: [{ rawMaterialId: material, quantity: 10.4 }],
  });
  const batch = await done('POST', '/goods', { productId: product, batchNumber: 'DH-1', quantity: 8, status: 'sold' });
  const certificate = { holder: 'own', scheme: 'NPOP', number: 'ORG/9', validFrom: '2026-01-01', allItems: true };
  const lapsing = await done('POST', '/certificates', { ...certificate, validTo: '2026-12-31' });
  const nop = { ...certificate, scheme: 'NOP', validFrom: '2025-01-01' };
  const lapsed = await done('POST', '/certificates', { ...nop, number: 'NOP/1', validTo: '2026-10-31' });
  // Replaced by the one above, and of an inactive supplier.
  await done('POST', '/certificates', { ...nop, number: 'NOP/0', validTo: '2026-09-30' });
  const former = await addSupplier(admin, { name: 'Nilgiri Collectors', status: 0 });
  const theirs = { ...nop, holder: 'supplier', supplierId: former, number: 'NIL/1', validTo: '2026-10-31' };
  await done('POST', '/certificates', theirs);
  const { json: items } = await admin('GET', '/items');
  const item = items.find(({ rawMaterialId }: { rawMaterialId: number }) => rawMaterialId === material);
  await done('PUT', `/items/${item.itemId}`, { ...item, balanceTolerancePercent: 0.5, updatedAt: undefined });
  const count = { kind: 'count', date: '2026-11-12', reason: 'Count' };
  await done('POST', '/adjustments', { ...count, lines: [{ lotId: coriander.lotId, quantity: 25, reason: 'Spilt' }] });

  const withoutDay = ({ recordId: _, day, ...entry }: ReadinessRow['entries'][number]) =>
    day === null ? entry : { ...entry, day };
  const found = Object.fromEntries([...(await readiness())].map(([kind, row]) => [kind, row.entries.map(withoutDay)]));
  const dispatches = (await admin('GET', '/dispatches')).json;
  expect(found).toEqual({
    beforeReceipt: [
      {
        label: coriander.lotCode,
        detail: '10.400 kg of Coriander: used 10-10-2026, received 12-10-2026',
        link: `/production/${run.runId}`,
      },
    ],
    certificatesSuspended: [],
    organicByOverride: [
      {
        label: coriander.lotCode,
        detail: '36 kg of Coriander, 12-10-2026, Malwa Farmers: Renewal',
        link: `/lots/${coriander.lotId}`,
      },
    ],
    schemeUnknown: [],
    withoutRun: [
      {
        label: 'DH-1',
        detail: '8 jar of Dhaniya 100 g, made 20-11-2026',
        link: `/production?batch=${batch.finishedGoodId}`,
      },
    ],
    madeMore: [],
    madeEarly: [],
    soldWithoutBuyer: [
      { label: 'DH-1', detail: '8 jar of Dhaniya 100 g, 20-11-2026', link: `/dispatches/${dispatches[0].dispatchId}` },
    ],
    soldBeyondClaim: [],
    soldWithoutProof: [],
    beyondTolerance: [
      {
        label: 'Coriander',
        detail: '−0.600 kg found or lost in counts',
        link: `/mass-balance?itemId=${item.itemId}&withProducts=false`,
      },
    ],
    countsOvertaken: [],
    afterExpiry: [],
    certificatesLapsed: [
      {
        label: 'Our own',
        detail: 'NOP, NOP/1, lapsed 31-10-2026, for 20 days',
        link: `/certificates/${lapsed.certificateId}`,
      },
    ],
    certificatesLapsing: [
      {
        label: 'Our own',
        detail: 'NPOP, ORG/9, valid to 31-12-2026, in 41 days',
        link: `/certificates/${lapsing.certificateId}`,
        day: '2026-12-31',
      },
    ],
    transactionCertificatesDue: [],
    shipmentPapersMissing: [],
    billsMissing: [],
    expiredWithStock: [
      { label: oilLine.lotCode, detail: '10 litre of Coconut oil, expired 01-11-2026', link: `/lots/${oilLine.lotId}` },
    ],
    withoutGrams: [
      { label: 'Coconut oil', detail: 'litre', link: '/rawmaterials?search=Coconut%20oil' },
      { label: 'Dhaniya 100 g', detail: 'jar', link: '/products?search=Dhaniya%20100%20g' },
    ],
  });

  await done('POST', '/certificates', { ...certificate, number: 'ORG/10', validTo: '2027-12-31' });
  await done('POST', '/certificates', {
    ...certificate,
    holder: 'supplier',
    supplierId,
    number: 'ORG/11',
    validTo: '2027-12-31',
  });
  await done('POST', '/certificates', { ...nop, number: 'NOP/2', validTo: '2027-12-31' });
  const { json: lot } = await admin('GET', `/lots/${oilLine.lotId}`);
  await done('PUT', `/lots/${lot.lotId}`, { supplierLotNumber: '', expiresOn: '2027-11-01' });
  const after = await readiness();
  const left = [...after.values()].filter(({ count: many }) => many > 0).map(({ kind }) => kind);
  expect(left).toEqual(['beforeReceipt', 'withoutRun', 'soldWithoutBuyer', 'beyondTolerance', 'withoutGrams']);
  expect(lapsing.validTo).toBe('2026-12-31');
});

test('a batch that is older than what went into it is warned of, and listed until a date is corrected', async () => {
  const told = async () => (await readiness()).get('madeEarly')?.entries;
  const material = await addMaterial(admin);
  await addInward(admin, await addSupplier(admin), [[material, 10]]);
  const batch = { productId: await addProduct(admin, { name: 'Atta', unit: 'kg' }), batchNumber: 'AT-1', quantity: 3 };
  const outputs = [{ ...batch, manufactureDate: '2026-11-09' }];
  const run = {
    productionDate: '2026-11-10',
    status: 'in_progress',
    inputs: [{ rawMaterialId: material, quantity: 4 }],
  };
  const { runId, warnings } = await done('POST', '/production-runs', { ...run, outputs });
  expect(warnings).toEqual([
    {
      field: 'outputs.0.manufactureDate',
      code: 'made_early',
      message: 'Made 09-11-2026, before anything went in: the first input is of 10-11-2026.',
    },
  ]);
  const detail = '3 kg of Atta, made 09-11-2026; its first input is of 10-11-2026';
  expect(await told()).toMatchObject([{ label: 'AT-1', detail, link: `/production/${runId}` }]);
  const { json: stored } = await admin('GET', `/production-runs/${runId}`);
  const dated = stored.outputs.map((output: object) => ({ ...output, manufactureDate: '2026-11-10' }));
  const { warnings: none } = await done('PUT', `/production-runs/${runId}`, { ...run, outputs: dated });
  expect(none).toEqual([]);
  expect(await told()).toEqual([]);
});

test('a run that made more than went in is listed until it is corrected, or its gain is allowed', async () => {
  const told = async () => (await readiness()).get('madeMore')?.entries;
  const material = await addMaterial(admin, { name: 'Gram' });
  await addInward(admin, await addSupplier(admin), [[material, 10]]);
  const [sprouts, jar] = [await addProduct(admin, { unit: 'kg' }), await addProduct(admin, { unit: 'jar' })];
  const make = async (outputs: object[], over: object = {}) => {
    const fields = { productionDate: '2026-11-10', status: 'completed', outputs, ...over };
    return await done('POST', '/production-runs', { inputs: [{ rawMaterialId: material, quantity: 2 }], ...fields });
  };
  const soaked = await make([{ productId: sprouts, batchNumber: 'SP-1', quantity: 3 }], { gainReason: 'Soaked' });
  // As in an old database: the weight became known later. One loss is of pieces, the other a mass.
  const filled = await make([{ productId: jar, batchNumber: 'J-1', quantity: 10 }], {
    losses: [
      { reason: 'Spilt', rawMaterialId: material, quantity: 0.5 },
      { reason: 'Dust', grams: 500 },
    ],
  });
  const entry = (label: string, detail: string, runId: number) => ({ label, detail, link: `/production/${runId}` });
  const ofSoaked = entry('SP-1', '3 kg came out of 2 kg, 10-11-2026: Soaked', soaked.runId);
  expect(await told()).toMatchObject([ofSoaked]);
  await describeItem({ productId: jar }, { gramsPerUnit: 100 });
  expect(await told()).toMatchObject([ofSoaked]);
  await describeItem({ productId: jar }, { gramsPerUnit: 101 });
  expect(await told()).toMatchObject([entry('J-1', '2.010 kg came out of 2 kg, 10-11-2026', filled.runId), ofSoaked]);
  await describeItem({ productId: jar }, { gramsPerUnit: 100 });
  await describeItem({ productId: sprouts }, { maxGainPercent: 49.999 });
  expect(await told()).toMatchObject([ofSoaked]);
  await describeItem({ productId: sprouts }, { maxGainPercent: 50 });
  expect(await told()).toEqual([]);
  // Masses beyond whole numbers of 64 bits are compared all the same.
  await describeItem({ productId: jar }, { gramsPerUnit: 9_000_000_000 });
  await done('POST', '/goods', { productId: jar, batchNumber: 'J-2', quantity: 9_000_000 });
  expect(await told()).toMatchObject([{ label: 'J-1' }]);
});

test('a count is listed when a movement of an earlier day was entered after it, until the lot is counted again', async () => {
  const material = await addMaterial(admin, { name: 'Fennel' });
  const fields = { supplierId: await addSupplier(admin), inwardDate: '2026-11-01', invoiceNumber: 'F/1' };
  const inward = await addInward(admin, fields.supplierId, [[material, 100]], fields);
  const [line] = inward.rawMaterials;
  const count = async (date: string, quantity: number) =>
    await done('POST', '/adjustments', {
      kind: 'count',
      date,
      reason: 'Count',
      lines: [{ lotId: line.lotId, quantity }],
    });
  const use = async (productionDate: string, quantity: number) =>
    await done('POST', '/Production', { rawMaterialId: material, quantity, productionDate });
  const told = async () => (await readiness()).get('countsOvertaken')?.entries;

  await count('2026-11-12', 90);
  await use('2026-11-13', 4);
  expect(await told()).toEqual([]);
  // The same 10 kg once more: the invoice is corrected to the counted quantity.
  const corrected = { ...inward, rawMaterials: [{ ...line, quantity: 90 }], updatedAt: undefined };
  await done('PUT', `/inward/${inward.inwardId}`, corrected);
  expect(await told()).toMatchObject([
    {
      label: line.lotCode,
      detail: '90 kg of Fennel counted 12-11-2026; by the ledger it was 80 kg',
      link: '/adjustments/count',
      day: null,
    },
  ]);
  await count('2026-11-14', 86);
  expect(await told()).toEqual([]);
  const { productionId } = await use('2026-11-10', 5);
  expect(await told()).toMatchObject([{ detail: '86 kg of Fennel counted 14-11-2026; by the ledger it was 81 kg' }]);
  expect((await admin('DELETE', `/Production/${productionId}`)).status).toBe(200);
  expect(await told()).toEqual([]);

  // Dated on the day of the count, entered before it, and deleted after it.
  const before = await use('2026-11-16', 6);
  await count('2026-11-16', 80);
  await use('2026-11-16', 2);
  expect(await told()).toEqual([]);
  expect((await admin('DELETE', `/Production/${before.productionId}`)).status).toBe(200);
  expect(await told()).toMatchObject([{ detail: '80 kg of Fennel counted 16-11-2026; by the ledger it was 86 kg' }]);
});

test('items counted without a tolerance are counted apart, and are no entries to correct', async () => {
  const unchecked = async () => (await readiness()).get('beyondTolerance')?.unchecked;
  const before = (await unchecked()) ?? 0;
  const supplierId = await addSupplier(admin);
  const material = await addMaterial(admin);
  const { rawMaterials } = await addInward(admin, supplierId, [[material, 50]]);
  const lines = [{ lotId: rawMaterials[0].lotId, quantity: 40 }];
  const counted = { kind: 'count', date: '2026-11-20', reason: 'Count', lines };
  const { adjustmentId } = await done('POST', '/adjustments', counted);
  const isListed = async () => {
    const label = (await admin('GET', `/materials/${material}`)).json.name;
    return (await readiness()).get('beyondTolerance')?.entries.some((entry) => entry.label === label);
  };
  expect([await unchecked(), await isListed()]).toEqual([before + 1, false]);
  const { itemId } = (await admin('GET', `/materials/${material}`)).json;
  const [item] = (await admin('GET', '/items')).json.filter((each: { itemId: number }) => each.itemId === itemId);
  await done('PUT', `/items/${itemId}`, { ...item, balanceTolerancePercent: 0.5, updatedAt: undefined });
  expect([await unchecked(), await isListed()]).toEqual([before, true]);
  // Lost are 20 %: the mass balance says the same, before it rounds.
  for (const [balanceTolerancePercent, within] of [
    [19.999, false],
    [20, true],
  ]) {
    await done('PUT', `/items/${itemId}`, { ...item, balanceTolerancePercent, updatedAt: undefined });
    const { withinTolerance } = (await admin('GET', `/mass-balance?itemId=${itemId}&withProducts=false`)).json;
    expect([withinTolerance, await isListed()]).toEqual([within, !within]);
  }
  await done('PUT', `/items/${itemId}`, { ...item, balanceTolerancePercent: null, updatedAt: undefined });
  expect((await admin('DELETE', `/adjustments/${adjustmentId}`)).status).toBe(200);
  expect(await unchecked()).toBe(before);
});

test('dispatches of a lot before its receipt are listed', async () => {
  const productId = await addProduct(admin, { name: 'Haldi 50 g', unit: 'jar' });
  const made = { productId, batchNumber: 'HA-1', quantity: 8, manufactureDate: '2026-11-05' };
  const { lotId } = await done('POST', '/goods', made);
  const { buyerId } = await done('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 });
  const lines = [{ lotId, quantity: 2 }];
  const sent = { buyerId, dispatchDate: '2026-10-20', invoiceNumber: 'GD/1', lines };
  const { dispatchId } = await done('POST', '/dispatches', sent);
  const entries = async () => (await readiness()).get('beforeReceipt')?.entries.filter(({ label }) => label === 'HA-1');
  expect(await entries()).toMatchObject([
    {
      detail: '2 jar of Haldi 50 g: dispatched 20-10-2026, in stock since 05-11-2026',
      link: `/dispatches/${dispatchId}`,
    },
  ]);
  await done('PUT', `/dispatches/${dispatchId}`, { ...sent, dispatchId, dispatchDate: '2026-11-06' });
  expect(await entries()).toEqual([]);
});

test('a certificate counts as replaced only by one that covers the same and began in time', async () => {
  const supplierId = await addSupplier(admin, { name: 'Satpura Growers' });
  const itemIds: number[] = [];
  for (const name of ['Ajwain', 'Kalonji']) {
    const id = await addMaterial(admin, { name, unit: 'kg' });
    itemIds.push((await admin('GET', `/materials/${id}`)).json.itemId);
  }
  const [ajwain = 0, kalonji = 0] = itemIds;
  const of = { holder: 'supplier', supplierId, scheme: 'PGS-India', validFrom: '2026-01-01', validTo: '2026-12-15' };
  const add = async (number: string, over: object) => await done('POST', '/certificates', { ...of, number, ...over });
  const lapsing = async () => {
    const entries = (await readiness()).get('certificatesLapsing')?.entries ?? [];
    return entries.some(({ label }) => label === 'Satpura Growers');
  };
  await add('PGS/1', { itemIds: [ajwain, kalonji] });
  await add('PGS/2', { itemIds: [ajwain], validTo: '2027-12-15' });
  expect(await lapsing()).toBe(true);
  await add('PGS/3', { itemIds: [kalonji], validFrom: '2026-12-17', validTo: '2027-12-15' });
  expect(await lapsing()).toBe(true);
  await add('PGS/4', { itemIds: [kalonji], validFrom: '2026-12-16', validTo: '2027-12-15' });
  expect(await lapsing()).toBe(false);
});

test('a certificate of an inactive supplier is neither lapsing nor lapsed', async () => {
  const supplier = await done('POST', '/suppliers', { name: 'Nilgiri Farm', phone: '9811111113', status: 1 });
  const { supplierId } = supplier;
  const of = { holder: 'supplier', supplierId, validFrom: '2026-01-01', allItems: true };
  await done('POST', '/certificates', { ...of, scheme: 'NOP', number: 'NOP/8', validTo: '2026-12-15' });
  await done('POST', '/certificates', { ...of, scheme: 'EU', number: 'EU/8', validTo: '2026-10-15' });
  const listed = async () => {
    const found = await readiness();
    return (['certificatesLapsing', 'certificatesLapsed'] as const).map(
      (kind) => found.get(kind)?.entries.filter(({ label }) => label === 'Nilgiri Farm').length,
    );
  };
  expect(await listed()).toEqual([1, 1]);
  await done('PUT', `/suppliers/${supplierId}`, { ...supplier, status: 0, updatedAt: undefined });
  expect(await listed()).toEqual([0, 0]);
});

test('a kind with more entries than are listed has their full number', async () => {
  const before = (await readiness()).get('certificatesLapsing')?.count ?? 0;
  const at = '2026-11-01T00:00:00.000Z';
  const own = { supplier_id: null, scheme: 'EU', body: '', valid_from: '2026-01-01', valid_to: '2026-12-31' } as const;
  const kept = {
    all_items: 1,
    withdrawn_on: null,
    file_id: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  } as const;
  const rows = Array.from({ length: MAX_ENTRIES + 3 }, (_, index) => ({ ...own, ...kept, number: `EU/${index}` }));
  await inTransaction(app.store.db, async (trx) => {
    await insertRows(trx, 'certificate', rows);
  });
  const found = (await readiness()).get('certificatesLapsing');
  expect([found?.count, found?.entries.length]).toEqual([before + rows.length, MAX_ENTRIES]);
});

test('an organic product in stock that no certificate of our own covers is under no scheme', async () => {
  const supplierId = await addSupplier(admin);
  const body = { scheme: 'NPOP', body: 'Indocert', validFrom: '2024-01-01', validTo: '2024-12-31', allItems: true };
  await done('POST', '/certificates', { ...body, holder: 'supplier', supplierId, number: 'EARLY/1' });
  const rawMaterialId = await addMaterial(admin, { unit: 'kg' });
  const productId = await addProduct(admin, { name: 'Early powder', unit: 'kg' });
  const rawMaterials = [{ rawMaterialId, quantity: 10, pricePerUnit: 1, claim: 'organic' }];
  await addInward(admin, supplierId, [], { inwardDate: '2024-03-01', rawMaterials });
  const { outputs } = await done('POST', '/production-runs', {
    productionDate: '2024-03-10',
    status: 'completed',
    inputs: [{ rawMaterialId, quantity: 10 }],
    outputs: [{ productId, batchNumber: 'EARLY-1', quantity: 9 }],
  });
  const unknown = async () =>
    (await readiness()).get('schemeUnknown')?.entries.map(({ label, detail }) => [label, detail]);
  expect(await unknown()).toEqual([['EARLY-1', '9 kg of Early powder, made 10-03-2024']]);
  expect((await admin('GET', `/lots/${outputs[0].lotId}`)).json).toMatchObject({ claim: 'organic', claims: [] });
  await done('POST', '/certificates', { ...body, holder: 'own', number: 'OWN/1' });
  expect(await unknown()).toEqual([]);
  expect((await admin('GET', `/lots/${outputs[0].lotId}`)).json.claims).toMatchObject([{ scheme: 'NPOP' }]);
});
