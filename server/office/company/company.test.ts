import { expect, test } from 'vitest';
import { companyLines } from '#contract/masters/company.ts';
import { errorTexts } from '#contract/core/errors.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields } from '#test/factories.ts';
import { fileOf, textOf } from '#test/packFiles.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const otherSession = app.withToken(await app.sessionOf('admin'));

const ours = {
  name: 'सह्याद्री Organics',
  address: 'Gat 214\nSinnar 422103',
  phone: '02551 220 114',
  email: 'office@sahyadri.example',
  gstinNumber: '27AAACS1234L1ZF',
  licenceNumber: '11521034000123',
};

test('the company is empty at first, is entered by an admin, and has a history', async () => {
  const empty = (await admin('GET', '/company')).json;
  expect([empty.name, companyLines(empty)]).toEqual(['', []]);
  const nameless = await admin('PUT', '/company', { ...ours, name: ' ', gstinNumber: '27' });
  expect([nameless.status, Object.keys(nameless.json.errors)]).toEqual([400, ['name', 'gstinNumber']]);

  const saved = await admin('PUT', '/company', { ...ours, updatedAt: empty.updatedAt });
  expect([saved.status, saved.json]).toMatchObject([200, { ...ours, warnings: [] }]);
  const { warnings: _, ...stored } = saved.json;
  expect((await admin('GET', '/company')).json).toEqual(stored);
  const slip = { ...ours, gstinNumber: '27AAACS1234L1ZE' };
  expect((await admin('PUT', '/company', slip)).json).toMatchObject({ ...slip, warnings: [{ code: 'gstin_check' }] });
  await admin('PUT', '/company', ours);
  const late = await otherSession('PUT', '/company', { ...ours, name: 'Late', updatedAt: empty.updatedAt });
  expect([late.status, late.json.message]).toEqual([409, errorTexts.changedMeanwhile]);
  const event = (await admin('GET', '/history/company/1')).json.at(-1);
  expect(event.changes).toContainEqual({ field: 'name', label: 'Name', before: '', after: ours.name });

  const user = await app.as('user');
  expect((await user('GET', '/company')).json.name).toBe(ours.name);
  expect((await user('PUT', '/company', ours)).status).toBe(403);
});

test('the company is named in the letters of a recall and in inspection packs', async () => {
  expect((await admin('PUT', '/company', ours)).status).toBe(200);
  const [material, product] = [await addMaterial(admin), await addProduct(admin)];
  await addInward(admin, await addSupplier(admin), [[material, 5]]);
  const { outputs } = await addRun(admin, [{ rawMaterialId: material, quantity: 2 }], {
    outputs: [batchFields(product, 2)],
  });
  const lines = [{ lotId: outputs[0].lotId, quantity: 1 }];
  const { buyerId } = (await admin('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 })).json;
  const sent = { buyerId, dispatchDate: '2026-11-15', invoiceNumber: 'GD/1', lines };
  expect((await admin('POST', '/dispatches', sent)).status).toBe(201);
  const drill = { kind: 'drill', title: 'Yearly', reason: 'Drill', lotIds: [outputs[0].lotId] };
  const { recallId } = (await admin('POST', '/recalls', drill)).json;
  const { token } = await app.person('admin');
  const download = async (url: string) => {
    const { statusCode, rawPayload } = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(statusCode).toBe(200);
    return rawPayload;
  };
  const letter = await textOf(await download(`/api/recalls/${recallId}/letter?buyerId=${buyerId}`));
  for (const line of companyLines({ ...ours, updatedAt: '' })) expect(letter).toContain(line);
  // A drill does not ask buyers to stop selling.
  expect(letter).toContain('You need not stop selling them');
  expect(letter).not.toContain('Please stop selling');

  const { packId } = (await admin('POST', '/inspection-packs', { from: '2026-04-01', to: '2027-03-31' })).json;
  await app.settled();
  const pack = await download(`/api/inspection-packs/${packId}/file`);
  const index = fileOf(pack, 'index.html').toString();
  for (const line of companyLines({ ...ours, updatedAt: '' })) expect(index).toContain(line);
  expect(await textOf(fileOf(pack, 'readiness.pdf'))).toContain(ours.name);
});
