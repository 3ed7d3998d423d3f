/** Transaction certificates cover what was bought or sold under their scheme. */
import { expect, test } from 'vitest';
import type { UncoveredLine } from '#contract/prove/transactionCertificates.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addSupplier, transactionCertificateFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const admin = await (await buildTestApp()).as('admin');
const { addCertificate, dispatch, done, must, receive } = worldOf(admin);
const { buyerId } = await done('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 });
const eu = { scheme: 'EU', status: 'organic' };

/** 100 kg that claim organic, of a new supplier with certificates of these schemes. */
async function buy(...schemes: string[]) {
  const supplierId = await addSupplier(admin);
  for (const scheme of schemes) await addCertificate(supplierId, { scheme });
  const line = schemes.length === 0 ? { overrideReason: 'Paper follows' } : {};
  const lotId = await receive(supplierId, await addMaterial(admin), 100, { claim: 'organic', ...line });
  return { supplierId, lotId };
}

const bought = (supplierId: number, lineId: number, scheme: string, quantity = 10) =>
  transactionCertificateFields(supplierId, 0, { scheme, lines: [{ lineId, quantity }] });
const sold = (lineId: number, scheme: string, quantity = 10) => ({
  ...bought(0, lineId, scheme, quantity),
  direction: 'sale',
  supplierId: null,
  buyerId,
});

/** The quantity left to cover of a dispatch's line; undefined where it is not listed. */
async function leftOf(lineId: number): Promise<number | undefined> {
  const { lines } = await done('GET', `/transaction-certificates/uncovered?direction=sale&partyId=${buyerId}`);
  return lines.find((line: UncoveredLine) => line.lineId === lineId)?.leftQty;
}

test('a purchase is covered by certificates of the schemes that it claims, of which it may have several', async () => {
  const { supplierId, lotId } = await buy('NPOP', 'EU');
  const { errors } = await must(400, 'POST', '/transaction-certificates', bought(supplierId, lotId, 'NOP'));
  expect(errors).toEqual({ 'lines.0.lineId': ['This is under NPOP, EU, not under NOP.'] });
  await must(201, 'POST', '/transaction-certificates', bought(supplierId, lotId, 'EU'));
  await must(201, 'POST', '/transaction-certificates', bought(supplierId, lotId, 'NPOP'));
});

test('a purchase whose scheme is not known is covered by a certificate of any', async () => {
  const { supplierId, lotId } = await buy();
  const { transactionCertificateId, ...record } = await must(
    201,
    'POST',
    '/transaction-certificates',
    bought(supplierId, lotId, 'NOP'),
  );
  // Known by now: it stays as it is, of the same scheme alone.
  await addCertificate(supplierId, { scheme: 'NPOP' });
  const path = `/transaction-certificates/${transactionCertificateId}`;
  await must(200, 'PUT', path, { ...record, updatedAt: undefined, note: 'Copy' });
  await must(400, 'PUT', path, { ...record, updatedAt: undefined, scheme: 'EU' });
  await must(200, 'PUT', path, { ...record, updatedAt: undefined, scheme: 'NPOP' });
});

test('a sale is covered by certificates of the scheme that its dispatch states, and of no other once that is changed', async () => {
  const { lotId } = await buy('NPOP', 'EU');
  const { dispatchId, ...sale } = await dispatch(buyerId, [{ lotId, quantity: 60 }], { soldAs: eu });
  const [{ dispatchLineId: lineId }] = sale.lines;
  const { errors } = await must(400, 'POST', '/transaction-certificates', sold(lineId, 'NPOP'));
  expect(errors).toEqual({ 'lines.0.lineId': ['This is under EU, not under NPOP.'] });
  const { transactionCertificateId } = await must(201, 'POST', '/transaction-certificates', sold(lineId, 'EU', 60));
  expect(await leftOf(lineId)).toBeUndefined();
  const npop = { scheme: 'NPOP', status: 'organic' };
  await done('PUT', `/dispatches/${dispatchId}`, { ...sale, soldAs: npop, updatedAt: undefined });
  expect(await leftOf(lineId)).toBe(60);
  const [line] = (await done('GET', `/transaction-certificates/${transactionCertificateId}`)).lines;
  expect(line).toMatchObject({ deliveredQty: 0, overQty: 60 });
  await must(201, 'POST', '/transaction-certificates', sold(lineId, 'NPOP', 60));
  expect(await leftOf(lineId)).toBeUndefined();
});

test('a sale without a stated claim is covered by certificates of the schemes that its lot claims', async () => {
  const { lotId } = await buy('EU');
  const [{ dispatchLineId: lineId }] = (await dispatch(buyerId, [{ lotId, quantity: 60 }])).lines;
  await must(400, 'POST', '/transaction-certificates', sold(lineId, 'NPOP'));
  await must(201, 'POST', '/transaction-certificates', sold(lineId, 'EU', 60));
  expect(await leftOf(lineId)).toBeUndefined();
});

test('a sale beyond the claim of its lot needs a certificate; one as in conversion does not', async () => {
  const supplierId = await addSupplier(admin);
  const lotId = await receive(supplierId, await addMaterial(admin), 100, { claim: 'conventional' });
  const beyond = { soldAs: eu, soldAsReason: 'The buyer knows' };
  const [{ dispatchLineId }] = (await dispatch(buyerId, [{ lotId, quantity: 5 }], beyond)).lines;
  expect(await leftOf(dispatchLineId)).toBe(5);
  const converting = { soldAs: { scheme: 'EU', status: 'inConversion' }, soldAsReason: 'The buyer knows' };
  const [other] = (await dispatch(buyerId, [{ lotId, quantity: 5 }], converting)).lines;
  expect(await leftOf(other.dispatchLineId)).toBeUndefined();
});
