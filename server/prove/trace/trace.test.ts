import { beforeAll, describe, expect, test } from 'vitest';
import type { Trace, TraceEdge } from '#contract/prove/trace.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { addCertificate, addOwnCertificate, describeItem, dispatch, must, receive } = worldOf(admin);

async function traced(path: string): Promise<Trace> {
  const { status, json, text } = await admin('GET', `/trace/${path}`);
  expect(status, text).toBe(200);
  return json;
}

/** Receives a lot of a material in October; returns it. */
const bought = async (supplierId: number, rawMaterialId: number, quantity: number, line: object = {}) =>
  await receive(supplierId, rawMaterialId, quantity, line, { inwardDate: '2026-10-01' });

interface Taken {
  rawMaterialId?: number;
  productId?: number;
  quantity: number;
  lots?: { lotId: number; quantity: number }[];
}

async function made(inputs: Taken[], outputs: [productId: number, batchNumber: string, quantity: number][], over = {}) {
  return await must(201, 'POST', '/production-runs', {
    productionDate: '2026-11-01',
    status: 'completed',
    inputs,
    outputs: outputs.map(([productId, batchNumber, quantity]) => ({ productId, batchNumber, quantity })),
    ...over,
  });
}

async function buyerOf(name: string): Promise<number> {
  return (await must(201, 'POST', '/buyers', { name, phone: '9811111112', status: 1 })).buyerId;
}

const edge = ({ edges }: Trace, from: string, to: string): TraceEdge | undefined =>
  edges.find((each) => each.from === from && each.to === to);
const idsOf = ({ nodes }: Trace, kind: string) => nodes.filter((node) => node.kind === kind).map(({ id }) => id);
const lotIdsOf = (trace: Trace) => idsOf(trace, 'lot').toSorted();

