import { adjustmentEndpoints, countEndpoints } from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentTexts } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { notFound } from '../../core/http/errors.ts';
import type { Routes } from '../../core/http/routes.ts';
import { adjustmentDocument, discardCount } from './actions.ts';
import { adjustmentList, findAdjustment, addLines } from './queries.ts';
import { adjustmentTotals, withValue, withValues } from './values.ts';

/** Registers the calls of adjustments. */
export function registerAdjustments(routes: Routes): void {
  const { db, engine } = routes.services.store;
  routes.listOf(
    adjustmentEndpoints.list,
    adjustmentList,
    async (snapshot, rows) => await withValues(snapshot, await addLines(snapshot, rows)),
  );
  routes.sumsOf(adjustmentEndpoints.totals, adjustmentTotals(engine));
  routes.read(adjustmentEndpoints.get, async ({ params }) => {
    return await readSnapshot(db, async (snapshot) => {
      const adjustment = await findAdjustment(snapshot, params.id);
      if (!adjustment) throw notFound(adjustmentTexts.notFound);
      return await withValue(snapshot, adjustment);
    });
  });
  adjustmentDocument.register(routes, adjustmentEndpoints, withValue);
  routes.write(countEndpoints.create, async ({ body }, write) => {
    const count = { ...body, kind: 'count' as const, supplierId: null };
    return await withValue(write.trx, await adjustmentDocument.create(write, count));
  });
  routes.write(countEndpoints.discard, async ({ params }, write) => await discardCount(write, params.id));
}
