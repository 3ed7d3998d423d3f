/** Cover of organic sales: sales count by their entered claims, purchases by their certificates. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRun, addSupplier, batchFields, certificateFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const admin = await (await buildTestApp()).as('admin');
const { addCertificate, balance, describeItem, dispatch, done, itemOf, receive } = worldOf(admin);

const { buyerId } = await done('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 });

/** A supplier with a certificate for all items. */
async function addCertified(): Promise<{ supplierId: number; certificateId: number }> {
  const supplierId = await addSupplier(admin);
  const { certificateId } = await addCertificate(supplierId);
  return { supplierId, certificateId };
}

/** Receives a quantity of a material that claims organic; returns its lot. */
const receiveOrganic = async (supplierId: number, rawMaterialId: number, quantity: number, line: object = {}) =>
  await receive(supplierId, rawMaterialId, quantity, { claim: 'organic', ...line }, { inwardDate: '2026-09-01' });

/** Makes a batch; answers its lot. */
async function make(inputs: object[], productId: number, quantity: number, claim?: string): Promise<number> {
  const { outputs } = await addRun(admin, inputs, { outputs: [batchFields(productId, quantity, { claim })] });
  return outputs[0].lotId;
}

const dispatchLot = async (lotId: number, quantity: number) => await dispatch(buyerId, [{ lotId, quantity }]);

/** Mass bought and sold as organic of a material or product, the rest and the shortage, in kg. */
async function coveredOf(wanted: { rawMaterialId: number } | { productId: number }) {
  const { covered } = await balance(`itemId=${(await itemOf(wanted)).itemId}&withProducts=true`);
  if (!covered) return undefined;
  const { boughtGrams, soldGrams, leftGrams, shortGrams } = covered;
  return [boughtGrams, soldGrams, leftGrams, shortGrams].map((grams) => grams / 1000);
}

test('goods sold as organic stay counted as sold after their certificate is withdrawn, and still need a transaction certificate', async () => {
  const [first, second] = [await addCertified(), await addCertified()];
  const rawMaterialId = await addMaterial(admin);
  const lotId = await receiveOrganic(first.supplierId, rawMaterialId, 100);
  await receiveOrganic(second.supplierId, rawMaterialId, 10);
  const productId = await addProduct(admin, { unit: 'kg' });
  const taken = { rawMaterialId, quantity: 100, lots: [{ lotId, quantity: 100 }] };
  const batch = await make([taken], productId, 90, 'organic');
  await dispatchLot(batch, 90);
  const isUncovered = async () => {
    const { json } = await admin('GET', `/transaction-certificates/uncovered?direction=sale&partyId=${buyerId}`);
    return json.lines.some((line: { lotId: number }) => line.lotId === batch);
  };
  expect([await coveredOf({ rawMaterialId }), await coveredOf({ productId })]).toEqual([
    [110, 90, 10, 0],
    [90, 90, 0, 0],
  ]);
  expect(await isUncovered()).toBe(true);
  await done('PUT', `/certificates/${first.certificateId}`, {
    ...certificateFields(first.supplierId, { withdrawnOn: '2026-08-01' }),
  });
  expect(await coveredOf({ rawMaterialId })).toEqual([10, 90, 10, 80]);
  expect(await isUncovered()).toBe(true);
});

test('without any certificate the whole quantity sold as organic is short', async () => {
  const supplierId = await addSupplier(admin);
  const rawMaterialId = await addMaterial(admin);
  const lotId = await receiveOrganic(supplierId, rawMaterialId, 100, { overrideReason: 'The renewal is on its way' });
  expect(await coveredOf({ rawMaterialId })).toEqual([0, 0, 0, 0]);
  await dispatchLot(lotId, 80);
  expect(await coveredOf({ rawMaterialId })).toEqual([0, 80, 0, 80]);
  const other = await addMaterial(admin);
  await dispatchLot(await receiveOrganic(supplierId, other, 10, { claim: 'conventional' }), 5);
  expect(await coveredOf({ rawMaterialId: other })).toBeUndefined();
});

