/** Certification bodies, and what a suspension takes from their certificates. */
import { expect, test } from 'vitest';
import { readConfig } from '#server/core/config.ts';
import { openStore } from '#server/core/db/connect.ts';
import { migratorOf } from '#server/core/db/migrate.ts';
import { buildTestApp, type TestDatabase } from '#test/buildTestApp.ts';
import {
  addMaterial,
  addProduct,
  addRun,
  addSupplier,
  batchFields,
  certificateFields,
  dispatchFields,
  inwardFields,
} from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
verifyAfterEach(app);
const admin = await app.as('admin');
const { addCertificate, must, readLot, receive, stateOf } = worldOf(admin);
const turmeric = await addMaterial(admin, { name: 'Turmeric', unit: 'kg' });

let count = 0;

interface Suspension {
  scheme: string;
  from: string;
  until?: string;
}

/** Adds a certification body; returns its id and name. */
async function addBody(suspensions: Suspension[] = [], over: object = {}): Promise<{ id: number; name: string }> {
  const fields = { name: `Body ${(count += 1)}`, code: 'IN-ORG-006', suspensions, ...over };
  const { certificationBodyId, name } = await must(201, 'POST', '/certification-bodies', fields);
  return { id: certificationBodyId, name };
}

/** Suspends a body; returns the ids of the lots that are without proof. */
async function suspend({ id, name }: { id: number; name: string }, suspensions: Suspension[]): Promise<number[]> {
  const saved = await must(200, 'PUT', `/certification-bodies/${id}`, { name, code: '', suspensions });
  return saved.uncoveredLots.map(({ lotId }: { lotId: number }) => lotId);
}

const onDay = (inwardDate: string) => ({ inwardDate });
const receiveOrganic = async (supplierId: number, day: string) =>
  await receive(supplierId, turmeric, 10, { claim: 'organic' }, onDay(day));

const faultsOf = async (suspensions: object[]): Promise<object> => {
  const { status, json } = await admin('POST', '/certification-bodies', { name: 'Faulty', suspensions });
  return { status, errors: json.errors };
};

test('a body is kept with its suspensions, and found by name and code', async () => {
  const suspensions = [
    { scheme: 'EU', from: '2026-05-20', until: '2026-09-01' },
    { scheme: 'EU', from: '2026-09-01' },
    { scheme: 'NOP', from: '2026-06-01' },
  ];
  const { id } = await addBody(suspensions, { name: 'Vaigai Certification', code: 'IN-ORG-077' });
  const stored = suspensions.map((each) => ({ until: null, ...each }));
  const record = { certificationBodyId: id, name: 'Vaigai Certification', code: 'IN-ORG-077', suspensions: stored };
  expect(await must(200, 'GET', `/certification-bodies/${id}`)).toMatchObject({ ...record, uncoveredLots: [] });
  for (const search of ['vaigai', 'org-077']) {
    expect(await must(200, 'GET', `/certification-bodies?search=${search}`)).toEqual([expect.objectContaining(record)]);
    const found = await must(200, 'GET', `/find?search=${search}`);
    expect(found).toContainEqual(expect.objectContaining({ kind: 'certificationBodies', recordId: id }));
  }
  const listed = async (scheme: string): Promise<number[]> =>
    (await must(200, 'GET', `/certification-bodies?suspendedFor=${scheme}`)).map(
      ({ certificationBodyId }: { certificationBodyId: number }) => certificationBodyId,
    );
  expect([await listed('NOP'), await listed('NPOP')]).toEqual([[id], []]);
  await must(200, 'PUT', `/certification-bodies/${id}`, { name: 'Vaigai Certification', suspensions: [] });
  const [{ changes }] = await must(200, 'GET', `/history/certificationBodies/${id}`);
  const before = 'EU from 20-05-2026, covers again from 01-09-2026, EU from 01-09-2026, NOP from 01-06-2026';
  expect(changes).toContainEqual(expect.objectContaining({ field: 'suspensions', before, after: '' }));
});