describe('the trace of a batch of two lots of turmeric', () => {
  let suppliers: number[];
  let lots: number[];
  let batch: { lotId: number; finishedGoodId: number };
  let runId: number;
  let buyers: number[];
  let sent: { dispatchId: number; lines: { dispatchLineId: number }[] };
  let sentToOther: typeof sent;

  /** 40 + 14.5 kg make 270 jars of 200 g, with a loss of 0.5 kg; 100 and 20 leave, one is lost. */
  beforeAll(async () => {
    suppliers = [await addSupplier(admin), await addSupplier(admin)];
    const turmeric = await addMaterial(admin, { unit: 'kg' });
    for (const supplierId of suppliers) {
      await must(201, 'POST', '/certificates', {
        holder: 'supplier',
        supplierId,
        scheme: 'NPOP',
        number: `ORG/${supplierId}`,
        validFrom: '2026-04-01',
        validTo: '2027-03-31',
        allItems: true,
      });
    }
    await addOwnCertificate();
    lots = [];
    for (const [index, quantity] of [40, 20].entries()) {
      lots.push(await bought(suppliers[index] ?? 0, turmeric, quantity, { claim: 'organic' }));
    }
    const powder = await addProduct(admin, { unit: 'jar' });
    const { json: items } = await admin('GET', '/items');
    const item = items.find(({ productId }: { productId: number }) => productId === powder);
    await admin('PUT', `/items/${item.itemId}`, { ...item, gramsPerUnit: 200, updatedAt: undefined });
    const run = await made([{ rawMaterialId: turmeric, quantity: 54.5 }], [[powder, 'TP-12', 270]], {
      losses: [{ reason: 'Dust', grams: 500 }],
    });
    [batch] = run.outputs;
    ({ runId } = run);
    buyers = [await buyerOf('Green Basket'), await buyerOf('Prakriti')];
    const dispatchBatch = async (buyerId: number | undefined, quantity: number, invoiceNumber: string) =>
      await dispatch(buyerId, [{ lotId: batch.lotId, quantity }], { dispatchDate: '2026-11-10', invoiceNumber });
    sent = await dispatchBatch(buyers[0], 100, 'GD/1');
    sentToOther = await dispatchBatch(buyers[1], 20, 'GD/2');
    await must(201, 'POST', '/adjustments', {
      kind: 'count',
      date: '2026-11-12',
      reason: 'Count',
      lines: [{ lotId: batch.lotId, quantity: 149, reason: 'Broken' }],
    });
  });

  test('has suppliers, lots, buyers and remaining stock in both directions, all certified', async () => {
    const trace = await traced(`lots/${batch.lotId}`);
    expect(trace.root).toBe(`lot-${batch.lotId}`);
    expect(trace.summary).toMatchObject({
      lots: 2,
      suppliers: 2,
      buyers: 2,
      broughtGrams: 54_500,
      unit: 'jar',
      quantityIn: 270,
      dispatchedQty: 120,
      onHandQty: 149,
      lostQty: 1,
      certifiedPercent: 100,
      gaps: [],
    });
    const [first = 0, second = 0] = lots;
    expect(edge(trace, `lot-${first}`, `run-${runId}`)).toMatchObject({ quantity: 40, unit: 'kg', shareGrams: 40_000 });
    expect(edge(trace, `lot-${second}`, `run-${runId}`)).toMatchObject({ quantity: 14.5, shareGrams: 14_500 });
    expect(edge(trace, `run-${runId}`, `lot-${batch.lotId}`)).toMatchObject({ quantity: 270, grams: 54_000 });
    expect(edge(trace, `dispatch-${sent.dispatchId}`, `buyer-${buyers[0]}`)).toMatchObject({ shareGrams: 20_000 });
    expect(trace.nodes.find(({ id }) => id === `lot-${first}`)).toMatchObject({
      claim: 'organic',
      certificateNumber: `ORG/${suppliers[0]}`,
    });
    expect(trace.nodes.find(({ id }) => id === trace.root)).toMatchObject({ claim: 'organic', onHandQty: 149 });
  });

  test('has one half in each direction, and begins at any of its records', async () => {
    const backward = await traced(`goods/${batch.finishedGoodId}?direction=backward`);
    expect([idsOf(backward, 'buyer'), idsOf(backward, 'supplier').length]).toEqual([[], 2]);
    const forward = await traced(`lots/${lots[0]}?direction=forward`);
    expect([idsOf(forward, 'supplier'), idsOf(forward, 'buyer').length]).toEqual([[], 2]);
    // 120 of 270 jars made from 40 of 54.5 kg are with buyers: 17.778 kg.
    expect(forward.summary).toMatchObject({ unit: 'kg', quantityIn: 40, dispatchedQty: 17.778, onHandQty: 22.074 });
    const [inward = ''] = idsOf(backward, 'inward');
    for (const direction of ['forward', 'backward', 'both']) {
      const ofInward = await traced(`${inward.replace('-', 's/')}?direction=${direction}`);
      expect([ofInward.root, idsOf(ofInward, 'inward')], direction).toEqual([inward, [inward]]);
    }
    const ofSupplier = await traced(`suppliers/${suppliers[1]}`);
    expect(idsOf(ofSupplier, 'buyer')).toHaveLength(2);
    expect(edge(ofSupplier, `lot-${lots[1]}`, `run-${runId}`)).toMatchObject({ quantity: 14.5, shareGrams: 14_500 });
    const ofBuyer = await traced(`buyers/${buyers[0]}`);
    // 100 of 270 jars hold 20.185 of 54.5 kg.
    expect(ofBuyer.summary).toMatchObject({ suppliers: 2, buyers: 1, broughtGrams: 20_185.185 });
    expect(edge(ofBuyer, `lot-${lots[0]}`, `run-${runId}`)).toMatchObject({ quantity: 40, shareGrams: 14_814.815 });
    const ofDispatch = await traced(`dispatches/${sent.dispatchId}?direction=forward`);
    expect(idsOf(ofDispatch, 'buyer')).toEqual([`buyer-${buyers[0]}`]);
    const bothWays = await traced(`dispatches/${sent.dispatchId}`);
    expect(edge(bothWays, `dispatch-${sent.dispatchId}`, `buyer-${buyers[0]}`)).toMatchObject({ grams: 20_000 });
    const ofRun = await traced(`production-runs/${runId}`);
    expect([idsOf(ofRun, 'supplier').length, idsOf(ofRun, 'buyer').length]).toEqual([2, 2]);
    expect(edge(ofRun, `run-${runId}`, `lot-${batch.lotId}`)?.shareGrams).toBe(54_500);
  });

  test('has a return as a lot of its own, behind its dispatch', async () => {
    const { adjustmentId, lines } = await must(201, 'POST', '/adjustments', {
      kind: 'buyerReturn',
      date: '2026-11-14',
      reason: 'Torn',
      lines: [sent, sentToOther].map(({ lines: [line] }) => ({ dispatchLineId: line?.dispatchLineId, quantity: 10 })),
    });
    const { lotId } = lines[0];
    const trace = await traced(`lots/${batch.lotId}?direction=forward`);
    expect(trace.summary).toMatchObject({ dispatchedQty: 100, onHandQty: 169 });
    const returnedBy = [0, 1].map(
      (at) => edge(trace, `adjustment-${adjustmentId}`, `lot-${lines[at].lotId}`)?.returnedBy,
    );
    expect(returnedBy).toEqual(buyers.map((id) => `buyer-${id}`));
    expect(lotIdsOf(trace)).toContain(`lot-${lotId}`);
    const both = await traced(`lots/${batch.lotId}`);
    expect(both.nodes.find(({ id }) => id === `lot-${lotId}`)).toMatchObject({ claim: 'organic' });
    // Nothing of it was sent since its return.
    const own = await traced(`lots/${lotId}`);
    expect(own.summary).toMatchObject({ buyers: 0, dispatchedQty: 0, onHandQty: 10 });
    const back = await traced(`lots/${lotId}?direction=backward`);
    expect(back.summary).toMatchObject({ suppliers: 2, buyers: 0, certifiedPercent: 100 });
    expect(idsOf(back, 'dispatch')).toEqual([`dispatch-${sent.dispatchId}`]);
    // 10 of 270 jars: 2.0185 kg of the input.
    expect(back.summary.broughtGrams).toBeCloseTo(2018.519, 2);
  });

  test('is found by batch number, invoice number and buyer', async () => {
    const find = async (search: string) =>
      (await admin('GET', `/trace/find?search=${encodeURIComponent(search)}`)).json;
    expect((await find('tp-12'))[0]).toMatchObject({ root: 'goods', recordId: batch.finishedGoodId, label: 'TP-12' });
    expect((await find('GD/1'))[0]).toMatchObject({ root: 'dispatches', recordId: sent.dispatchId });
    expect((await find('green bas'))[0]).toMatchObject({ root: 'buyers', recordId: buyers[0] });
    expect(await find('TP-99')).toEqual([]);
    expect((await admin('GET', '/trace/find')).status).toBe(400);
    expect((await admin('GET', '/trace/lots/999999')).status).toBe(404);
    expect((await admin('GET', `/trace/lots/${batch.lotId}?direction=up`)).status).toBe(400);
  });
});