test('conventional pectin in an organic jam is not counted as sold as organic', async () => {
  const { supplierId } = await addCertified();
  const [strawberry, pectin] = [await addMaterial(admin), await addMaterial(admin)];
  await receiveOrganic(supplierId, strawberry, 960);
  await receiveOrganic(supplierId, pectin, 40, { claim: 'conventional' });
  const productId = await addProduct(admin, { unit: 'kg' });
  const inputs = [
    { rawMaterialId: strawberry, quantity: 960 },
    { rawMaterialId: pectin, quantity: 40 },
  ];
  await dispatchLot(await make(inputs, productId, 1000), 1000);
  expect(await coveredOf({ rawMaterialId: pectin })).toBeUndefined();
  await receiveOrganic(supplierId, pectin, 5);
  expect(await coveredOf({ rawMaterialId: pectin })).toEqual([5, 0, 5, 0]);
  expect(await coveredOf({ rawMaterialId: strawberry })).toEqual([960, 960, 0, 0]);
});

test('goods claimed as made with organic count neither as bought nor as sold, bought or produced', async () => {
  const { supplierId } = await addCertified();
  const [material, sugar] = [await addMaterial(admin), await addMaterial(admin)];
  await receiveOrganic(supplierId, material, 110);
  await receiveOrganic(supplierId, sugar, 100, { claim: 'conventional' });
  const partly = await addMaterial(admin);
  await receiveOrganic(supplierId, partly, 10);
  await dispatchLot(await receiveOrganic(supplierId, partly, 50, { claim: 'madeWithOrganic' }), 50);
  expect(await coveredOf({ rawMaterialId: partly })).toEqual([10, 0, 10, 0]);
  const productId = await addProduct(admin, { unit: 'kg' });
  const sweet = [
    { rawMaterialId: material, quantity: 75 },
    { rawMaterialId: sugar, quantity: 25 },
  ];
  await dispatchLot(await make(sweet, productId, 100), 100);
  await make([{ rawMaterialId: material, quantity: 20 }], productId, 20);
  expect(await coveredOf({ productId })).toEqual([20, 0, 20, 0]);
  // In products made with organic, the organic material still counts as sold organic.
  expect(await coveredOf({ rawMaterialId: material })).toEqual([110, 75, 35, 0]);
});

test('opening stock and lots opened by a count may be sold as organic, and prove nothing', async () => {
  const rawMaterialId = await addMaterial(admin);
  const add = async (kind: string, code: string, over: object = {}) => {
    const body = { kind, date: '2026-11-01', reason: 'Begun', lines: [{ rawMaterialId, quantity: 50, code, ...over }] };
    return (await done('POST', '/adjustments', body)).lines[0].lotId;
  };
  const opening = await add('opening', 'OPENING', { claim: 'organic' });
  const found = await add('count', 'FOUND');
  await done('PUT', `/lots/${found}`, { claim: 'organic', expiresOn: null, supplierLotNumber: '' });
  const productId = await addProduct(admin, { unit: 'kg' });
  const taken = (lotId: number) => [{ rawMaterialId, quantity: 40, lots: [{ lotId, quantity: 40 }] }];
  const batch = await make(taken(opening), productId, 40, 'organic');
  await dispatchLot(batch, 30);
  await dispatchLot(found, 20);
  expect(await coveredOf({ rawMaterialId })).toEqual([0, 50, 0, 50]);
  expect(await coveredOf({ productId })).toEqual([0, 30, 0, 30]);
  const { json: trace } = await admin('GET', `/trace/lots/${batch}`);
  const gap = { kind: 'noCertificate', label: 'OPENING had no certificate on its day', link: `/lots/${opening}` };
  const unknown = { kind: 'schemeUnknown', link: `/lots/${batch}` };
  expect(trace.summary).toMatchObject({
    gaps: expect.arrayContaining([expect.objectContaining(unknown), gap]),
    certifiedPercent: 0,
  });
  const { json: readiness } = await admin('GET', '/readiness');
  const row = readiness.find(({ kind }: { kind: string }) => kind === 'organicByOverride');
  const { name } = (await admin('GET', `/materials/${rawMaterialId}`)).json;
  expect(row.entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        recordId: opening,
        label: 'OPENING',
        detail: `50 kg of ${name}, 01-11-2026, Opening stock`,
        link: `/lots/${opening}`,
      }),
      expect.objectContaining({
        recordId: found,
        label: 'FOUND',
        detail: `50 kg of ${name}, 01-11-2026, Found`,
        link: `/lots/${found}`,
      }),
    ]),
  );
  expect(row.entries.some(({ link }: { link: string }) => link === `/lots/${batch}`)).toBe(false);
});

