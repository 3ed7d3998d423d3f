/** A dispatch names the claim that it is sold under, which each of its lots holds (docs/domain.md, Sold as). */
import { beforeEach, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRun, addSupplier, batchFields, dispatchFields } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { must, receive, addCertificate, importSheet } = worldOf(admin);
verifyAfterEach(app);

const npop = { scheme: 'NPOP', status: 'organic' };
const eu = { scheme: 'EU', status: 'organic' };
const own = { holder: 'own', body: 'Indocert', validFrom: '2026-04-01', validTo: '2027-03-31', allItems: true };
for (const scheme of ['NPOP', 'EU', 'NOP']) {
  await must(201, 'POST', '/certificates', { ...own, scheme, number: `OWN/${scheme}`, itemIds: [] });
}
const [wide, narrow] = [await addSupplier(admin, { name: 'Malwa Farmers' }), await addSupplier(admin)];
for (const scheme of ['NPOP', 'EU', 'NOP']) await addCertificate(wide, { scheme });
const narrowCertificate = await addCertificate(narrow);
const { buyerId } = await must(201, 'POST', '/buyers', { name: 'Bauckhof', status: 1 });

interface Lot {
  lotId: number;
  code: string;
}

/** 90 kg under three schemes, 10 kg under NPOP alone, and the batch of both. */
let good: Lot;
let breaking: Lot;
let batch: Lot;

async function bought(
  supplierId: number,
  quantity: number,
  claim = 'organic',
): Promise<Lot & { rawMaterialId: number; quantity: number }> {
  const rawMaterialId = await addMaterial(admin);
  const lotId = await receive(supplierId, rawMaterialId, quantity, { claim });
  const { code } = await must(200, 'GET', `/lots/${lotId}`);
  return { lotId, code, rawMaterialId, quantity };
}

beforeEach(async () => {
  const [one, other, spare] = [await bought(wide, 90), await bought(narrow, 10), await bought(wide, 50)];
  [good, breaking] = [spare, other];
  const product = await addProduct(admin, { unit: 'kg' });
  const inputs = [one, other].map(({ rawMaterialId, quantity }) => ({ rawMaterialId, quantity }));
  const run = await addRun(admin, inputs, { outputs: [batchFields(product, 100)] });
  batch = await must(200, 'GET', `/lots/${run.outputs[0].lotId}`);
});

const body = (over: object = {}, lots: Lot[] = [batch]) =>
  dispatchFields(
    buyerId,
    lots.map(({ lotId }) => ({ lotId, quantity: 1 })),
    over,
  );
const send = async (status: number, over: object = {}, lots: Lot[] = [batch]) =>
  await must(status, 'POST', '/dispatches', body(over, lots));

test('a claim that a lot does not hold is refused at its line, with the lot that breaks it', async () => {
  const { errors, message } = await send(409, { soldAs: eu }, [good, batch]);
  expect(Object.keys(errors)).toEqual(['lines.1.lotId']);
  expect(message).toBe(
    `${batch.code} can't be sold as “EU organic” because of ${breaking.code}: 90 % under EU, 95 % is needed. ${message.split('needed. ')[1]}`,
  );
  expect(message).toMatch(/No EU certificate of .* covers .* on 01-11-2026\.$/);
  const { soldAs, soldAsReason } = await send(201, { soldAs: npop, soldAsReason: 'Not needed' }, [good, batch]);
  expect({ soldAs, soldAsReason }).toEqual({ soldAs: npop, soldAsReason: '' });
});

test('a status may be sold as itself, and organic as any status that its scheme knows', async () => {
  await send(409, { soldAs: { scheme: 'NOP', status: 'organic' } });
  await send(201, { soldAs: { scheme: 'NOP', status: 'madeWithOrganic' } });
  await send(201, { soldAs: { scheme: 'NOP', status: 'madeWithOrganic' } }, [good]);
  const conventional = await bought(wide, 5, 'conventional');
  expect((await send(409, { soldAs: npop }, [conventional])).message).toContain('is conventional.');
  for (const soldAs of [{ scheme: 'EU', status: 'madeWithOrganic' }, { scheme: 'EU' }, 'EU organic']) {
    const { errors } = await send(400, { soldAs });
    expect(Object.values(errors)).toEqual([['Choose a scheme and a status that it knows.']]);
  }
});

test('without a claim it is sold under the best one of each batch', async () => {
  const { dispatchId, soldAs } = await send(201);
  expect(soldAs).toBeNull();
  const { lines } = await must(200, 'GET', `/dispatches/${dispatchId}`);
  expect(lines[0].claims).toMatchObject([npop, { scheme: 'NOP', status: 'madeWithOrganic' }]);
});

