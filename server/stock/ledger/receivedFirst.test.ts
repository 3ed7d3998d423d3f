/** Nothing is written off, returned to a supplier or counted before its lot came in (docs/domain.md, Documents). */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReadinessRow } from '#contract/prove/readiness.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addRun, addSupplier, batchFields, runFields } from '#test/factories.ts';
import { verifyAfterEach, worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { must, readLot, receive } = worldOf(admin);
verifyAfterEach(app);
const supplierId = await addSupplier(admin);

/** 10 kg that came in on 10-11-2026. */
let inward: { inwardId: number; rawMaterials: { lotId: number }[] };
let material: number;
let lot: { lotId: number; code: string };

beforeEach(async () => {
  material = await addMaterial(admin);
  inward = await addInward(admin, supplierId, [[material, 10]], { inwardDate: '2026-11-10' });
  lot = await readLot(inward.rawMaterials[0]?.lotId ?? 0);
});

const taking = (kind: string, date: string, quantity = 2) => ({
  kind,
  date,
  reason: 'Mouldy',
  ...(kind === 'supplierReturn' ? { supplierId } : {}),
  lines: [{ lotId: lot.lotId, quantity, reason: 'Mouldy' }],
});
const tooEarly = () => `${lot.code} came in on 10-11-2026. Enter that day or a later one.`;

describe.each(['writeOff', 'supplierReturn'])('%s', (kind) => {
  test('on a day before the receipt is refused at the date: new, changed and restored', async () => {
    const { errors } = await must(409, 'POST', '/adjustments', taking(kind, '2026-11-09'));
    expect(errors).toEqual({ date: [tooEarly()] });
    const { adjustmentId } = await must(201, 'POST', '/adjustments', taking(kind, '2026-11-10'));
    const path = `/adjustments/${adjustmentId}`;
    expect((await must(409, 'PUT', path, taking(kind, '2026-11-09'))).errors).toEqual({ date: [tooEarly()] });
    await must(200, 'DELETE', path);
    await must(200, 'PUT', `/inward/${inward.inwardId}`, { ...inward, inwardDate: '2026-11-12' });
    const { message } = await must(409, 'POST', `${path}/restore`);
    expect(message).toBe(`${lot.code} came in on 12-11-2026. Enter that day or a later one.`);
    await must(200, 'PUT', `/inward/${inward.inwardId}`, { ...inward, inwardDate: '2026-11-10' });
    await must(200, 'POST', `${path}/restore`);
  });

  test('from before this rule stays, is listed, and can be put right', async () => {
    const { adjustmentId } = await must(201, 'POST', '/adjustments', taking(kind, '2026-11-10'));
    await app.store.db.updateTable('lot').set({ received_on: '2026-11-14' }).where('id', '=', lot.lotId).execute();
    await app.store.db
      .updateTable('inward')
      .set({ inward_date: '2026-11-14' })
      .where('id', '=', inward.inwardId)
      .execute();
    const movements = app.store.db.selectFrom('movement').select('id').where('kind', '=', 'received');
    expect(await movements.where('lot_id', '=', lot.lotId).execute()).toHaveLength(1);
    const path = `/adjustments/${adjustmentId}`;
    await must(200, 'GET', path);
    const rows: ReadinessRow[] = await must(200, 'GET', '/readiness');
    const early = rows.find((row) => row.kind === 'beforeReceipt')?.entries.filter(({ label }) => label === lot.code);
    expect(early).toMatchObject([
      { link: path, detail: expect.stringContaining(': taken out 10-11-2026, in stock since 14-11-2026') },
    ]);
    await must(200, 'PUT', path, { ...taking(kind, '2026-11-10', 1), reason: 'Spoilt' });
    await must(409, 'PUT', path, taking(kind, '2026-11-10', 3));
    await must(200, 'PUT', path, taking(kind, '2026-11-14', 3));
    await app.store.db.updateTable('lot').set({ received_on: '2026-11-10' }).where('id', '=', lot.lotId).execute();
    await app.store.db
      .updateTable('inward')
      .set({ inward_date: '2026-11-10' })
      .where('id', '=', inward.inwardId)
      .execute();
  });
});

describe('the day on which a lot came in', () => {
  const stays = (code: string, label: RegExp, date: string) => [
    expect.stringMatching(
      new RegExp(`^${code} was taken from: ${label.source}\\. Enter ${date} or an earlier day\\.$`),
    ),
  ];

  test.each([
    ['writeOff', /Write-off of 11-11-2026.*/],
    ['supplierReturn', /Return to supplier of 11-11-2026.*/],
    ['count', /Stock count of 11-11-2026.*/],
  ])('in an inward is not moved past a %s, but up to it', async (kind, label) => {
    const { adjustmentId } = await must(201, 'POST', '/adjustments', taking(kind, '2026-11-11'));
    const path = `/inward/${inward.inwardId}`;
    const { errors, documents } = await must(409, 'PUT', path, { ...inward, inwardDate: '2026-11-12' });
    expect(errors).toEqual({ inwardDate: stays(lot.code, label, '11-11-2026') });
    expect(documents).toMatchObject([{ kind: 'adjustment', id: adjustmentId }]);
    await must(200, 'PUT', path, { ...inward, inwardDate: '2026-11-11' });
    expect((await readLot(lot.lotId)).madeOrReceivedOn).toBe('2026-11-11');
  });

  test('in an inward is moved past a run, which is then marked, as ever', async () => {
    await must(
      201,
      'POST',
      '/production-runs',
      runFields([{ rawMaterialId: material, quantity: 1 }], { productionDate: '2026-11-11' }),
    );
    await must(200, 'PUT', `/inward/${inward.inwardId}`, { ...inward, inwardDate: '2026-11-12' });
  });

  test('in a batch or opening stock is not moved past a write-off', async () => {
    const product = await addProduct(admin, { unit: 'kg' });
    const output = batchFields(product, 5);
    const inputs = [{ rawMaterialId: material, quantity: 5 }];
    await receive(supplierId, material, 5);
    const run = await addRun(admin, inputs, { outputs: [output], productionDate: '2026-11-12' });
    lot = await readLot(run.outputs[0].lotId);
    await must(201, 'POST', '/adjustments', taking('writeOff', '2026-11-13'));
    const change = runFields(inputs, { outputs: [output], productionDate: '2026-11-14', reason: 'Wrong day' });
    expect((await must(409, 'PUT', `/production-runs/${run.runId}`, change)).errors).toEqual({
      productionDate: stays(lot.code, /Write-off of 13-11-2026.*/, '13-11-2026'),
    });
    const { finishedGoodId } = run.outputs[0];
    const good = { ...(await must(200, 'GET', `/goods/${finishedGoodId}`)), updatedAt: undefined };
    const later = { ...good, manufactureDate: '2026-11-14' };
    expect((await must(409, 'PUT', `/goods/${finishedGoodId}`, later)).errors).toEqual({
      manufactureDate: stays(lot.code, /Write-off of 13-11-2026.*/, '13-11-2026'),
    });
    const opening = {
      kind: 'opening',
      date: '2026-11-01',
      lines: [{ rawMaterialId: material, quantity: 4, pricePerUnit: 5 }],
    };
    const opened = await must(201, 'POST', '/adjustments', opening);
    lot = await readLot(opened.lines[0].lotId);
    await must(201, 'POST', '/adjustments', taking('writeOff', '2026-11-02'));
    const moved = { ...opening, date: '2026-11-03', lines: [{ ...opening.lines[0], lotId: lot.lotId }] };
    expect((await must(409, 'PUT', `/adjustments/${opened.adjustmentId}`, moved)).errors).toEqual({
      date: stays(lot.code, /Write-off of 02-11-2026.*/, '02-11-2026'),
    });
  });
});