test('suspensions that end before they begin, or hold at the same time, are refused', async () => {
  const refused = (field: string, text: string) => ({ status: 400, errors: { [`suspensions.${field}`]: [text] } });
  const eu = (from: string, until?: string) => ({ scheme: 'EU', from, until });
  expect(await faultsOf([eu('2026-05-02', '2026-05-01')])).toEqual(refused('0.until', 'It ends before it begins.'));
  const overlapping = refused('1.from', 'Another suspension of this scheme holds at that time.');
  expect(await faultsOf([eu('2026-05-01', '2026-06-01'), eu('2026-05-31')])).toEqual(overlapping);
  expect(await faultsOf([eu('2026-05-01'), eu('2026-04-01', '2026-05-02')])).toEqual(overlapping);
  expect(await faultsOf([eu('2026-05-01'), eu('2027-05-01', '2027-05-02')])).toEqual(overlapping);
  await addBody([eu('2026-05-01', '2026-06-01'), eu('2026-06-01'), { scheme: 'NOP', from: '2026-05-15' }]);
});

test('two bodies of one name are refused, also when a deleted one comes back', async () => {
  const first = await addBody();
  const taken = { name: first.name.toUpperCase(), suspensions: [] };
  const refused = await must(409, 'POST', '/certification-bodies', taken);
  expect(refused.errors).toEqual({ name: ['This name is taken.'] });
  await must(200, 'DELETE', `/certification-bodies/${first.id}`);
  await must(201, 'POST', '/certification-bodies', taken);
  await must(409, 'POST', `/certification-bodies/${first.id}/restore`);
});

test('a certificate names its body by id or by name, and carries its new name', async () => {
  const { id, name } = await addBody();
  const supplierId = await addSupplier(admin);
  const byName = await addCertificate(supplierId, { body: name.toLowerCase() });
  expect(byName).toMatchObject({ certificationBodyId: id, body: name });
  const byId = await addCertificate(supplierId, { certificationBodyId: id, body: 'Another' });
  expect(byId).toMatchObject({ certificationBodyId: id, body: name });
  const textAlone = await addCertificate(supplierId, { certificationBodyId: null, body: name });
  expect(textAlone).toMatchObject({ certificationBodyId: null, body: name });
  const unknown = await admin('POST', '/certificates', certificateFields(supplierId, { certificationBodyId: 987_654 }));
  expect([unknown.status, unknown.json.errors]).toEqual([
    400,
    { certificationBodyId: ['This certification body does not exist.'] },
  ]);
  await must(200, 'PUT', `/certification-bodies/${id}`, { name: `${name} Ltd`, suspensions: [] });
  expect(await must(200, 'GET', `/certificates/${byName.certificateId}`)).toMatchObject({ body: `${name} Ltd` });
});

test('a body that certificates name is not deleted, and a certificate comes back after it', async () => {
  const { id, name } = await addBody();
  const supplierId = await addSupplier(admin);
  const { certificateId, number } = await addCertificate(supplierId, { certificationBodyId: id });
  const refused = await must(409, 'DELETE', `/certification-bodies/${id}`);
  expect(refused.message).toBe(`Cannot delete this certification body because certificates name it: ${number}.`);
  await must(200, 'DELETE', `/certificates/${certificateId}`);
  await must(200, 'DELETE', `/certification-bodies/${id}`);
  const needed = await must(409, 'POST', `/certificates/${certificateId}/restore`);
  expect(needed.message).toContain(name);
  for (const path of [`/certification-bodies/${id}`, `/certificates/${certificateId}`]) {
    await must(200, 'POST', `${path}/restore`);
  }
});

test('a suspension ends what certificates of its scheme cover, from its first day until the day of its end', async () => {
  const supplierId = await addSupplier(admin);
  const body = await addBody();
  const held = await addCertificate(supplierId, { certificationBodyId: body.id, scheme: 'EU' });
  await suspend(body, [
    { scheme: 'EU', from: '2026-08-02', until: '2026-08-10' },
    { scheme: 'NOP', from: '2026-04-01' },
  ]);
  const post = async (day: string) => {
    const rawMaterials = [{ rawMaterialId: turmeric, quantity: 1, pricePerUnit: 10, claim: 'organic' }];
    return (await admin('POST', '/inward', inwardFields(supplierId, [], { ...onDay(day), rawMaterials }))).status;
  };
  const days = ['2026-08-01', '2026-08-02', '2026-08-09', '2026-08-10'];
  const statuses: number[] = [];
  for (const day of days) statuses.push(await post(day));
  expect(statuses).toEqual([201, 400, 400, 201]);
  // Another scheme, or another body, still covers.
  await addCertificate(supplierId, { certificationBodyId: body.id, scheme: 'NPOP', validTo: '2026-08-31' });
  expect(await post('2026-08-02')).toBe(201);
  const { suspensions } = await must(200, 'GET', `/certificates/${held.certificateId}`);
  expect(suspensions).toEqual([{ from: '2026-08-02', until: '2026-08-10' }]);
});

