/** A change of an inward without claims leaves the stored claims and certificates. */
import { expect, test } from 'vitest';
import { buildTestApp, type Caller } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier, certificateFields } from '#test/factories.ts';

let supplierId: number;

const app = await buildTestApp();
const admin = await app.as('admin');
const turmeric = await addMaterial(admin, { name: 'Turmeric', unit: 'kg' });

const ok = async (answer: ReturnType<Caller>) => {
  const { status, json, text } = await answer;
  expect(status, text).toBeLessThan(300);
  return json;
};

/** A certificate of the supplier, added or changed. */
async function saveCertificate(over: object = {}, id?: number) {
  const body = certificateFields(supplierId, over);
  return await ok(id === undefined ? admin('POST', '/certificates', body) : admin('PUT', `/certificates/${id}`, body));
}

/** An inward of a new supplier, of one lot that claims organic. */
async function addOrganicInward(claim: object) {
  const rawMaterials = [{ rawMaterialId: turmeric, quantity: 10, pricePerUnit: 100, claim: 'organic', ...claim }];
  return await addInward(admin, supplierId, [], { inwardDate: '2026-10-12', rawMaterials });
}

interface Inward {
  inwardId: number;
  rawMaterials: { id: number; rawMaterialId: number; quantity: number; pricePerUnit: number; lotId: number }[];
}

/** Saves an inward as the screen does that marks it paid: its lines say nothing of their claims. */
async function change({ inwardId, rawMaterials, ...inward }: Inward, over: object = {}, ofLine: object = {}) {
  const lines = rawMaterials.map(({ id, rawMaterialId, quantity, pricePerUnit }) => {
    return { id, rawMaterialId, quantity, pricePerUnit, ...ofLine };
  });
  const body = { ...inward, inwardId, status: 'paid', rawMaterials: lines, updatedAt: undefined, ...over };
  return await admin('PUT', `/inward/${inwardId}`, body);
}

const lineOf = async ({ inwardId }: Inward) => (await ok(admin('GET', `/inward/${inwardId}`))).rawMaterials[0];

test('an inward that is marked paid keeps the certificate of a line, though another one now covers it', async () => {
  supplierId = await addSupplier(admin);
  const [a, b] = [await saveCertificate({ number: 'A' }), await saveCertificate({ number: 'B' })];
  const inward = await addOrganicInward({ certificateId: a.certificateId });
  await saveCertificate({ number: 'A', validTo: '2026-10-01' }, a.certificateId);
  expect((await change(inward)).status).toBe(200);
  expect(await lineOf(inward)).toMatchObject({ certificateId: a.certificateId, certificateNumber: 'A' });
  await saveCertificate({ number: 'A' }, a.certificateId);
  const [{ lotId }] = inward.rawMaterials;
  expect(await ok(admin('GET', `/lots/${lotId}`))).toMatchObject({ certificateId: a.certificateId });
  // Another certificate by name is taken, and the history says which.
  await ok(change(inward, {}, { certificateId: b.certificateId }));
  const [{ changes }] = await ok(admin('GET', `/history/inward/${inward.inwardId}`));
  expect(changes).toEqual([
    expect.objectContaining({ label: 'Raw material: Turmeric, Certificate on the day', before: 'A', after: 'B' }),
  ]);
});

test('an inward that is marked paid keeps the reason of an override, though a certificate now covers it', async () => {
  supplierId = await addSupplier(admin);
  const overrideReason = 'Spoke with Indocert';
  const inward = await addOrganicInward({ overrideReason });
  const late = await saveCertificate({ number: 'C' });
  // The same holds for a line that repeats the stored values.
  for (const said of [{}, { claim: 'organic', certificateId: null, overrideReason }]) {
    expect((await change(inward, {}, said)).status).toBe(200);
    expect(await lineOf(inward)).toMatchObject({ certificateId: null, overrideReason });
  }
  await saveCertificate({ number: 'C', withdrawnOn: '2026-04-02' }, late.certificateId);
  const gap = (await ok(admin('GET', '/readiness'))).find(({ kind }: { kind: string }) => kind === 'organicByOverride');
  expect(JSON.stringify(gap.entries)).toContain(overrideReason);
});

