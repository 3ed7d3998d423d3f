/** Claims under schemes, and who may buy a lot (docs/domain.md, Claims under schemes). */
import { expect, test } from 'vitest';
import type { SchemeClaim } from '#contract/stock/claims/schemes.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRun, addSupplier, batchFields, dispatchFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { must, receive, addCertificate, addOwnCertificate, describeItem, itemOf, readLot } = worldOf(admin);

const own = async (scheme: string) => await addOwnCertificate({ scheme });

/** A supplier with a certificate of each scheme. */
async function growerUnder(...schemes: string[]): Promise<number> {
  const supplierId = await addSupplier(admin);
  for (const scheme of schemes) await addCertificate(supplierId, { scheme });
  return supplierId;
}

const npopAlone = await growerUnder('NPOP');
const everywhere = await growerUnder('NPOP', 'EU', 'NOP');
await own('NPOP');
await own('EU');
await own('NOP');

/** An organic lot of a supplier; [material, lot]. */
async function bought(supplierId: number, quantity: number, line: object = {}): Promise<[number, number]> {
  const rawMaterialId = await addMaterial(admin);
  return [rawMaterialId, await receive(supplierId, rawMaterialId, quantity, { claim: 'organic', ...line })];
}

/** Makes a batch of all of some materials, in kilograms; returns its lot. */
async function make(inputs: [rawMaterialId: number, quantity: number][]): Promise<number> {
  const made = inputs.map(([rawMaterialId, quantity]) => ({ rawMaterialId, quantity }));
  const product = await addProduct(admin, { unit: 'kg' });
  const quantity = inputs.reduce((sum, [, each]) => sum + each, 0);
  const run = await addRun(admin, made, { outputs: [batchFields(product, quantity)] });
  return run.outputs[0].lotId;
}

interface Access {
  market: string;
  may: boolean;
  status: string | null;
  why: { text: string; link: string | null }[];
}

const marketsOf = async (lotId: number, on = '2026-11-20'): Promise<Access[]> =>
  await must(200, 'GET', `/lots/${lotId}/markets?on=${on}`);

const statuses = async (lotId: number, on?: string) =>
  Object.fromEntries((await marketsOf(lotId, on)).map(({ market, status }) => [market, status]));

const claimsOf = async (lotId: number) => {
  const { claims }: { claims: SchemeClaim[] } = await readLot(lotId);
  return claims.map(({ scheme, status, percent }) => `${scheme} ${status} ${percent ?? 'unknown'}`);
};

test('a purchase claims under the scheme of each certificate that covers it', async () => {
  const [, lot] = await bought(everywhere, 10);
  expect(await claimsOf(lot)).toEqual(['NPOP organic 100', 'EU organic 100', 'NOP organic 100']);
  const [, early] = await bought(npopAlone, 10);
  expect(await claimsOf(early)).toEqual(['NPOP organic 100']);
  expect(await statuses(early)).toEqual({ IN: 'organic', EU: null, US: null });
});

test('the organic mass of a product counts scheme by scheme, with the thresholds of each', async () => {
  const [wide] = await bought(everywhere, 90);
  const [narrow, narrowLot] = await bought(npopAlone, 10);
  const batch = await make([
    [wide, 90],
    [narrow, 10],
  ]);
  expect(await claimsOf(batch)).toEqual(['NPOP organic 100', 'NOP madeWithOrganic 90']);
  expect(await statuses(batch)).toEqual({ IN: 'organic', EU: null, US: 'madeWithOrganic' });
  const eu = (await marketsOf(batch)).find(({ market }) => market === 'EU');
  expect(eu?.why.map(({ link }) => link)).toEqual([null, `/lots/${narrowLot}`]);
  expect(eu?.why[0]?.text).toBe('90 % under EU, 95 % is needed');
});

test('the organic mass under two schemes does not add up to one claim', async () => {
  const [one] = await bought(await growerUnder('NPOP'), 50);
  const [other] = await bought(await growerUnder('PGS-India'), 50);
  const batch = await make([
    [one, 50],
    [other, 50],
  ]);
  expect(await claimsOf(batch)).toEqual([]);
  expect(await readLot(batch)).toMatchObject({ claim: 'conventional', organicPercent: 50 });
});