/**
 * From opentraceability's traceback test: feed 10,000 and hatchery 1,000 make 12,000 at the farm (a gain); these and
 * 10,000 of a wild catch are put together to 22,000, of which 9,876 make 5,000. There the wild catch was landed as
 * 9,876, of which 10,000 cannot be taken.
 */
test('published: the trace of a product reaches six lots, itself included', async () => {
  const supplier = await addSupplier(admin);
  const [feed, hatchlings, catchOfWild] = await Promise.all([1, 2, 3].map(() => addMaterial(admin, { unit: 'kg' })));
  const [farmed, mixed, fillets] = await Promise.all([1, 2, 3].map(() => addProduct(admin, { unit: 'kg' })));
  const feedLot = await bought(supplier, feed ?? 0, 10_000);
  const hatchery = await bought(supplier, hatchlings ?? 0, 1000);
  const landing = await addInward(admin, supplier, [[catchOfWild ?? 0, 9876]], { inwardDate: '2026-10-01' });
  const wild: number = landing.rawMaterials[0].lotId;
  const farm = await made(
    [
      { rawMaterialId: feed ?? 0, quantity: 10_000 },
      { rawMaterialId: hatchlings ?? 0, quantity: 1000 },
    ],
    [[farmed ?? 0, 'FARM', 12_000]],
    { gainReason: 'Fish take up water' },
  );
  expect(farm.yield.yieldPercent).toBe(109.09);
  const mixing = [
    { productId: farmed ?? 0, quantity: 12_000 },
    { rawMaterialId: catchOfWild ?? 0, quantity: 10_000 },
  ];
  const refused = await admin('POST', '/production-runs', {
    productionDate: '2026-11-01',
    inputs: mixing,
    outputs: [{ productId: mixed, batchNumber: 'MIX', quantity: 22_000 }],
  });
  expect(refused.status).toBe(409);
  expect(refused.json.errors).toEqual({ 'inputs.1.quantity': [expect.stringContaining('Max: 9876')] });
  const [, most] = /Max: (\d+)/.exec(refused.json.errors['inputs.1.quantity'][0]) ?? [];
  // 124 short.
  expect(10_000 - Number(most)).toBe(124);
  const corrected = await admin('PUT', `/inward/${landing.inwardId}`, {
    ...landing,
    rawMaterials: [{ id: wild, rawMaterialId: catchOfWild, quantity: 10_000, pricePerUnit: 10 }],
  });
  expect(corrected.status, corrected.text).toBe(200);
  const { outputs: mix } = await made(mixing, [[mixed ?? 0, 'MIX', 22_000]]);
  const { outputs: end } = await made([{ productId: mixed ?? 0, quantity: 9876 }], [[fillets ?? 0, 'FILLETS', 5000]]);

  const back = await traced(`lots/${end[0].lotId}?direction=backward`);
  const six = [feedLot, hatchery, wild, farm.outputs[0].lotId, mix[0].lotId, end[0].lotId];
  expect(lotIdsOf(back)).toEqual(six.map((id) => `lot-${id}`).toSorted());
  expect((await admin('GET', `/lots/${mix[0].lotId}`)).json.onHandQty).toBe(12_124);
  // 9,876 of 22,000: of the farm's 12,000, 5,386.909 kg.
  expect(edge(back, `lot-${farm.outputs[0].lotId}`, edgeTo(back, `lot-${farm.outputs[0].lotId}`))?.shareGrams).toBe(
    5_386_909.091,
  );
});

