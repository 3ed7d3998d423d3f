/** Claims under one scheme that lots lose while another scheme is still proved (docs/domain.md, Claims and certificates). */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRun, addSupplier, batchFields, certificateFields } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
verifyAfterEach(app);
const admin = await app.as('admin');
const { addCertificate, dispatch, itemOf, must, readLot, receive, returnFromBuyer, stateOf } = worldOf(admin);

let count = 0;

const organic = (scheme: string) => ({ scheme, status: 'organic' });
const suspended = [{ scheme: 'EU', from: '2026-08-01', until: '2026-09-01' }];

async function addBody(): Promise<{ id: number; name: string }> {
  const fields = { name: `Lost body ${(count += 1)}`, code: '', suspensions: [] };
  const { certificationBodyId: id, name } = await must(201, 'POST', '/certification-bodies', fields);
  return { id, name };
}

const suspend = async ({ id, name }: { id: number; name: string }, suspensions: object[] = suspended) =>
  await must(200, 'PUT', `/certification-bodies/${id}`, { name, code: '', suspensions });

interface Uncovered {
  lotId: number;
  onHandQty: number;
  shippedQty: number;
  lostSchemes: string[];
  wasCovered: boolean;
}
const listed = ({ uncoveredLots }: { uncoveredLots: Uncovered[] }) =>
  uncoveredLots.map(({ lotId, onHandQty, shippedQty, lostSchemes, wasCovered }) =>
    [lotId, onHandQty, shippedQty, lostSchemes.join(), wasCovered ? 'covered' : 'of it'].join(' '),
  );

/**
 * Wheat of a supplier with certificates of the European Union and India, flour of it for which we have both as well, and
 * 25 of its 60 kg that were sold as organic of the European Union, 5 under its best claim, 2 as organic of India.
 */
async function world() {
  const supplierId = await addSupplier(admin);
  const [wheat, flour] = [await addMaterial(admin, { unit: 'kg' }), await addProduct(admin, { unit: 'kg' })];
  const [theirs, ours] = [await addBody(), await addBody()];
  const { itemId } = await itemOf({ productId: flour });
  const scope = { allItems: false, itemIds: [itemId], holder: 'own', supplierId: null, certificationBodyId: ours.id };
  const certificates = {
    eu: await addCertificate(supplierId, { scheme: 'EU', certificationBodyId: theirs.id }),
    npop: await addCertificate(supplierId, { scheme: 'NPOP', certificationBodyId: theirs.id }),
    ownEu: await addCertificate(0, { scheme: 'EU', ...scope }),
    ownNpop: await addCertificate(0, { scheme: 'NPOP', ...scope }),
  };
  const lot = await receive(supplierId, wheat, 100, { claim: 'organic' }, { inwardDate: '2026-08-05' });
  const run = await addRun(admin, [{ rawMaterialId: wheat, quantity: 60 }], {
    productionDate: '2026-08-06',
    outputs: [batchFields(flour, 60)],
  });
  const batch: number = run.outputs[0].lotId;
  const { buyerId } = await must(201, 'POST', '/buyers', { name: `Mill ${count}`, phone: '9811111112', status: 1 });
  const sell = async (quantity: number, soldAs: object | null) =>
    await dispatch(buyerId, [{ lotId: batch, quantity }], { dispatchDate: '2026-08-10', soldAs });
  const sold = [await sell(25, organic('EU')), await sell(5, null), await sell(2, organic('NPOP'))];
  return { supplierId, theirs, ours, certificates, scope, lot, batch, sold, wheat, flour };
}

test('a suspension for one scheme lists what lost it, and what was sold under it, and holds what is left', async () => {
  const { theirs, certificates, lot, batch, sold, wheat, supplierId } = await world();
  const expected = [`${lot} 40 0 EU covered`, `${batch} 28 30 EU of it`];
  expect(listed(await suspend(theirs))).toEqual(expected);
  expect(listed(await must(200, 'GET', `/certification-bodies/${theirs.id}`))).toEqual(expected);
  expect(listed(await must(200, 'GET', `/certificates/${certificates.eu.certificateId}`))).toEqual(expected);
  expect(listed(await must(200, 'GET', `/certificates/${certificates.npop.certificateId}`))).toEqual([]);
  expect((await readLot(batch)).claims).toEqual([expect.objectContaining(organic('NPOP'))]);
  // Recorded since, it never claimed under the scheme.
  await receive(supplierId, wheat, 10, { claim: 'organic' }, { inwardDate: '2026-08-07' });
  const [{ lines }] = sold;
  const { lines: back } = await returnFromBuyer(lines[0].dispatchLineId, 3);
  expect(await must(200, 'POST', `/certification-bodies/${theirs.id}/hold-uncovered`)).toEqual({
    heldLotIds: [lot, batch],
  });
  expect(await Promise.all([lot, batch].map(stateOf))).toEqual([
    `onHold: ${theirs.name} is suspended: its certificate no longer covers this lot`,
    `onHold: ${theirs.name} is suspended: its certificate no longer covers what this was made from`,
  ]);
  const lists = listed(await must(200, 'GET', `/certification-bodies/${theirs.id}`));
  expect(lists).toEqual([...expected, `${back[0].lotId} 3 0 EU of it`]);
  expect(listed(await suspend(theirs, []))).toEqual([]);
});