test('a product claims nothing under a scheme for which it has no certificate of our own', async () => {
  const [material] = await bought(await growerUnder('PGS-India'), 10);
  const batch = await make([[material, 10]]);
  expect(await claimsOf(batch)).toEqual([]);
  const india = (await marketsOf(batch)).find(({ market }) => market === 'IN');
  expect(india).toMatchObject({ may: false });
  expect(india?.why.at(-1)?.link).toBe('/certificates');
  await own('PGS-India');
  expect(await claimsOf(batch)).toEqual(['PGS-India organic 100']);
});

test('a product without an own certificate counts in no later product', async () => {
  const [material] = await bought(everywhere, 10);
  const [middle, last] = [await addProduct(admin, { unit: 'kg' }), await addProduct(admin, { unit: 'kg' })];
  await addOwnCertificate({ scheme: 'other', allItems: false, itemIds: [(await itemOf({ productId: last })).itemId] });
  const supplier = await growerUnder('other');
  const [uncovered] = await bought(supplier, 10);
  const runOf = async (inputs: object[], productId: number) =>
    (await addRun(admin, inputs, { outputs: [batchFields(productId, 10)] })).outputs[0].lotId;
  const ofMiddle = await runOf([{ rawMaterialId: uncovered, quantity: 10 }], middle);
  const ofLast = await runOf([{ productId: middle, quantity: 10 }], last);
  expect([await claimsOf(ofMiddle), await claimsOf(ofLast)]).toEqual([[], []]);
  const covered = await runOf([{ rawMaterialId: material, quantity: 10 }], last);
  expect(await claimsOf(covered)).toEqual(['NPOP organic 100', 'EU organic 100', 'NOP organic 100']);
});

test('an NPOP certificate alone sold to the United States until July 2022', async () => {
  const supplier = await addSupplier(admin);
  await addCertificate(supplier, { validFrom: '2021-01-01', validTo: '2021-12-31' });
  const rawMaterialId = await addMaterial(admin);
  const inward = { inwardDate: '2021-03-01' };
  const lot = await receive(supplier, rawMaterialId, 10, { claim: 'organic' }, inward);
  expect(await statuses(lot, '2022-07-11')).toEqual({ IN: 'organic', EU: null, US: 'organic' });
  expect(await statuses(lot, '2022-07-12')).toEqual({ IN: 'organic', EU: null, US: null });
  expect(await statuses(lot, '2021-02-28')).toEqual({ IN: null, EU: null, US: null });
});

test('a lot in conversion is so under schemes that know it, as the one ingredient of a product', async () => {
  const supplier = await growerUnder('NPOP', 'NOP');
  const [young, lot] = await bought(supplier, 20, { claim: 'inConversion' });
  expect(await claimsOf(lot)).toEqual(['NPOP inConversion 0']);
  expect(await claimsOf(await make([[young, 10]]))).toEqual(['NPOP inConversion 0']);
  const [organic] = await bought(everywhere, 10);
  const blend = await make([
    [young, 10],
    [organic, 10],
  ]);
  expect(await claimsOf(blend)).toEqual([]);
});

test('opening stock without a supplier is organic under no scheme that is known', async () => {
  const rawMaterialId = await addMaterial(admin);
  const lines = [{ rawMaterialId, quantity: 5, code: 'OPEN-1', claim: 'organic' }];
  const { lines: made } = await must(201, 'POST', '/adjustments', {
    kind: 'opening',
    date: '2026-11-01',
    reason: 'Opening stock',
    lines,
  });
  const [{ lotId }] = made;
  expect(await readLot(lotId)).toMatchObject({ claim: 'organic', claims: [] });
  expect((await marketsOf(lotId))[0]?.why[0]?.text).toContain('names no supplier');
});

/** The last reason of each market, where the lot is not taken. */
const reasonsOf = async (lotId: number) =>
  Object.fromEntries(
    (await marketsOf(lotId)).flatMap(({ market, may, why }) => (may ? [] : [[market, why.at(-1)?.text]])),
  );

test('a status that a scheme does not know is named, not the certificate, which covers the lot', async () => {
  const [young, lot] = await bought(everywhere, 20, { claim: 'inConversion' });
  const { code, itemName } = await readLot(lot);
  const unknown = `${code} of ${itemName} is in conversion, which NOP does not know.`;
  expect(await reasonsOf(lot)).toEqual({ US: unknown });
  expect(await reasonsOf(await make([[young, 10]]))).toEqual({ US: unknown });
  const [, partly] = await bought(everywhere, 10, { claim: 'madeWithOrganic' });
  const { code: partlyCode, itemName: partlyItem } = await readLot(partly);
  const reason = `${partlyCode} of ${partlyItem} is made with organic, which EU does not know.`;
  expect(await reasonsOf(partly)).toEqual({ EU: reason });
  const { buyerId } = await must(201, 'POST', '/buyers', { name: 'Bauckhof', status: 1 });
  const soldAs = { scheme: 'EU', status: 'organic' };
  const lines = [{ lotId: partly, quantity: 1 }];
  const refused = await must(409, 'POST', '/dispatches', dispatchFields(buyerId, lines, { soldAs }));
  expect(refused.message).toContain(reason);
});

