/** The calls of production runs, each in the caller's transaction; runWrites.ts writes. */
import { runTexts } from '#contract/make/runs.ts';
import { madeEarlyWarnings } from '#contract/stock/warnings/warningRules.ts';
import type { Warning } from '#contract/stock/warnings/warnings.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, invalid, notFound } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import type { Write } from '../../core/records/write.ts';
import { inputsOfUse, matchInputs, matchOutputs, type RunBody, type RunUpdateBody } from './runContent.ts';
import { expiryWarnings, findExpiredUses, type ExpiredUse } from '../../stock/documents/afterExpiry.ts';
import { findGainWarnings } from './runGains.ts';
import { deleteOutputs } from './runOutputs.ts';
import {
  findRun,
  findRunWithClaims,
  findStoredRun,
  withLots,
  withoutClaims,
  type RunWithClaims,
  type RunWithLots,
  type StoredRun,
} from './runQueries.ts';
import { insertRun, removeRun, reviseRun } from './runWrites.ts';

/** A saved run with what may be a slip in it. */
type Saved<R> = R & { warnings: Warning[] };

/** The warnings of a saved run: lots after their date, made more than went in, or made before anything went in. */
async function findWarnings(
  trx: Trx,
  runId: number,
  { inputs, outputs }: RunBody | RunUpdateBody,
  expired: readonly ExpiredUse[],
): Promise<Warning[]> {
  const days = await trx
    .selectFrom('production_run')
    .select('begun_on as begunOn')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  const early = outputs.flatMap(({ manufactureDate }, index) =>
    madeEarlyWarnings(`outputs.${index}.manufactureDate`, manufactureDate, days.begunOn ?? undefined),
  );
  return [...expiryWarnings(expired, inputsOfUse(inputs)), ...(await findGainWarnings(trx, runId, outputs)), ...early];
}

/** Records a run. Throws as `insertRun` does. */
export async function createRun(write: Write, body: RunBody): Promise<Saved<RunWithLots>> {
  const { productionDate, status } = body;
  const inputs = body.inputs.map((input) => ({ ...input, productionDate, status }));
  const { runId, expired, changes } = await insertRun(write, { ...body, inputs });
  const after = await findRun(write.trx, runId);
  if (!after) throw new Error(`run ${runId} was not recorded`);
  await write.audit({ action: 'create', resource: 'runs', recordId: runId, before: null, after }, ...changes);
  return { ...after, warnings: await findWarnings(write.trx, runId, body, expired) };
}

async function lockRun(trx: Trx, id: number): Promise<StoredRun> {
  await lockRecord(trx, 'production_run', id);
  const stored = await findStoredRun(trx, id);
  if (!stored) throw notFound(runTexts.notFound);
  return stored;
}

async function lockUnchanged(write: Write, id: number, body: RunUpdateBody): Promise<StoredRun> {
  checkBodyId(id, body.runId, 'runId');
  const stored = await lockRun(write.trx, id);
  await checkUnchanged(write, { resource: 'runs', recordId: id, updatedAt: stored.updatedAt }, body.updatedAt);
  return stored;
}

/** Changes a locked run by a call of runs. */
async function revise(write: Write, stored: StoredRun, body: RunUpdateBody): Promise<Saved<RunWithClaims>> {
  const { trx, audit } = write;
  const before = await withLots(trx, stored);
  const content = {
    ...body,
    inputs: matchInputs(stored, body),
    outputs: matchOutputs(body.outputs, stored.outputs),
  };
  const changes = await reviseRun(write, stored, content);
  const after = await findRunWithClaims(trx, stored.runId);
  if (!after) throw new Error(`run ${stored.runId} was not changed`);
  const withReason = { ...withoutClaims(after), reason: body.reason };
  await audit({ action: 'update', resource: 'runs', recordId: stored.runId, before, after: withReason }, ...changes);
  const expired = await findExpiredUses(trx, { kind: 'run', id: stored.runId });
  return { ...after, warnings: await findWarnings(trx, stored.runId, body, expired) };
}

/**
 * Changes a run, a completed one with a reason. Throws 404, 409 after a concurrent change, or as `reviseRun`.
 */
export async function updateRun(write: Write, id: number, body: RunUpdateBody): Promise<Saved<RunWithClaims>> {
  const stored = await lockUnchanged(write, id, body);
  if (stored.status === 'completed' && body.reason === '') throw invalid({ reason: [runTexts.reasonRequired] });
  return await revise(write, stored, body);
}

/**
 * Updates a run in progress, for roles that only record production; 409 as for others, once it is completed, or where a
 * recalled output would be freed.
 */
export async function continueRun(write: Write, id: number, body: RunUpdateBody): Promise<Saved<RunWithClaims>> {
  const stored = await lockUnchanged(write, id, body);
  if (stored.status === 'completed') throw conflict(runTexts.completed);
  return await revise(write, stored, body);
}

/** Deletes a run with its outputs, and frees its inputs. Throws 404, or 409 if something has left an output. */
export async function deleteRun({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  const stored = await lockRun(trx, id);
  const before = await withLots(trx, stored);
  const deleting = { ...actor, at: changedAt(actor.at, stored.updatedAt) };
  const changes = await removeRun(trx, stored, deleting, (outputs) =>
    deleteOutputs(trx, outputs, { actor: deleting, isEdit: false }),
  );
  await audit({ action: 'delete', resource: 'runs', recordId: id, before, after: null }, ...changes);
  return { message: runTexts.deleted };
}
