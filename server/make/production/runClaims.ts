/** Entered claims of a run's outputs: at most what the inputs allow (docs/domain.md, Claims and certificates). */
import { claimLabels, claimTexts, rankOf } from '#contract/stock/claims/claims.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import type { Claim } from '#contract/stock/stock.ts';
import type { Trx } from '../../core/db/tables.ts';
import { invalid } from '../../core/http/errors.ts';
import { claimLots } from '../../stock/documents/claimLots.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { findClaims } from '../../stock/origins/claims.ts';
import { storedCode } from '../../core/db/batchOrder.ts';
import { findOrigins } from '../../stock/origins/origins.ts';
import type { RunOutput } from './runContent.ts';

/**
 * Stores the declared claims of a run's outputs, once its inputs and outputs are posted. Returns events for the history.
 * Throws 400 with an error for each claim above the computed one.
 */
export async function claimOutputs(
  trx: Trx,
  runId: number,
  outputs: readonly RunOutput[],
  at: string,
): Promise<AuditEntry[]> {
  if (outputs.every(({ claim }) => claim === undefined)) return [];
  const batches = await trx
    .selectFrom('finished_good')
    .select(['lot_id as lotId', 'batch_key as batchKey'])
    .where('run_id', '=', runId)
    .where('deleted_at', 'is', null)
    .execute();
  const lotIds = new Map(
    batches.flatMap(({ lotId, batchKey }) => (lotId === null ? [] : [[batchKey, lotId] as const])),
  );
  const claims = await findClaims(trx, await findOrigins(trx, [...lotIds.values()]));
  const errors: FieldErrors = {};
  const declared = new Map<number, Claim>();
  for (const [index, { claim, batchNumber }] of outputs.entries()) {
    const lotId = lotIds.get(storedCode(batchNumber).code_key);
    const lotClaim = lotId === undefined ? undefined : claims.get(lotId);
    if (claim === undefined || lotId === undefined || !lotClaim) continue;
    const { computed } = lotClaim;
    if (rankOf(claim) > rankOf(computed)) {
      errors[`outputs.${index}.claim`] = [claimTexts.aboveComputed(claimLabels[computed])];
    } else declared.set(lotId, claim);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return await claimLots(trx, declared, at);
}