const edgeTo = ({ edges }: Trace, from: string) => edges.find((each) => each.from === from)?.to ?? '';

test('regrind of a product has each lot once in its trace, with every supplier and buyer', async () => {
  const supplier = await addSupplier(admin);
  const root = await addMaterial(admin, { unit: 'kg' });
  const powder = await addProduct(admin, { unit: 'kg' });
  const lot = await bought(supplier, root, 100);
  const first = await made([{ rawMaterialId: root, quantity: 50 }], [[powder, 'RE-1', 48]]);
  const second = await made(
    [
      { rawMaterialId: root, quantity: 20 },
      { productId: powder, quantity: 8, lots: [{ lotId: first.outputs[0].lotId, quantity: 8 }] },
    ],
    [[powder, 'RE-2', 28]],
  );
  const back = await traced(`lots/${second.outputs[0].lotId}?direction=backward`);
  expect(lotIdsOf(back)).toEqual(
    [lot, first.outputs[0].lotId, second.outputs[0].lotId].map((id) => `lot-${id}`).toSorted(),
  );
  // 20 kg, and 8 of the 48 kg that 50 kg made.
  expect(back.summary.broughtGrams).toBe(28_333.333);
  const forward = await traced(`lots/${lot}?direction=forward`);
  expect(edge(forward, `run-${second.runId}`, `lot-${second.outputs[0].lotId}`)?.shareGrams).toBe(28_333.333);
});

