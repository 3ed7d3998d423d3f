/** Papers of what was sold under a claim: listed while they are missing (docs/domain.md, Sold as). */
import { expect, test } from 'vitest';
import type { ReadinessKind, ReadinessRow } from '#contract/prove/readiness.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addSupplier, dispatchFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { must, receive, addCertificate } = worldOf(admin);

const supplierId = await addSupplier(admin);
for (const scheme of ['NPOP', 'EU', 'NOP']) await addCertificate(supplierId, { scheme });
const lotId = await receive(supplierId, await addMaterial(admin), 100, { claim: 'organic' });
const plainId = await receive(supplierId, await addMaterial(admin), 100, { claim: 'conventional' });
const buyer = async (name: string, over: object = {}): Promise<number> =>
  (await must(201, 'POST', '/buyers', { name, status: 1, ...over })).buyerId;
const [haat, bauck, whole] = [
  await buyer('Organic Haat'),
  await buyer('Bauckhof', { market: 'EU' }),
  await buyer('Whole Earth'),
];
const claim = (scheme: string) => ({ scheme, status: 'organic' });

const send = async (buyerId: number, over: object = {}, lot = lotId) =>
  await must(201, 'POST', '/dispatches', dispatchFields(buyerId, [{ lotId: lot, quantity: 2 }], over));

async function entriesOf(kind: ReadinessKind) {
  const rows: ReadinessRow[] = await must(200, 'GET', '/readiness');
  return rows
    .find((row) => row.kind === kind)
    ?.entries.map(({ label, detail, link, day }) => ({
      label,
      detail,
      link,
      day,
    }));
}

test('a dispatch that a batch does not allow is listed with its reason', async () => {
  const soldAs = claim('EU');
  const sent = await send(haat, { soldAs, soldAsReason: 'Scope confirmed by letter' }, plainId);
  const link = `/dispatches/${sent.dispatchId}`;
  const detail = 'EU organic, Organic Haat, 15-11-2026: Scope confirmed by letter';
  expect(await entriesOf('soldBeyondClaim')).toEqual([{ label: sent.invoiceNumber, detail, link, day: null }]);
  await must(200, 'PUT', link, { ...sent, soldAs: null });
  expect(await entriesOf('soldBeyondClaim')).toEqual([]);
  await must(200, 'DELETE', link);
});

test('certificates of inspection and of import are listed for the market of the buyer, or of the claim', async () => {
  const toEu = await send(bauck, { inspectionCertificate: '' });
  const toUs = await send(whole, { soldAs: claim('NOP'), dispatchDate: '2026-11-14' });
  await send(haat, { soldAs: claim('NPOP') });
  const links = [toEu, toUs].map(({ dispatchId }) => `/dispatches/${dispatchId}`);
  const [eu, us] = [
    'Certificate of inspection (EU): Bauckhof, 15-11-2026',
    'Import certificate (US): NOP organic, Whole Earth, 14-11-2026',
  ];
  expect(await entriesOf('shipmentPapersMissing')).toEqual([
    { label: toEu.invoiceNumber, detail: eu, link: links[0], day: null },
    { label: toUs.invoiceNumber, detail: us, link: links[1], day: null },
  ]);
  await must(200, 'PUT', `${links[0]}`, { ...toEu, inspectionCertificate: 'COI.IN.2026.0001' });
  expect((await entriesOf('shipmentPapersMissing'))?.map(({ link }) => link)).toEqual([links[1]]);
  const { importCertificate: _, ...older } = await must(200, 'PUT', `${links[1]}`, {
    ...toUs,
    importCertificate: 'NOPIC/26/17',
  });
  expect(await must(200, 'PUT', `${links[1]}`, { ...older, note: 'By air' })).toMatchObject({
    importCertificate: 'NOPIC/26/17',
  });
  expect(await entriesOf('shipmentPapersMissing')).toEqual([]);
  for (const link of links) await must(200, 'DELETE', link);
});

test('a transaction certificate is due within 30 days after goods were sold under a claim', async () => {
  const party = await buyer('Sahyadri Foods');
  const late = await send(party, { soldAs: claim('NPOP'), dispatchDate: '2026-11-02' });
  await send(party, { dispatchDate: '2026-11-02' });
  const due = async () =>
    (await entriesOf('transactionCertificatesDue'))?.filter(({ detail }) => /Sahyadri/.test(detail));
  const detail = 'NPOP organic, Sahyadri Foods, 02-11-2026, due 02-12-2026, in 12 days';
  const link = '/transaction-certificates';
  expect(await due()).toEqual([{ label: late.invoiceNumber, detail, link, day: '2026-12-02' }]);
  const { lines } = await must(200, 'GET', `/transaction-certificates/uncovered?direction=sale&partyId=${party}`);
  expect(lines).toMatchObject([
    { soldAs: null, claim: 'organic', claims: [claim('NPOP'), claim('EU'), claim('NOP')] },
    { soldAs: claim('NPOP'), documentLabel: late.invoiceNumber },
  ]);
  const [, { lineId }] = lines;
  const certificate = { direction: 'sale', buyerId: party, scheme: 'NPOP', number: 'TC/1', issuedOn: '2026-11-18' };
  const covered = { ...certificate, status: 'issued', lines: [{ lineId, quantity: 2 }] };
  await must(201, 'POST', '/transaction-certificates', covered);
  expect(await due()).toEqual([]);
});

test('a transaction certificate that is overdue says since when', async () => {
  const party = await buyer('Deccan Traders');
  const old = await receive(
    supplierId,
    await addMaterial(admin),
    9,
    { claim: 'organic' },
    { inwardDate: '2026-10-01' },
  );
  await send(party, { soldAs: claim('NPOP'), dispatchDate: '2026-10-12' }, old);
  const [first] = (await entriesOf('transactionCertificatesDue')) ?? [];
  expect(first?.detail).toBe('NPOP organic, Deccan Traders, 12-10-2026, was due 11-11-2026, for 9 days');
});