test('certified goods returned, written off or lost in a run cover no sale of unproved goods', async () => {
  const { supplierId } = await addCertified();
  const begin = async () => {
    const rawMaterialId = await addMaterial(admin);
    const lines = [{ rawMaterialId, quantity: 80, claim: 'organic', code: `OPEN-${rawMaterialId}` }];
    const opened = await done('POST', '/adjustments', { kind: 'opening', date: '2026-11-01', lines });
    const certified = await receiveOrganic(supplierId, rawMaterialId, 100);
    await dispatchLot(opened.lines[0].lotId, 80);
    // The remaining stock could have been sent instead.
    expect(await coveredOf({ rawMaterialId })).toEqual([100, 80, 100, 0]);
    return { rawMaterialId, certified };
  };
  const back = await begin();
  const date = '2026-11-19';
  const returned = [{ lotId: back.certified, quantity: 100 }];
  await done('POST', '/adjustments', { kind: 'supplierReturn', date, reason: 'Damp', supplierId, lines: returned });
  expect(await coveredOf({ rawMaterialId: back.rawMaterialId })).toEqual([100, 80, 0, 80]);

  const wasted = await begin();
  const spoilt = [{ lotId: wasted.certified, quantity: 70, reason: 'Mould' }];
  await done('POST', '/adjustments', { kind: 'writeOff', date, reason: 'Spoilt', lines: spoilt });
  expect(await coveredOf({ rawMaterialId: wasted.rawMaterialId })).toEqual([100, 80, 30, 50]);

  const dried = await begin();
  const { rawMaterialId, certified } = dried;
  const taken = [{ rawMaterialId, quantity: 100, lots: [{ lotId: certified, quantity: 100 }] }];
  const productId = await addProduct(admin, { unit: 'kg' });
  await dispatchLot(await make(taken, productId, 60), 60);
  expect(await coveredOf({ rawMaterialId })).toEqual([100, 140, 0, 80]);
});

test('a surplus that a count finds in a certified lot, beyond an earlier loss, does not count as bought', async () => {
  const { supplierId } = await addCertified();
  const rawMaterialId = await addMaterial(admin);
  const lotId = await receiveOrganic(supplierId, rawMaterialId, 100);
  const recount = async (date: string, quantity: number) => {
    await done('POST', '/adjustments', { kind: 'count', date, reason: 'Count', lines: [{ lotId, quantity }] });
  };
  await recount('2026-11-02', 95);
  await recount('2026-11-03', 100);
  expect(await coveredOf({ rawMaterialId })).toEqual([100, 0, 100, 0]);
  await recount('2026-11-10', 150);
  expect(await coveredOf({ rawMaterialId })).toEqual([100, 0, 100, 0]);
  await dispatchLot(lotId, 60);
  expect(await coveredOf({ rawMaterialId })).toEqual([100, 60, 40, 0]);
  await dispatchLot(lotId, 90);
  expect(await coveredOf({ rawMaterialId })).toEqual([100, 150, 0, 50]);
  const { itemId } = await itemOf({ rawMaterialId });
  const { covered } = await balance(`itemId=${itemId}&withProducts=true&from=2026-11-12`);
  expect(covered).toMatchObject({ boughtGrams: 100_000, soldGrams: 150_000, shortGrams: 50_000 });

  const productId = await addProduct(admin, { unit: 'kg' });
  const lots = [{ lotId: await receiveOrganic(supplierId, rawMaterialId, 10), quantity: 10 }];
  const batch = await make([{ rawMaterialId, quantity: 10, lots }], productId, 10);
  const lines = [{ lotId: batch, quantity: 12 }];
  await done('POST', '/adjustments', { kind: 'count', date: '2026-11-14', reason: 'Count', lines });
  await dispatchLot(batch, 12);
  expect(await coveredOf({ productId })).toEqual([10, 12, 0, 2]);

  const once = await receiveOrganic(supplierId, rawMaterialId, 10);
  const more = [{ lotId: once, quantity: 15 }];
  await done('POST', '/adjustments', { kind: 'count', date: '2026-11-14', reason: 'Count', lines: more });
  expect((await admin('GET', `/trace/lots/${once}`)).json.summary.certifiedPercent).toBe(66.6);
});