test('the office goes on with a reason, which edits keep and a claim that holds removes', async () => {
  const manager = await app.as('manager');
  const reason = 'The body confirmed the scope by letter';
  const sent = await must(201, 'POST', '/dispatches', body({ soldAs: eu, soldAsReason: reason }), manager);
  const path = `/dispatches/${sent.dispatchId}`;
  const older = { ...sent, soldAs: undefined, soldAsReason: undefined };
  const kept = await must(200, 'PUT', path, { ...older, note: 'Two pallets' });
  expect(kept).toMatchObject({ soldAs: eu, soldAsReason: reason, note: 'Two pallets' });
  await must(409, 'PUT', path, { ...kept, soldAsReason: '' });
  const changed = await must(200, 'PUT', path, { ...kept, soldAs: npop });
  expect(changed).toMatchObject({ soldAs: npop, soldAsReason: '' });
  await must(409, 'PUT', path, { ...changed, soldAs: eu });
  await must(403, 'POST', '/dispatches', body({ soldAs: eu, soldAsReason: reason }), await app.as('user'));
});

test('an edit may not send a batch that does not hold the claim', async () => {
  const sent = await send(201, { soldAs: eu }, [good]);
  const lines = [...sent.lines, { lotId: batch.lotId, quantity: 1 }];
  const { errors } = await must(409, 'PUT', `/dispatches/${sent.dispatchId}`, { ...sent, soldAs: undefined, lines });
  expect(Object.keys(errors)).toEqual(['lines.1.lotId']);
});

test('a dispatch is not restored where its claim holds no more', async () => {
  const { dispatchId } = await send(201, { soldAs: npop });
  await must(200, 'DELETE', `/dispatches/${dispatchId}`);
  const certificate = await must(200, 'GET', `/certificates/${narrowCertificate.certificateId}`);
  const ended = { ...certificate, updatedAt: undefined, file: undefined, validTo: '2026-10-31' };
  await must(200, 'PUT', `/certificates/${certificate.certificateId}`, ended);
  const { message } = await must(409, 'POST', `/dispatches/${dispatchId}/restore`);
  expect(message).toContain(`${batch.code} can't be sold as “NPOP organic” because of ${breaking.code}`);
  await must(200, 'PUT', `/certificates/${certificate.certificateId}`, { ...ended, validTo: '2027-03-31' });
  await must(200, 'POST', `/dispatches/${dispatchId}/restore`);
});

test('the form reads the claims of lots, and what keeps them from one', async () => {
  const found = await must(
    200,
    'GET',
    `/dispatches/claims?lotId=${good.lotId}&lotId=${batch.lotId}&lotId=999999&soldAs=EU%20organic`,
  );
  expect(found).toMatchObject([
    { lotId: good.lotId, claims: [npop, eu, { scheme: 'NOP' }], refusal: null },
    { lotId: batch.lotId, refusal: { link: `/lots/${breaking.lotId}` } },
  ]);
  const [alone] = await must(200, 'GET', `/dispatches/claims?lotId=${batch.lotId}`);
  expect(alone.refusal).toBeNull();
});

test('a buyer keeps a market and what is sold to them, in body, history, merge and sheet', async () => {
  const fields = { name: 'Bio Planet', status: 1 };
  const added = await must(201, 'POST', '/buyers', { ...fields, market: 'EU', soldAs: eu });
  expect(added).toMatchObject({ market: 'EU', soldAs: eu });
  // A client that does not know the fields.
  expect(await must(200, 'PUT', `/buyers/${added.buyerId}`, fields)).toMatchObject({ market: 'EU', soldAs: eu });
  const changes = await must(200, 'GET', `/history/buyers/${added.buyerId}`);
  expect(JSON.stringify(changes)).toContain('EU organic');
  const other = await must(201, 'POST', '/buyers', fields);
  const merge = { ...other, soldAs: npop, market: 'IN', mergedId: added.buyerId, updatedAt: undefined };
  const { mergeId } = await must(200, 'POST', `/buyers/${other.buyerId}/merge`, merge);
  expect(await must(200, 'GET', `/buyers/${other.buyerId}`)).toMatchObject({ market: 'IN', soldAs: npop });
  await must(200, 'POST', `/merges/${mergeId}/undo`);
  expect(await must(200, 'GET', `/buyers/${other.buyerId}`)).toMatchObject({ market: null, soldAs: null });
  const rows = [
    ['Terra Madre', 'European Union', 'EU organic'],
    ['Amma Foods', 'US', 'Made with organic, NOP'],
  ];
  const { status, text } = await importSheet('buyers', ['Name', 'Market', 'Sold as'], rows);
  expect(status, text).toBe(200);
  const again = await importSheet('buyers', ['Name', 'Market', 'Sold as'], rows);
  expect(again.json).toMatchObject({ created: 0, updated: 0, skipped: 2 });
  const [terra] = await must(200, 'GET', '/buyers?search=Terra%20Madre');
  expect(terra).toMatchObject({ market: 'EU', soldAs: eu });
  const [amma] = await must(200, 'GET', '/buyers?search=Amma%20Foods');
  expect(amma).toMatchObject({ market: 'US', soldAs: { scheme: 'NOP', status: 'madeWithOrganic' } });
  await must(400, 'POST', '/buyers', { ...fields, market: 'DE' });
});
