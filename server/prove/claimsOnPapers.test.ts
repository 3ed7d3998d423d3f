/** Scheme and status of lots and sales in recalls, traces and packs. */
import { expect, test } from 'vitest';
import { letterTo } from '#contract/prove/recallLetter.ts';
import { tracedClaim, type TraceNode } from '#contract/prove/trace.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduct, addRun, addSupplier, batchFields } from '#test/factories.ts';
import { sortableOf, sheetOf } from '#test/packFiles.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { addCertificate, addOwnCertificate, dispatch, done, receive } = worldOf(admin);

/** 50 kg bought under NPOP and the EU, 40 kg of powder that is NPOP organic, sold as that and without a stated claim. */
const supplierId = await addSupplier(admin);
for (const scheme of ['NPOP', 'EU']) await addCertificate(supplierId, { scheme });
await addOwnCertificate({ scheme: 'NPOP' });
const rawMaterialId = await addMaterial(admin);
const lotId = await receive(supplierId, rawMaterialId, 50, { claim: 'organic' });
const productId = await addProduct(admin, { unit: 'kg' });
const { outputs } = await addRun(admin, [{ rawMaterialId, quantity: 50 }], {
  outputs: [batchFields(productId, 40, { batchNumber: 'POWDER-1' })],
});
const [{ lotId: batch }] = outputs;
const { buyerId } = await done('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 });
const soldAs = { scheme: 'NPOP', status: 'organic' };
await dispatch(buyerId, [{ lotId: batch, quantity: 10 }], { invoiceNumber: 'STATED', soldAs });
await dispatch(buyerId, [{ lotId: batch, quantity: 5 }], { invoiceNumber: 'BEST' });

test('a recall has the claims of its lots, and what each dispatch was sold as, also once it is closed', async () => {
  const body = { kind: 'drill', title: 'Powder', reason: 'Drill', lotIds: [lotId] };
  const { recallId, updatedAt } = await done('POST', '/recalls', body);
  const read = async () => await done('GET', `/recalls/${recallId}`);
  const { lots, buyers, ...recall } = await read();
  expect(lots).toMatchObject([
    { claim: 'organic', claims: [{ scheme: 'NPOP', status: 'organic' }, { scheme: 'EU' }] },
    { claim: 'organic', claims: [{ scheme: 'NPOP', status: 'organic' }] },
  ]);
  const [{ name, lines }] = buyers;
  expect(lines).toMatchObject([
    { invoiceNumber: 'STATED', soldAs },
    { invoiceNumber: 'BEST', soldAs: null },
  ]);
  expect(letterTo(recall, { name, lines }).lines.map((line) => line.split(': ')[1])).toEqual([
    '10 kg, invoice STATED, 15-11-2026, sold as NPOP organic',
    '5 kg, invoice BEST, 15-11-2026',
  ]);
  await done('POST', `/recalls/${recallId}/close`, { conclusion: 'Found', lots: 'keep', updatedAt });
  expect(await read()).toMatchObject({ lots, buyers });
});

test('a trace has the claims of what went into its root, and what dispatches were sold as', async () => {
  const { nodes } = await done('GET', `/trace/lots/${batch}`);
  const named = (kind: string) => nodes.filter((node: TraceNode) => node.kind === kind);
  expect(named('lot').map((node: TraceNode) => tracedClaim(node))).toEqual(['NPOP organic', 'NPOP, EU organic']);
  const [first] = named('lot');
  expect(named('dispatch').map((node: TraceNode) => tracedClaim(first, node.soldAs))).toEqual([
    'NPOP organic',
    'NPOP organic',
  ]);
  expect(named('dispatch').map((node: TraceNode) => node.soldAs)).toEqual([soldAs, undefined]);
});

test('the registers of a pack and the sheet of its events have scheme and status, never a bare "organic"', async () => {
  const { packId } = await done('POST', '/inspection-packs', { from: '2026-04-01', to: '2027-03-31' });
  await app.settled();
  const { token } = await app.person('admin');
  const url = `/api/inspection-packs/${packId}/file`;
  const { rawPayload: pack } = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  const events = await sortableOf(pack);
  expect(events.map((row) => [row['Critical tracking event'], row['Claim'], row['New claim']])).toEqual(
    expect.arrayContaining([
      ['Receiving', 'NPOP, EU organic', null],
      ['Transformation', 'NPOP, EU organic', 'NPOP organic'],
      ['Shipping', 'NPOP organic', null],
    ]),
  );
  const sold = await sheetOf(pack, 'dispatches');
  expect(sold.map((row) => [row['Invoice'], row['Sold as']])).toEqual([
    ['STATED', 'NPOP organic'],
    ['BEST', 'NPOP organic'],
  ]);
  const runs = await sheetOf(pack, 'runs');
  expect(runs.map((row) => [row['Part'], row['Claim']])).toEqual([
    ['Input', 'NPOP, EU organic'],
    ['Output', 'NPOP organic'],
  ]);
  const bare = [...events, ...sold, ...runs].flatMap((row) =>
    Object.values(row).filter((cell) => typeof cell === 'string' && /^(organic|made with organic)$/i.test(cell)),
  );
  expect(bare).toEqual([]);
});