test('the quantity in a run without a batch is reported', async () => {
  const material = await addMaterial(admin, { unit: 'kg' });
  const lotId = await bought(await addSupplier(admin), material, 10);
  await made([{ rawMaterialId: material, quantity: 4 }], [], { status: 'in_progress' });
  const { summary } = await traced(`lots/${lotId}`);
  expect(summary).toMatchObject({ quantityIn: 10, onHandQty: 6, withoutBatchQty: 4, dispatchedQty: 0, lostQty: 0 });
});

test('gaps are named, each with a link to where it is corrected', async () => {
  const supplierId = await addSupplier(admin);
  const material = await addMaterial(admin, { unit: 'kg' });
  const other = await addMaterial(admin, { unit: 'kg' });
  const otherLot = await bought(supplierId, other, 5);
  const late = await bought(supplierId, material, 6, { claim: 'organic', overrideReason: 'Renewal is on its way' });
  const early = await made([{ rawMaterialId: material, quantity: 5 }], [[await addProduct(admin), 'EARLY', 5]], {
    productionDate: '2026-09-20',
  });
  const unmade = await must(201, 'POST', '/goods', {
    productId: await addProduct(admin),
    batchNumber: 'UNMADE',
    quantity: 3,
    status: 'sold',
  });
  const { lotId } = early.outputs[0];
  const kinds = async (path: string) => {
    const { summary } = await traced(path);
    return summary.gaps.map(({ kind, link }) => [kind, link]);
  };
  expect(await kinds(`lots/${lotId}`)).toEqual([
    ['beforeReceipt', `/production/${early.runId}`],
    ['noCertificate', `/lots/${late}`],
  ]);
  // An input may have another day than its run.
  const run = await made(
    [
      { rawMaterialId: material, quantity: 1 },
      { rawMaterialId: other, quantity: 1 },
    ],
    [],
  );
  const ofOther = { rawMaterialId: other, quantity: 1, productionDate: '2026-09-19', status: 'completed' };
  expect((await admin('PUT', `/Production/${run.inputs[1].productionId}`, ofOther)).status).toBe(200);
  const runPath = `/production/${run.runId}`;
  expect(await kinds(`lots/${otherLot}?direction=forward`)).toEqual([['beforeReceipt', runPath]]);
  const sold = [{ lotId, quantity: 2 }];
  const sent = { buyerId: await buyerOf('Early Bird'), dispatchDate: '2026-09-10', invoiceNumber: 'GD/E', lines: sold };
  const { dispatchId } = await must(201, 'POST', '/dispatches', sent);
  expect(await kinds(`lots/${lotId}?direction=forward`)).toEqual([['beforeReceipt', `/dispatches/${dispatchId}`]]);
  expect(await kinds(`goods/${unmade.finishedGoodId}`)).toEqual([
    ['noRun', `/finishedgoods/${unmade.finishedGoodId}`],
    ['noBuyer', expect.stringMatching(/^\/dispatches\/\d+$/)],
  ]);
  expect((await traced(`lots/${lotId}`)).summary.certifiedPercent).toBe(0);
});

