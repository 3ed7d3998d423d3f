import type { z } from 'zod';
import { adjustmentEndpoints, type adjustmentBody, type AdjustmentRecord } from '#contract/stock/adjustments.ts';
import { call } from '#web/core/api/client.ts';

/** Records an adjustment, or changes the edited one. */
export async function saveAdjustment(
  record: AdjustmentRecord | undefined,
  body: z.input<typeof adjustmentBody>,
  idempotencyKey: string,
): Promise<AdjustmentRecord> {
  if (!record) return await call(adjustmentEndpoints.create, { body, idempotencyKey });
  const { adjustmentId: id, updatedAt } = record;
  const changed = { ...body, adjustmentId: id, updatedAt };
  return await call(adjustmentEndpoints.update, { params: { id }, body: changed, idempotencyKey });
}
