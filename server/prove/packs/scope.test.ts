import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier } from '#test/factories.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { EpcisNames } from './events/epcis.ts';
import { readEvents } from './events/events.ts';
import { findScope } from './scope.ts';

test('a count without a difference is part of the pack of its period and of its lots', async () => {
  const app = await buildTestApp();
  const admin = await app.as('admin');
  const { rawMaterials } = await addInward(admin, await addSupplier(admin), [[await addMaterial(admin), 100]], {
    inwardDate: '2026-10-01',
  });
  const [{ lotId }] = rawMaterials;
  const body = { kind: 'count', date: '2026-11-12', reason: '', lines: [{ lotId, quantity: 100 }] };
  const { adjustmentId } = (await admin('POST', '/adjustments', body)).json;
  const counts = async (from: string, to: string, lotIds: number[]) =>
    await readSnapshot(app.store.searches, async (snapshot) => {
      const { documents } = await findScope(snapshot, { from, to, lotIds });
      return documents.adjustment;
    });
  expect(await counts('2026-11-01', '2026-11-30', [])).toEqual([adjustmentId]);
  expect(await counts('2026-11-01', '2026-11-11', [])).toEqual([]);
  expect(await counts('2026-01-01', '2026-12-31', [lotId])).toEqual([adjustmentId]);
});

test('a document corrected to another day or lot is no longer part of a pack, but its events are', async () => {
  const app = await buildTestApp();
  const admin = await app.as('admin');
  const inward = await addInward(admin, await addSupplier(admin), [[await addMaterial(admin), 5]], {
    inwardDate: '2026-10-30',
  });
  const moved = { ...inward, inwardDate: '2026-11-02', billAttachment: null };
  expect((await admin('PUT', `/inward/${inward.inwardId}`, moved)).status).toBe(200);
  const productId = await addProduct(admin);
  const good = async (batchNumber: string) =>
    (await admin('POST', '/goods', { productId, batchNumber, quantity: 100 })).json;
  const [one, other] = [await good('PK-A'), await good('PK-B')];
  const { buyerId } = (await admin('POST', '/buyers', { name: 'Organic Corner', status: 1 })).json;
  const sent = { buyerId, dispatchDate: '2026-11-19', invoiceNumber: 'PK', lines: [] };
  const line = ({ finishedGoodId }: { finishedGoodId: number }) => [{ finishedGoodId, quantity: 10 }];
  const dispatch = (await admin('POST', '/dispatches', { ...sent, lines: line(one) })).json;
  const corrected = await admin('PUT', `/dispatches/${dispatch.dispatchId}`, { ...dispatch, lines: line(other) });
  expect(corrected.status, corrected.text).toBe(200);

  const scope = async (from: string, to: string, lotIds: number[] = []) =>
    await readSnapshot(app.store.searches, async (snapshot) => await findScope(snapshot, { from, to, lotIds }));
  const october = await scope('2026-10-01', '2026-10-31');
  expect([october.documents.inward, october.everNamed.inward]).toEqual([[], [inward.inwardId]]);
  const november = await scope('2026-11-01', '2026-11-30');
  expect(november.documents.inward).toEqual([inward.inwardId]);
  const ofLot = await scope('2026-11-01', '2026-11-30', [one.lotId]);
  expect([ofLot.documents.dispatch, ofLot.everNamed.dispatch]).toEqual([[], [dispatch.dispatchId]]);
  expect((await scope('2026-11-01', '2026-11-30', [other.lotId])).documents.dispatch).toEqual([dispatch.dispatchId]);
});

test('an event keeps its id and content when its run later adopts a batch', async () => {
  const app = await buildTestApp();
  const admin = await app.as('admin');
  const material = await addMaterial(admin);
  await addInward(admin, await addSupplier(admin), [[material, 50]]);
  const batch = { productId: await addProduct(admin), batchNumber: 'ALONE-1', quantity: 9 };
  const { finishedGoodId, createdAt } = (await admin('POST', '/goods', batch)).json;
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const run = await addRun(admin, [{ rawMaterialId: material, quantity: 10 }]);
  const names = new EpcisNames('0123456789abcdef', 'Asia/Kolkata');
  const documents = { inward: [], run: [run.runId], goods: [finishedGoodId], dispatch: [], adjustment: [] };
  /** The names of corrections of an event that is declared wrong. */
  const wrong = new Map<string, string[]>();
  const events = async () =>
    await readSnapshot(app.store.searches, async (snapshot) => {
      const found: [string, object][] = [];
      for await (const some of readEvents(snapshot, documents)) {
        for (const event of some) {
          found.push([names.event(event), [event.into, event.outOf]]);
          if (event.wrong)
            wrong.set(
              names.event(event),
              event.wrong.correctedBy.map((other) => names.event(other)),
            );
        }
      }
      return new Map(found);
    });
  const before = await events();
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const outputs = [{ ...batch, finishedGoodId }];
  const linked = await admin('PUT', `/production-runs/${run.runId}`, { ...run, reason: 'Made by it', outputs });
  expect(linked.status, linked.text).toBe(200);
  const after = await events();
  expect([before.size, after.size]).toEqual([2, 3]);
  for (const [name, content] of before) expect(after.get(name)).toEqual(content);
  const own = names.event({ document: { kind: 'goods', id: finishedGoodId }, step: 'produced', recordedAt: createdAt });
  expect([wrong.get(own)]).toEqual([[...after.keys()].filter((name) => !before.has(name))]);
});