test('a certificate of a suspended body is listed as suspended, and in Readiness', async () => {
  const supplierId = await addSupplier(admin);
  const body = await addBody([{ scheme: 'EU', from: '2026-06-01' }]);
  const [eu, npop] = [
    await addCertificate(supplierId, { certificationBodyId: body.id, scheme: 'EU' }),
    await addCertificate(supplierId, { certificationBodyId: body.id, scheme: 'NPOP' }),
  ];
  const idsOf = async (validity: string): Promise<number[]> =>
    (await must(200, 'GET', `/certificates?supplierId=${supplierId}&validity=${validity}`)).map(
      ({ certificateId }: { certificateId: number }) => certificateId,
    );
  expect([await idsOf('suspended'), await idsOf('valid')]).toEqual([[eu.certificateId], [npop.certificateId]]);
  const { certificate } = await must(200, 'GET', `/suppliers/${supplierId}/overview`);
  expect(certificate).toMatchObject({ certificateId: npop.certificateId, suspensions: [] });
  const entriesOf = async (): Promise<object[]> => {
    const rows = await must(200, 'GET', '/readiness');
    const row = rows.find(({ kind }: { kind: string }) => kind === 'certificatesSuspended');
    return row.entries.filter(({ recordId }: { recordId: number }) => recordId === eu.certificateId);
  };
  expect(await entriesOf()).toEqual([
    expect.objectContaining({ detail: `EU, ${eu.number}, ${body.name} suspended from 01-06-2026` }),
  ]);
  await suspend(body, [{ scheme: 'EU', from: '2026-06-01', until: '2026-07-01' }]);
  expect([await entriesOf(), await idsOf('suspended')]).toEqual([[], []]);
});

/** A lot before a suspension and one in it, a batch of the latter, of which a part was sent. */
async function suspendedWorld() {
  const supplierId = await addSupplier(admin);
  const body = await addBody();
  const held = await addCertificate(supplierId, { certificationBodyId: body.id, scheme: 'EU' });
  const [before, during] = [
    await receiveOrganic(supplierId, '2026-07-31'),
    await receiveOrganic(supplierId, '2026-08-05'),
  ];
  const productId = await addProduct(admin, { unit: 'kg' });
  const { outputs } = await addRun(
    admin,
    [{ rawMaterialId: turmeric, quantity: 4, lots: [{ lotId: during, quantity: 4 }] }],
    { outputs: [batchFields(productId, 4, { claim: 'organic' })] },
  );
  const [{ lotId: batch }] = outputs;
  const { buyerId } = await must(201, 'POST', '/buyers', { name: 'Mill', phone: '9811111112', status: 1 });
  await must(201, 'POST', '/dispatches', dispatchFields(buyerId, [{ lotId: batch, quantity: 1.5 }]));
  return { supplierId, body, held, before, during, batch };
}

test('a suspension lists what was bought since, made of it, left and sent, and holds it in one step', async () => {
  const { body, held, before, during, batch } = await suspendedWorld();
  expect((await readLot(batch)).claim).toBe('organic');
  expect(await suspend(body, [{ scheme: 'EU', from: '2026-08-01' }])).toEqual([during, batch]);
  expect((await readLot(batch)).claim).toBe('conventional');
  const { uncoveredLots } = await must(200, 'GET', `/certification-bodies/${body.id}`);
  expect(uncoveredLots).toEqual([
    expect.objectContaining({ lotId: during, receivedOn: '2026-08-05', onHandQty: 6, shippedQty: 0 }),
    expect.objectContaining({ lotId: batch, receivedOn: '2026-11-10', onHandQty: 2.5, shippedQty: 1.5 }),
  ]);
  expect((await must(200, 'GET', `/certificates/${held.certificateId}`)).uncoveredLots).toEqual(uncoveredLots);
  const hold = `/certification-bodies/${body.id}/hold-uncovered`;
  expect(await must(200, 'POST', hold)).toEqual({ heldLotIds: [during, batch] });
  expect(await Promise.all([before, during, batch].map(stateOf))).toEqual([
    'released',
    `onHold: ${body.name} is suspended: its certificate no longer covers this lot`,
    `onHold: ${body.name} is suspended: its certificate no longer covers what this was made from`,
  ]);
  await must(409, 'POST', hold);
  expect(await suspend(body, [{ scheme: 'EU', from: '2026-08-01', until: '2026-08-05' }])).toEqual([]);
});