test('outputs of a run beyond its inputs do not count as bought, whatever another run lost', async () => {
  const { supplierId } = await addCertified();
  const rawMaterialId = await addMaterial(admin);
  const productId = await addProduct(admin, { unit: 'kg' });
  const takenOf = async (quantity: number) => {
    const lotId = await receiveOrganic(supplierId, rawMaterialId, quantity);
    return [{ rawMaterialId, quantity, lots: [{ lotId, quantity }] }];
  };
  // The gain is allowed, and was bought from nobody all the same.
  await describeItem({ productId }, { maxGainPercent: 100 });
  const output = batchFields(productId, 20, { claim: 'organic' });
  const { outputs } = await addRun(admin, await takenOf(10), { outputs: [output], gainReason: 'Soaked' });
  const batch = outputs[0].lotId;
  // 10 of the 20 kg in stock were never bought.
  expect(await coveredOf({ rawMaterialId })).toEqual([10, 0, 10, 0]);
  await dispatchLot(batch, 5);
  expect(await coveredOf({ rawMaterialId })).toEqual([10, 5, 5, 0]);
  await dispatchLot(batch, 15);
  expect(await coveredOf({ rawMaterialId })).toEqual([10, 20, 0, 10]);
  // A loss in another run makes up for nothing.
  await dispatchLot(await make(await takenOf(20), productId, 10, 'organic'), 10);
  expect(await coveredOf({ rawMaterialId })).toEqual([30, 30, 0, 10]);
  const { itemId } = await itemOf({ rawMaterialId });
  const { covered } = await balance(`itemId=${itemId}&withProducts=true`);
  expect(covered).toMatchObject({ otherGrams: 10_000 });
});

test('goods dispatched before their receipt cannot cover a second dispatch', async () => {
  const { supplierId } = await addCertified();
  const rawMaterialId = await addMaterial(admin);
  const certified = await receiveOrganic(supplierId, rawMaterialId, 10);
  const early = { buyerId, dispatchDate: '2026-08-20', invoiceNumber: 'EARLY/1' };
  await done('POST', '/dispatches', { ...early, lines: [{ lotId: certified, quantity: 10 }] });
  const lines = [{ rawMaterialId, quantity: 10, claim: 'organic' }];
  const opened = await done('POST', '/adjustments', { kind: 'opening', date: '2026-09-02', lines });
  await dispatchLot(opened.lines[0].lotId, 10);
  const { itemId } = await itemOf({ rawMaterialId });
  const of = async (period: string) => (await balance(`itemId=${itemId}&withProducts=true${period}`)).covered;
  expect(await of('')).toMatchObject({ boughtGrams: 10_000, soldGrams: 20_000, leftGrams: 0, shortGrams: 10_000 });
  expect(await of('&from=2026-09-01')).toMatchObject({ soldGrams: 10_000, leftGrams: 0, shortGrams: 10_000 });
});

test('a return of goods from an earlier period covers no sale of unproved goods', async () => {
  const { supplierId } = await addCertified();
  const rawMaterialId = await addMaterial(admin);
  const certified = await receiveOrganic(supplierId, rawMaterialId, 10);
  const sent = await dispatch(buyerId, [{ lotId: certified, quantity: 10 }], { dispatchDate: '2026-10-10' });
  const back = [{ dispatchLineId: sent.lines[0].dispatchLineId, quantity: 5 }];
  const returned = { kind: 'buyerReturn', date: '2026-11-10', reason: 'Torn', lines: back };
  const [{ lotId }] = (await done('POST', '/adjustments', returned)).lines;
  const waste = {
    kind: 'writeOff',
    date: '2026-11-11',
    reason: 'Torn',
    lines: [{ lotId, quantity: 5, reason: 'Torn' }],
  };
  await done('POST', '/adjustments', waste);
  const lines = [{ rawMaterialId, quantity: 3, claim: 'organic' }];
  const opened = await done('POST', '/adjustments', { kind: 'opening', date: '2026-11-12', lines });
  await dispatchLot(opened.lines[0].lotId, 3);
  const { itemId } = await itemOf({ rawMaterialId });
  const { covered } = await balance(`itemId=${itemId}&withProducts=true&from=2026-11-01`);
  expect(covered).toMatchObject({ boughtGrams: 0, soldGrams: -2000, otherGrams: 5000, leftGrams: 0, shortGrams: 3000 });
});
