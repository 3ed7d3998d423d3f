import { adjustmentEndpoints, adjustmentTexts } from '#contract/adjustments.ts';
import { restoreEndpoints } from '#contract/restore.ts';
import { readSnapshot } from '../db/snapshot.ts';
import { notFound } from '../http/errors.ts';
import type { Routes } from '../http/routes.ts';
import { listReader } from '../lists/listing.ts';
import { createAdjustment, deleteAdjustment, updateAdjustment } from './actions.ts';
import { adjustmentList, adjustmentSums, findAdjustment, withLines } from './queries.ts';
import { restoreAdjustment } from './restoring.ts';

export function registerAdjustments(routes: Routes): void {
  const { store } = routes.services;
  const { db } = store;
  routes.listOf(adjustmentEndpoints.list, adjustmentList, withLines);
  routes.sumsOf(adjustmentEndpoints.totals, listReader(store, adjustmentList).sums(adjustmentSums));
  routes.read(adjustmentEndpoints.get, async ({ params }) => {
    const found = await readSnapshot(db, async (snapshot) => await findAdjustment(snapshot, params.id));
    if (!found) throw notFound(adjustmentTexts.notFound);
    return found;
  });
  routes.write(adjustmentEndpoints.create, async ({ body }, write) => await createAdjustment(write, body));
  routes.write(
    adjustmentEndpoints.update,
    async ({ params, body }, write) => await updateAdjustment(write, params.id, body),
  );
  routes.write(adjustmentEndpoints.remove, async ({ params }, write) => await deleteAdjustment(write, params.id));
  routes.write(restoreEndpoints.adjustments, async ({ params }, write) => await restoreAdjustment(write, params.id));
}
