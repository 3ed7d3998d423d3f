/** Lots that rested on certificates and have no proof now: those of their suppliers, and lots made from them. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { certificateEndpoints } from '#contract/prove/certificates/certificates.ts';
import { covers } from '#contract/stock/claims/coverage.ts';
import { needsCertificate, rankOf } from '#contract/stock/claims/claims.ts';
import { listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { lotsOfSuppliers, supplierOfLot, withSupplier } from '../../stock/names/lotSuppliers.ts';
import { claimsOf, declaredClaims } from '../../stock/origins/claims.ts';
import { isCovered, organicClaims } from '../../stock/origins/coverage.ts';
import type { TracedLot } from '../../stock/origins/tracedLots.ts';
import { findFormerScopes, type FormerScope } from './formerScopes.ts';
import {
  traceDescendants,
  findLostCover,
  lotsWithLostClaims,
  reachedFrom,
  sentBy,
  type Descendants,
} from './lostClaims.ts';

export type UnprovedLot = z.output<typeof certificateEndpoints.update.answer>['uncoveredLots'][number];

type UncoveredLot = Pick<TracedLot, 'lotId' | 'itemId' | 'supplierId' | 'receivedOn' | 'certificateId'>;

/**
 * The ids of lots that rested on certificates and now rest on none of their supplier: those that a former scope covered, and
 * those that name one of `named`, also those of another holder.
 */
async function findUncovered(trx: Trx, scopes: readonly FormerScope[], named: readonly number[]): Promise<number[]> {
  const suppliers = [...new Set(scopes.flatMap(({ supplierId }) => supplierId ?? []))];
  if (suppliers.length === 0) return [];
  const naming = named.length > 0 ? sql`select id from lot where certificate_id in ${listed(named)} union` : sql``;
  const { rows } = await sql<UncoveredLot>`
    select l.id as "lotId", l.item_id as "itemId", ${supplierOfLot} as "supplierId", l.received_on as "receivedOn",
      l.certificate_id as "certificateId"
    from (${naming} ${lotsOfSuppliers(sql`in ${listed(suppliers)}`)}) own join lot l on l.id = own.id ${withSupplier}
    where l.claim in ${organicClaims} and l.deleted_at is null and not ${isCovered} order by l.id`.execute(trx);
  const isNamed = new Set(named);
  const restedOn = ({ supplierId, itemId, receivedOn, certificateId }: UncoveredLot) =>
    isNamed.has(certificateId ?? 0) ||
    scopes.some((each) => each.supplierId === supplierId && covers(each, itemId, receivedOn));
  return rows.filter(restedOn).map(({ lotId }) => lotId);
}

/**
 * The ids of lots in stock or sent that were made from uncovered lots and now have a lower claim, and of buyers' returns of
 * either.
 */
function loweredFrom(uncovered: readonly number[], descendants: Descendants): number[] {
  const { flows, origins, certificates, salesOf } = descendants;
  const isUncovered = new Set(uncovered);
  const declared = declaredClaims(origins, certificates);
  const claims = claimsOf(origins, certificates);
  return [...reachedFrom(uncovered, flows)].filter((lotId) => {
    const lot = flows.lots.get(lotId);
    if (!lot || isUncovered.has(lotId) || (lot.onHand === 0 && !salesOf.has(lotId))) return false;
    const [was = 'conventional', is = 'conventional'] = [declared.get(lotId), claims.get(lotId)?.claim];
    return needsCertificate(was) && (isUncovered.has(lot.parentLotId ?? 0) || rankOf(is) < rankOf(was));
  });
}

function unprovedLot(
  { lotId, code, itemName, unit, origin, receivedOn, onHand, state }: TracedLot,
  own: Pick<UnprovedLot, 'wasCovered' | 'shippedQty' | 'lostSchemes'>,
): UnprovedLot {
  return { lotId, code, itemName, unit, origin, receivedOn, onHandQty: onHand, state, ...own };
}

/**
 * Lots that former scopes no longer prove, as far as they did once: those that they covered, or that name a certificate of
 * `named`, first, then lots in stock or sent that came from them. A lot without any proof has all that was sent of it, one that
 * lost some schemes alone what was sent under these.
 */
export async function findUnprovedLots(
  trx: Trx,
  scopes: readonly FormerScope[],
  named: readonly number[] = [],
): Promise<UnprovedLot[]> {
  const uncovered = await findUncovered(trx, scopes, named);
  const lostCover = await findLostCover(trx, scopes);
  const roots = new Set([...uncovered, ...lostCover.map(({ lotId }) => lotId)]);
  if (roots.size === 0) return [];
  const descendants = await traceDescendants(trx, [...roots]);
  const lost = lotsWithLostClaims(lostCover, scopes, descendants);
  const schemesOf = new Map(lost.map(({ lot, lostSchemes }) => [lot.lotId, lostSchemes]));
  const withoutProof = [
    ...uncovered.map((lotId) => ({ lotId, wasCovered: true })),
    ...loweredFrom(uncovered, descendants).map((lotId) => ({ lotId, wasCovered: false })),
  ].flatMap(({ lotId, wasCovered }) => {
    const lot = descendants.flows.lots.get(lotId);
    const shippedQty = sentBy(descendants.salesOf.get(lotId) ?? []);
    return lot ? [unprovedLot(lot, { wasCovered, shippedQty, lostSchemes: schemesOf.get(lotId) ?? [] })] : [];
  });
  const isListed = new Set(withoutProof.map(({ lotId }) => lotId));
  const underSchemes = lost
    .filter(({ lot }) => !isListed.has(lot.lotId))
    .map(({ lot, ...own }) => unprovedLot(lot, own));
  return [...withoutProof, ...underSchemes].toSorted((a, b) => Number(b.wasCovered) - Number(a.wasCovered));
}

/** Lots that a certificate no longer proves, as far as it did once on any of its days, or as they name it (findUnprovedLots). */
export async function findLotsUnprovedBy(trx: Trx, certificateId: number): Promise<UnprovedLot[]> {
  return await findUnprovedLots(trx, await findFormerScopes(trx, [certificateId]), [certificateId]);
}