test('the claim of a product of one ingredient in conversion is so, and may be entered', async () => {
  const [young] = await bought(everywhere, 30, { claim: 'inConversion' });
  const batch = await make([[young, 10]]);
  expect(await readLot(batch)).toMatchObject({ claim: 'inConversion', claims: [{ scheme: 'NPOP' }, { scheme: 'EU' }] });
  await must(200, 'PUT', `/lots/${batch}`, { claim: 'inConversion' });
  await must(400, 'PUT', `/lots/${batch}`, { claim: 'madeWithOrganic' });
  const [organic] = await bought(everywhere, 10);
  const blend = await make([
    [young, 10],
    [organic, 10],
  ]);
  expect((await readLot(blend)).claim).toBe('conventional');
  // No certificate under a scheme that knows the status.
  const [unproved] = await bought(await growerUnder('NOP'), 10, { claim: 'inConversion' });
  expect((await readLot(await make([[unproved, 10]]))).claim).toBe('conventional');
});

test('the ingredient that lacks the most organic mass is named, without the water in it', async () => {
  const kilograms = { unit: 'kg' };
  const [herb, sugar, water] = [
    await addMaterial(admin, kilograms),
    await addMaterial(admin, kilograms),
    await addMaterial(admin, kilograms),
  ];
  await describeItem({ rawMaterialId: water }, { part: 'water' });
  const organic = await receive(everywhere, herb, 8, { claim: 'organic' });
  const plain = await receive(everywhere, herb, 2, { claim: 'conventional' });
  const sweet = await receive(everywhere, sugar, 10, { claim: 'conventional' });
  await receive(everywhere, water, 90, { claim: 'conventional' });
  const [base, drink] = [await addProduct(admin, kilograms), await addProduct(admin, kilograms)];
  const lots = [
    { lotId: organic, quantity: 8 },
    { lotId: plain, quantity: 2 },
  ];
  await addRun(
    admin,
    [
      { rawMaterialId: herb, quantity: 10, lots },
      { rawMaterialId: water, quantity: 90 },
    ],
    {
      outputs: [batchFields(base, 100)],
    },
  );
  const inputs = [
    { productId: base, quantity: 100 },
    { rawMaterialId: sugar, quantity: 10 },
  ];
  const { outputs } = await addRun(admin, inputs, { outputs: [batchFields(drink, 110)] });
  const { code, itemName } = await readLot(sweet);
  expect((await reasonsOf(outputs[0].lotId))['IN']).toBe(`${code} of ${itemName} is conventional.`);
});

test('an input without grams per unit is named, also where all that is known is less than what came out', async () => {
  const [egg, syrup] = [await addMaterial(admin, { unit: 'pcs' }), await addMaterial(admin, { unit: 'can' })];
  await describeItem({ rawMaterialId: syrup }, { part: 'salt' });
  for (const rawMaterialId of [egg, syrup]) await receive(everywhere, rawMaterialId, 100, { claim: 'organic' });
  const cakeOf = async (inputs: object[], quantity: number) => {
    const outputs = [batchFields(await addProduct(admin, { unit: 'kg' }), quantity)];
    return (await addRun(admin, inputs, { outputs })).outputs[0].lotId;
  };
  const nameOf = async (id: number) => (await must(200, 'GET', `/materials/${id}`)).name;
  const [itemName, syrupName] = [await nameOf(egg), await nameOf(syrup)];
  const reason = (name: string) => `${name} has no grams per unit: the share is not known.`;
  const cake = await cakeOf([{ rawMaterialId: egg, quantity: 50 }], 5);
  expect((await reasonsOf(cake))['IN']).toBe(reason(itemName));
  const [flour] = await bought(everywhere, 10);
  const bread = await cakeOf(
    [
      { rawMaterialId: flour, quantity: 10 },
      { rawMaterialId: syrup, quantity: 50 },
    ],
    12,
  );
  expect((await reasonsOf(bread))['IN']).toBe(reason(syrupName));
});
