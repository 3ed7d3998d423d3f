import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { readSnapshot } from '../db/snapshot.ts';
import { findScope } from './scope.ts';

test('a count that agreed with the ledger is part of a period and of its lots', async () => {
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