test('a line that is received on hold is on hold, also where it gives a reason for an override', async () => {
  supplierId = await addSupplier(admin);
  const overrideReason = 'Renewal coming';
  const stateOf = async (inward: Inward) => {
    const { lotId } = await lineOf(inward);
    const { state, overrideReason: reason } = await ok(admin('GET', `/lots/${lotId}`));
    return [state, reason];
  };
  expect(await stateOf(await addOrganicInward({ overrideReason, receiveOnHold: true }))).toEqual(['onHold', '']);
  const released = await addOrganicInward({ overrideReason });
  expect(await stateOf(released)).toEqual(['released', overrideReason]);
  await ok(change(released, {}, { receiveOnHold: true }));
  expect(await stateOf(released)).toEqual(['onHold', '']);
});

test('a lot whose claim is changed on its page loses the reason of its override', async () => {
  supplierId = await addSupplier(admin);
  const [{ lotId }] = (await addOrganicInward({ overrideReason: 'Renewal is on its way' })).rawMaterials;
  for (const claim of ['conventional', 'madeWithOrganic']) {
    if (claim !== 'conventional') await saveCertificate();
    // Missing fields stay.
    expect((await admin('PUT', `/lots/${lotId}`, { claim })).status).toBe(200);
    const lot = await ok(admin('GET', `/lots/${lotId}`));
    expect(lot).toMatchObject({ claim, overrideReason: '' });
  }
  expect((await admin('PUT', `/lots/${lotId}`, { supplierLotNumber: 'W-7', expiresOn: '2027-05-01' })).status).toBe(
    200,
  );
  expect((await admin('PUT', `/lots/${lotId}`, { claim: 'conventional' })).status).toBe(200);
  expect(await ok(admin('GET', `/lots/${lotId}`))).toMatchObject({ supplierLotNumber: 'W-7', expiresOn: '2027-05-01' });
});

test('an inward whose claim is no longer covered can be marked paid, and another day, supplier or claim needs a certificate', async () => {
  supplierId = await addSupplier(admin);
  const onHold = await addOrganicInward({ receiveOnHold: true });
  const [{ lotId }] = onHold.rawMaterials;
  await ok(admin('POST', `/lots/${lotId}/release`, { reason: 'Paper seen' }));
  const held = await saveCertificate();
  const covered = await addOrganicInward({});
  await saveCertificate({ withdrawnOn: '2026-05-01' }, held.certificateId);
  for (const inward of [onHold, covered]) {
    const before = await lineOf(inward);
    const { status, json, text } = await change(inward);
    expect([status, json.status], text).toEqual([200, 'paid']);
    expect(await lineOf(inward)).toEqual(before);
    const refused = [
      await change(inward, { inwardDate: '2026-10-13' }),
      await change(inward, { supplierId: await addSupplier(admin) }),
      await change(inward, {}, { claim: 'madeWithOrganic' }),
    ];
    expect(refused.map(({ json: { errors } }) => Object.keys(errors))).toEqual(
      refused.map(() => ['rawMaterials.0.claim']),
    );
  }
});

test('a new line without a claim gets the one of the form: organic if a certificate covers it, unless it says conventional', async () => {
  supplierId = await addSupplier(admin);
  const { certificateId } = await saveCertificate({ number: 'NEW' });
  const turmericOf = (line: object) => ({ rawMaterialId: turmeric, quantity: 10, pricePerUnit: 100, ...line });
  const rawMaterials = [turmericOf({}), turmericOf({ claim: 'conventional' })];
  const claimsOn = async (inwardDate: string) => {
    const inward = await addInward(admin, supplierId, [], { inwardDate, rawMaterials });
    const { rawMaterials: lines } = await ok(admin('GET', `/inward/${inward.inwardId}`));
    return lines.map((line: { claim: string; certificateId: number | null }) => [line.claim, line.certificateId]);
  };
  expect(await claimsOn('2026-10-12')).toEqual([
    ['organic', certificateId],
    ['conventional', null],
  ]);
  // Before the certificate's first day.
  expect(await claimsOn('2020-10-12')).toEqual([
    ['conventional', null],
    ['conventional', null],
  ]);
});
