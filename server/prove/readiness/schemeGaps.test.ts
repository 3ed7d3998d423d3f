/** Batches in stock that claim organic while no scheme is proved. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRun, addSupplier, batchFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const admin = await (await buildTestApp()).as('admin');
const { addCertificate, addOwnCertificate, done, readLot, receive } = worldOf(admin);

/** A lot of a new material that claims organic, of a supplier with certificates of these schemes. */
async function receiveUnder(schemes: string[], quantity: number) {
  const supplierId = await addSupplier(admin);
  for (const scheme of schemes) await addCertificate(supplierId, { scheme });
  const rawMaterialId = await addMaterial(admin, { unit: 'kg' });
  return { rawMaterialId, lotId: await receive(supplierId, rawMaterialId, quantity, { claim: 'organic' }) };
}

/** Makes a batch of a new product; returns its lot and product. */
async function make(inputs: object[], quantity: number, batch: object = {}) {
  const productId = await addProduct(admin, { unit: 'kg' });
  const { outputs } = await addRun(admin, inputs, { outputs: [batchFields(productId, quantity, batch)] });
  return { productId, lotId: outputs[0].lotId };
}

/** The lots that Readiness lists, by their codes. */
async function listed(): Promise<string[]> {
  const rows: { kind: string; count: number; entries: { label: string }[] }[] = await done('GET', '/readiness');
  const row = rows.find(({ kind }) => kind === 'schemeUnknown');
  expect(row?.count).toBe(row?.entries.length);
  return row?.entries.map(({ label }) => label) ?? [];
}

const codeOf = async (lotId: number): Promise<string> => (await readLot(lotId)).code;

test('a product of one scheme is listed while our own certificates are of another', async () => {
  const { rawMaterialId } = await receiveUnder(['NPOP'], 100);
  const { lotId } = await make([{ rawMaterialId, quantity: 50 }], 50);
  await addOwnCertificate({ scheme: 'EU' });
  expect(await readLot(lotId)).toMatchObject({ claim: 'organic', claims: [] });
  expect(await listed()).toEqual([await codeOf(lotId)]);
  const { certificateId, ...own } = await addOwnCertificate({ scheme: 'NPOP' });
  expect(await listed()).toEqual([]);
  await done('PUT', `/certificates/${certificateId}`, { ...own, validTo: '2026-06-30', updatedAt: undefined });
  expect(await listed()).toEqual([await codeOf(lotId)]);
  await done('DELETE', `/certificates/${certificateId}`);
  await done(
    'DELETE',
    `/goods/${(await done('GET', '/goods')).find((good: { lotId: number }) => good.lotId === lotId).finishedGoodId}`,
  );
});

test('a product is listed by what went into its ingredients, also after they are used up', async () => {
  const { rawMaterialId } = await receiveUnder(['NPOP'], 100);
  const powder = await make([{ rawMaterialId, quantity: 50 }], 50);
  const blend = await make([{ productId: powder.productId, quantity: 50 }], 50);
  expect(await listed()).toEqual([await codeOf(blend.lotId)]);
  const conventional = await make([{ productId: blend.productId, quantity: 10 }], 10, { claim: 'conventional' });
  const { claim } = await readLot(conventional.lotId);
  expect([claim, await listed()]).toEqual(['conventional', [await codeOf(blend.lotId)]]);
  await addOwnCertificate({ scheme: 'NPOP' });
  expect(await listed()).toEqual([]);
});

test('a product that is organic under no single scheme makes no claim, so that it is not listed', async () => {
  const [npop, pgs] = [await receiveUnder(['NPOP'], 100), await receiveUnder(['PGS-India'], 100)];
  const inputs = [npop, pgs].map(({ rawMaterialId }) => ({ rawMaterialId, quantity: 50 }));
  const { lotId } = await make(inputs, 100);
  expect([(await readLot(lotId)).claim, await listed()]).toEqual(['conventional', []]);
});

test('a product of opening stock that names no supplier is under no scheme, whatever our own certificates cover', async () => {
  const rawMaterialId = await addMaterial(admin, { unit: 'kg' });
  const lines = [{ rawMaterialId, quantity: 20, pricePerUnit: 1, claim: 'organic', overrideReason: 'Old register' }];
  await done('POST', '/adjustments', { kind: 'opening', date: '2026-11-01', reason: 'First day', lines });
  const { lotId } = await make([{ rawMaterialId, quantity: 20 }], 20);
  expect([(await readLot(lotId)).claim, await listed()]).toEqual(['organic', [await codeOf(lotId)]]);
});