test('a corrected dispatch is traced with its present quantity, and left out when it has none', async () => {
  const supplierId = await addSupplier(admin);
  const material = await addMaterial(admin, { unit: 'kg' });
  const { rawMaterials } = await addInward(admin, supplierId, [[material, 100]]);
  const [{ lotId }] = rawMaterials;
  const { status, json: buyer } = await admin('POST', '/buyers', { name: 'Corrected', phone: '9811111112', status: 1 });
  expect(status).toBe(201);
  const fields = { buyerId: buyer.buyerId, dispatchDate: '2026-11-01', invoiceNumber: 'C/1' };
  const sent = await admin('POST', '/dispatches', { ...fields, lines: [{ lotId, quantity: 30 }] });
  expect(sent.status, sent.text).toBe(201);
  const path = `/dispatches/${sent.json.dispatchId}`;
  const corrected = await admin('PUT', path, { ...fields, lines: [{ lotId, quantity: 20 }] });
  expect(corrected.status, corrected.text).toBe(200);
  const forward = async (): Promise<Trace> => (await admin('GET', `/trace/lots/${lotId}?direction=forward`)).json;
  const first = await forward();
  expect(first.summary).toMatchObject({ dispatchedQty: 20, onHandQty: 80 });
  expect(first.edges).toMatchObject([
    { from: `lot-${lotId}`, quantity: 20 },
    { to: `buyer-${buyer.buyerId}`, quantity: null },
  ]);
  expect((await admin('DELETE', path)).status).toBeLessThan(300);
  const second = await forward();
  expect(second.nodes).toHaveLength(1);
  expect(second.edges).toEqual([]);
});

test('a run that made more than went in is a gap, and what is beyond is not certified', async () => {
  const supplierId = await addSupplier(admin);
  await addCertificate(supplierId);
  const material = await addMaterial(admin, { unit: 'kg' });
  const lotId = await bought(supplierId, material, 10, { claim: 'organic' });
  const [powder, mix] = [await addProduct(admin, { unit: 'kg' }), await addProduct(admin, { unit: 'kg' })];
  const inputs = [{ rawMaterialId: material, quantity: 1 }];
  const { runId, outputs } = await made(inputs, [[powder, 'MUCH', 4]], { gainReason: 'Read again' });
  const gap = {
    kind: 'madeMore',
    label: 'Production of 01-11-2026 made more than went in',
    link: `/production/${runId}`,
  };
  const back = await traced(`lots/${outputs[0].lotId}?direction=backward`);
  expect(back.summary).toMatchObject({ certifiedPercent: 25, gaps: [gap], broughtGrams: 1000 });
  expect(back.nodes.find(({ id }) => id === `run-${runId}`)?.gaps).toEqual(['madeMore']);
  expect((await traced(`lots/${lotId}?direction=forward`)).summary.gaps).toEqual([gap]);
  expect((await traced(`production-runs/${runId}?direction=both`)).summary.gaps).toEqual([gap]);
  // 2 of the 4 kg and 2 kg that are certified: 62.5 %.
  const mixing = [
    { productId: powder, quantity: 2 },
    { rawMaterialId: material, quantity: 2 },
  ];
  const mixed = await made(mixing, [[mix, 'MIXED', 4]]);
  const ofMix = await traced(`lots/${mixed.outputs[0].lotId}?direction=backward`);
  expect(ofMix.summary).toMatchObject({ certifiedPercent: 62.5, gaps: [gap] });
  // A gain that the item allows came in as water.
  await describeItem({ productId: powder }, { maxGainPercent: 100 });
  expect((await traced(`lots/${outputs[0].lotId}?direction=backward`)).summary).toMatchObject({
    certifiedPercent: 33.3,
    gaps: [gap],
  });
});

test('losses with outputs beyond the inputs are a gap of a trace too', async () => {
  const supplierId = await addSupplier(admin);
  const material = await addMaterial(admin, { unit: 'kg' });
  const lotId = await bought(supplierId, material, 10);
  const powder = await addProduct(admin, { unit: 'kg' });
  const inputs = [{ rawMaterialId: material, quantity: 10 }];
  const losses = [{ reason: 'Dust', grams: 1 }];
  await made(inputs, [[powder, 'DUSTY', 10]], { losses, gainReason: 'Scale' });
  expect((await traced(`lots/${lotId}?direction=forward`)).summary.gaps).toMatchObject([{ kind: 'madeMore' }]);
});
