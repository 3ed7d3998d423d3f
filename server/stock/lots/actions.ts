/** Changes of lots and items that move nothing, each in the caller's transaction. */
import type { z } from 'zod';
import { isWeight, itemTexts, type itemEndpoints } from '#contract/stock/items/items.ts';
import { claimLabels, claimTexts, needsCertificate, rankOf } from '#contract/stock/claims/claims.ts';
import { formatDate } from '#contract/core/values/format.ts';
import type { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { afterExpiryTexts } from '#contract/stock/lots/afterExpiry.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import type { Claim, LotState } from '#contract/stock/stock.ts';
import { isUniqueViolation } from '../../core/db/faults.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict, conflictAt, invalid, notFound } from '../../core/http/errors.ts';
import { lockRecord, markChanged } from '../../core/records/crudQueries.ts';
import { mayDo } from '../../core/records/mayDo.ts';
import { touchRunOfBatch } from '../documents/touchRunOfBatch.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import { returnChanges } from '../documents/returnChanges.ts';
import type { Write } from '../../core/records/write.ts';
import { findClaims } from '../origins/claims.ts';
import { coveringOf, findCertificates } from '../origins/coverage.ts';
import { isSameCode } from '../ledger/codes.ts';
import { changeItem, lockItems } from '../ledger/items.ts';
import { changeLot, changeState, findLotUse, lockLot, type LotClaimFields, redateReturns } from '../ledger/lots.ts';
import { findOrigins } from '../origins/origins.ts';
import { findItem, findLot, findOriginDocument, type Item, type Lot } from './queries.ts';

/** The lot, locked: until the transaction ends nothing leaves it. */
async function mustLockLot(trx: Trx, id: number): Promise<Lot> {
  const lot = (await lockLot(trx, id)) ? await findLot(trx, id) : undefined;
  if (!lot) throw notFound(lotTexts.notFound);
  return lot;
}

async function mustFindLot(trx: Trx, id: number): Promise<Lot> {
  const lot = await findLot(trx, id);
  if (!lot) throw new Error(`lot ${id} not found after its change`);
  return lot;
}

/** Changes the state of a lot whose present state `refusal` has nothing against. */
async function moveTo(
  { trx, actor, audit }: Write,
  id: number,
  { action, state, reason }: { action: 'hold' | 'release'; state: LotState; reason: string },
  refusal: (lot: Lot) => string | undefined,
): Promise<Lot> {
  const before = await mustLockLot(trx, id);
  const refused = refusal(before);
  if (refused !== undefined) throw conflict(refused);
  await changeState(trx, [id], { state, reason, at: changedAt(actor.at, before.updatedAt) });
  const after = await mustFindLot(trx, id);
  await audit({ action, resource: 'lots', recordId: id, before, after });
  return after;
}

/**
 * Puts a released lot on hold: after its answer no run consumes it and no dispatch ships it. Throws 404, or 409 if it is held
 * already.
 */
export async function holdLot(write: Write, id: number, reason: string): Promise<Lot> {
  return await moveTo(write, id, { action: 'hold', state: 'onHold', reason }, ({ state }) =>
    state === 'released' ? undefined : lotTexts.heldAlready,
  );
}

/** Releases a lot that is on hold. Throws 404, or 409 if it isn't, or is recalled. */
export async function releaseLot(write: Write, id: number, reason: string): Promise<Lot> {
  return await moveTo(write, id, { action: 'release', state: 'released', reason }, ({ state }) => {
    if (state === 'onHold') return undefined;
    return state === 'recalled' ? lotTexts.recalled : lotTexts.notHeld;
  });
}

/** The claim to store for a lot. Throws 400 if it exceeds its certificate or its inputs. */
async function checkClaim(trx: Trx, lot: Lot, claim: Claim | undefined): Promise<Partial<LotClaimFields>> {
  if (claim === undefined || claim === lot.claim) return {};
  const refuse = (message: string) => invalid({ claim: [message] });
  const origins = await findOrigins(trx, [lot.lotId]);
  const worked = (await findClaims(trx, origins)).get(lot.lotId);
  if (lot.origin === 'returned') throw refuse(claimTexts.ofReturned);
  if (lot.origin === 'produced' && worked && rankOf(claim) > rankOf(worked.computed)) {
    throw refuse(claimTexts.aboveComputed(claimLabels[worked.computed]));
  }
  if (lot.origin !== 'received' || !needsCertificate(claim)) return { claim, certificateId: null, overrideReason: '' };
  const { supplierId, supplierName, itemId, itemName, madeOrReceivedOn: day } = lot;
  if (supplierId !== null) await lockRecord(trx, 'supplier', supplierId);
  const certificates = await findCertificates(trx, supplierId === null ? [] : [supplierId]);
  const covering = coveringOf(certificates, { supplierId: supplierId ?? 0, itemId, day });
  if (!covering && lot.state !== 'onHold') {
    throw refuse(claimTexts.notCovered(supplierName ?? '', itemName, formatDate(day)));
  }
  return { claim, certificateId: covering?.certificateId ?? null, overrideReason: '' };
}

/** Touches the document of a lot; before the lot is locked, in the same order as changes of the document. */
async function markDocument(trx: Trx, lotId: number, at: string): Promise<void> {
  const { documentKind, documentId = null } = (await findOriginDocument(trx, lotId)) ?? {};
  if (documentId === null) return;
  if (documentKind === 'goods') await touchRunOfBatch(trx, documentId, at);
  else if (documentKind === 'inward' || documentKind === 'adjustment')
    await markChanged(trx, documentKind, documentId, at);
}

/**
 * Changes code, supplier lot number, expiry date and claim; missing fields stay. Throws 400 for a claim that is too
 * high, 404, or 409 after a concurrent change, if its item already has the code, or if the code would change after
 * something left the lot.
 */
export async function updateLot(
  write: Write,
  id: number,
  body: z.output<typeof lotEndpoints.update.body>,
): Promise<Lot> {
  const { trx, actor, audit } = write;
  checkBodyId(id, body.lotId, 'lotId');
  await markDocument(trx, id, actor.at);
  const before = await mustLockLot(trx, id);
  await checkUnchanged(write, { resource: 'lots', recordId: id, updatedAt: before.updatedAt }, body.updatedAt);
  const code = body.code === undefined || isSameCode(before.code, body.code) ? before.code : body.code;
  const isOther = code !== before.code || (body.expiresOn !== undefined && body.expiresOn !== before.expiresOn);
  if (before.finishedGoodId !== null && isOther) throw conflict(lotTexts.ofBatch);
  const outQty = (await findLotUse(trx, [id])).get(id)?.outQty ?? 0;
  if (code !== before.code && outQty > 0) throw conflictAt('code', lotTexts.codeFixed);
  const claimed = await checkClaim(trx, before, body.claim);
  try {
    // An unchanged claim is not stored, or it would count as entered by hand.
    await changeLot(trx, id, {
      ...body,
      claim: undefined,
      ...claimed,
      code,
      at: changedAt(actor.at, before.updatedAt),
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflictAt('code', lotTexts.codeUsed(code));
  }
  const after = await mustFindLot(trx, id);
  const expiry = { before: before.expiresOn, after: after.expiresOn, at: actor.at };
  const returns = returnChanges(await redateReturns(trx, id, expiry));
  await audit({ action: 'update', resource: 'lots', recordId: id, before, after }, ...returns);
  return after;
}

/**
 * Changes the editable fields of an item. Throws 400 where another one than an admin changes what holds after expiry dates,
 * 404, or 409 after a concurrent change.
 */
export async function updateItem(
  write: Write,
  id: number,
  body: z.output<typeof itemEndpoints.update.body>,
): Promise<Item> {
  const { trx, actor, audit } = write;
  checkBodyId(id, body.itemId, 'itemId');
  await lockItems(trx, [id]);
  const before = await findItem(trx, id);
  if (!before) throw notFound(itemTexts.notFound);
  await checkUnchanged(write, { resource: 'items', recordId: id, updatedAt: before.updatedAt }, body.updatedAt);
  const isOtherRule = body.afterExpiry !== undefined && body.afterExpiry !== before.afterExpiry;
  if (isOtherRule && !(await mayDo(trx, actor.userId, 'update', 'expiryRules')))
    throw invalid({ afterExpiry: [afterExpiryTexts.ofAdmin] });
  // A weight that follows from the unit is not stored: the unit may still change.
  const gramsPerUnit = isWeight(before.unit) ? null : body.gramsPerUnit;
  await changeItem(trx, id, { ...body, gramsPerUnit, at: changedAt(actor.at, before.updatedAt) });
  const after = await findItem(trx, id);
  if (!after) throw new Error(`item ${id} not found after its change`);
  await audit({ action: 'update', resource: 'items', recordId: id, before, after });
  return after;
}