test('a batch of which all was sent is listed, and lots that a withdrawal alone left without proof are not', async () => {
  const { supplierId, body, held, during, batch } = await suspendedWorld();
  const { buyerId } = await must(201, 'POST', '/buyers', { name: 'Shop', phone: '9811111112', status: 1 });
  await must(201, 'POST', '/dispatches', dispatchFields(buyerId, [{ lotId: batch, quantity: 2.5 }]));
  const withdrawn = certificateFields(supplierId, {
    certificationBodyId: body.id,
    number: held.number,
    scheme: 'EU',
    withdrawnOn: '2026-07-01',
  });
  await must(200, 'PUT', `/certificates/${held.certificateId}`, withdrawn);
  expect(await suspend(body, [{ scheme: 'EU', from: '2026-08-01' }])).toEqual([during, batch]);
  const { uncoveredLots } = await must(200, 'GET', `/certification-bodies/${body.id}`);
  expect(uncoveredLots[1]).toMatchObject({ lotId: batch, onHandQty: 0, shippedQty: 4 });
  // The batch claims under no scheme that is known, since we have no certificate for it, and keeps its claim.
  await addCertificate(supplierId, { scheme: 'NPOP' });
  expect((await must(200, 'GET', `/certification-bodies/${body.id}`)).uncoveredLots).toEqual([
    expect.objectContaining({ lotId: during, lostSchemes: ['EU'] }),
  ]);
  await addCertificate(supplierId, { scheme: 'EU' });
  expect((await must(200, 'GET', `/certification-bodies/${body.id}`)).uncoveredLots).toEqual([]);
});

/** Fills a database of the version before certification bodies. */
async function fillOlder(place: TestDatabase): Promise<void> {
  const store = openStore(readConfig(place.environment), () => undefined);
  const { error } = await migratorOf(store).migrateTo('072-record-merges');
  if (error !== undefined) throw error;
  const at = '2026-11-20T06:30:00.000Z';
  await store.db
    .insertInto('supplier')
    .values({
      name: 'Farm',
      phone: '',
      email: '',
      gstin_number: '',
      address: '',
      status: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const dates = { valid_from: '2026-04-01', valid_to: '2027-03-31', created_at: at, updated_at: at };
  const shared = { scheme: 'NPOP', ...dates } as const;
  const certificates = [' Kaveri  Certification', 'KAVERI CERTIFICATION', 'Palar Certification', ''];
  for (const [index, body] of certificates.entries()) {
    const row = {
      ...shared,
      supplier_id: 1,
      number: `N${index}`,
      body,
      all_items: 1,
      withdrawn_on: null,
      file_id: null,
    };
    await store.db
      .insertInto('certificate')
      .values({ ...row, all_items: 1, deleted_at: body.startsWith('Palar') ? at : null })
      .execute();
  }
  for (const body of ['Kaveri Certification', 'Sone Certification']) {
    await store.db
      .insertInto('transaction_certificate')
      .values({
        direction: 'purchase',
        supplier_id: 1,
        buyer_id: null,
        scheme: 'NPOP',
        number: '',
        body,
        status: 'applied',
        issued_on: null,
        note: '',
        file_id: null,
        created_at: at,
        updated_at: at,
      })
      .execute();
  }
  await store.db.destroy();
}

test('bodies are made of the names that certificates and transaction certificates of an older version have', async () => {
  const { store, as } = await buildTestApp({}, { fill: fillOlder });
  const { json: bodies } = await (await as('user'))('GET', '/certification-bodies?sort=certificationBodyId&order=asc');
  expect(bodies.map(({ name, certificates }: { name: string; certificates: number }) => [name, certificates])).toEqual([
    ['Kaveri Certification', 2],
    ['Sone Certification', 0],
  ]);
  const linked = await store.db
    .selectFrom('certificate')
    .select(['certification_body_id', 'body'])
    .orderBy('id')
    .execute();
  expect(linked.map(({ certification_body_id: id, body }) => [id, body])).toEqual([
    [1, 'Kaveri Certification'],
    [1, 'Kaveri Certification'],
    [null, 'Palar Certification'],
    [null, ''],
  ]);
});