test('the withdrawal of one of two certificates of a supplier lists what lost its scheme', async () => {
  const { supplierId, certificates, lot, batch } = await world();
  const path = `/certificates/${certificates.eu.certificateId}`;
  const over = { scheme: 'EU', number: certificates.eu.number, withdrawnOn: '2026-08-01' };
  const saved = await must(200, 'PUT', path, certificateFields(supplierId, over));
  expect(listed(saved)).toEqual([`${lot} 40 0 EU covered`, `${batch} 28 30 EU of it`]);
  expect(await must(200, 'POST', `${path}/hold-uncovered`)).toEqual({ heldLotIds: [lot, batch] });
});

test('batches of a lost certificate of our own are listed, for one scheme and for all', async () => {
  const { ours, certificates, scope, batch } = await world();
  expect(listed(await suspend(ours))).toEqual([`${batch} 28 30 EU covered`]);
  expect(listed(await must(200, 'GET', `/certificates/${certificates.ownEu.certificateId}`))).toEqual([
    `${batch} 28 30 EU covered`,
  ]);
  const both = [...suspended, { scheme: 'NPOP', from: '2026-08-01' }];
  expect(listed(await suspend(ours, both))).toEqual([`${batch} 28 32 EU,NPOP covered`]);
  await suspend(ours, []);
  const path = `/certificates/${certificates.ownNpop.certificateId}`;
  const over = { scheme: 'NPOP', number: certificates.ownNpop.number, ...scope, withdrawnOn: '2026-08-01' };
  expect(listed(await must(200, 'PUT', path, certificateFields(0, over)))).toEqual([`${batch} 28 7 NPOP covered`]);
  expect(await must(200, 'POST', `${path}/hold-uncovered`)).toEqual({ heldLotIds: [batch] });
  expect(await stateOf(batch)).toBe(`onHold: Certificate ${certificates.ownNpop.number} no longer covers this lot`);
});

const listedInReadiness = async (): Promise<object[]> =>
  (await must(200, 'GET', '/readiness')).find(({ kind }: { kind: string }) => kind === 'soldWithoutProof').entries;

test('Readiness lists what was sold under a stated claim that was lost since, and once it holds again no more', async () => {
  const { theirs, ours, sold } = await world();
  const before = await listedInReadiness();
  await suspend(theirs);
  const [underEu] = sold;
  const link = `/dispatches/${underEu.dispatchId}`;
  const detail = `EU organic, Mill ${count}, 10-08-2026`;
  const entry = { recordId: underEu.dispatchId, label: underEu.invoiceNumber, detail, link, day: null };
  expect(await listedInReadiness()).toEqual([entry, ...before]);
  await suspend(theirs, []);
  expect(await listedInReadiness()).toEqual(before);
  await suspend(ours);
  expect(await listedInReadiness()).toEqual([entry, ...before]);
  // With a reason it is listed with that, as sold beyond its claim.
  await must(409, 'PUT', link, underEu);
  await must(200, 'PUT', link, { ...underEu, soldAsReason: 'Scope confirmed by letter' });
  expect(await listedInReadiness()).toEqual(before);
});

test('a blend that still has enough of a scheme holds what it was sold as', async () => {
  const { theirs, wheat, flour, lot } = await world();
  const other = await addSupplier(admin);
  await addCertificate(other, { scheme: 'EU' });
  const firm = await receive(other, wheat, 97, { claim: 'organic' }, { inwardDate: '2026-08-05' });
  const lots = [
    { lotId: lot, quantity: 3 },
    { lotId: firm, quantity: 97 },
  ];
  const { outputs } = await addRun(admin, [{ rawMaterialId: wheat, quantity: 100, lots }], {
    productionDate: '2026-08-06',
    outputs: [batchFields(flour, 100)],
  });
  const [{ lotId: blend }] = outputs;
  const { buyerId } = await must(201, 'POST', '/buyers', { name: 'Blender', phone: '9811111112', status: 1 });
  const { dispatchId } = await dispatch(buyerId, [{ lotId: blend, quantity: 5 }], { soldAs: organic('EU') });
  const { uncoveredLots } = await suspend(theirs);
  expect(uncoveredLots.map(({ lotId }: Uncovered) => lotId)).not.toContain(blend);
  expect(await listedInReadiness()).not.toContainEqual(expect.objectContaining({ recordId: dispatchId }));
});

test('two losses at once are listed by each certificate', async () => {
  const { theirs, ours, lot, batch } = await world();
  await suspend(theirs);
  expect(listed(await suspend(ours))).toEqual([`${batch} 28 30 EU covered`]);
  expect(listed(await must(200, 'GET', `/certification-bodies/${theirs.id}`))).toEqual([
    `${lot} 40 0 EU covered`,
    `${batch} 28 30 EU of it`,
  ]);
});

test('a certificate that a scheme of lots rests on is not deleted, be it our own', async () => {
  const { certificates } = await world();
  for (const { certificateId } of [certificates.eu, certificates.ownEu]) {
    const { message } = await must(409, 'DELETE', `/certificates/${certificateId}`);
    expect(message).toBe('1 lot claims organic by this certificate.');
  }
});
