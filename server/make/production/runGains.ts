/** Runs that make more than went in (docs/domain.md, Bounded by mass). */
import { gainTexts } from '#contract/make/gains.ts';
import { gainMasses, type RunGain } from '#contract/make/runYield.ts';
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import { gainWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid } from '../../core/http/errors.ts';
import { mayDo } from '../../core/records/mayDo.ts';
import type { Write } from '../../core/records/write.ts';
import { isSameCode } from '../../stock/ledger/codes.ts';
import { findRunGain } from './runQueries.ts';

/** Throws 400 if a user who only records production gives, changes or removes a reason for a gain. */
export async function refuseReason({ trx, actor }: Write, before: string, after: string | undefined): Promise<void> {
  if (after === undefined || after === before || (await mayDo(trx, actor.userId, 'update', 'gains'))) return;
  throw invalid({ gainReason: [gainTexts.ofOffice] });
}

/** The field of the quantity of a batch among the outputs of a body. */
export function quantityOf(outputs: readonly { batchNumber: string }[], batchNumber: string): string {
  return `outputs.${outputs.findIndex((output) => isSameCode(output.batchNumber, batchNumber))}.quantity`;
}

async function findReason(trx: Trx, runId: number): Promise<string> {
  const run = trx.selectFrom('production_run').select('gain_reason as reason').where('id', '=', runId);
  return (await run.executeTakeFirstOrThrow()).reason;
}

/**
 * Throws 409 at the first output beyond, if a changed run without a reason makes more than went in and its items allow, and
 * more than it made before. `fieldOf` names the quantity of a batch.
 */
export async function refuseGain(
  trx: Trx,
  runId: number,
  before: RunGain | undefined,
  fieldOf: (batchNumber: string) => string,
): Promise<void> {
  const gain = await findRunGain(trx, runId);
  if (!gain || gain.isAllowed || gain.excess <= (before?.excess ?? 0n)) return;
  if ((await findReason(trx, runId)) !== '') return;
  const sentence = stockRefusals.madeMore(...gainMasses(gain));
  throw conflict(sentence, { [fieldOf(gain.batchNumber)]: [sentence] });
}

/** The warning of a saved run that makes more than went in, unless a reason and the gain of its items cover it. */
export async function findGainWarnings(
  trx: Trx,
  runId: number,
  outputs: readonly { batchNumber: string }[],
): Promise<Warning[]> {
  if (outputs.length === 0) return [];
  const gain = await findRunGain(trx, runId);
  if (!gain || (gain.isAllowed && (await findReason(trx, runId)) !== '')) return [];
  return gainWarnings(quantityOf(outputs, gain.batchNumber), ...gainMasses(gain));
}
