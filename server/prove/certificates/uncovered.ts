/** Lots that rested on certificates and have no proof now: those of their suppliers, and lots made from them. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { certificateEndpoints } from '#contract/prove/certificates.ts';
import { covers } from '#contract/stock/claims/coverage.ts';
import { needsCertificate, rankOf } from '#contract/stock/claims/claims.ts';
import { listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findLots } from '../../stock/ledger/lots.ts';
import { lotsOfSuppliers, supplierOfLot, withSupplier } from '../../stock/names/lotSuppliers.ts';
import { claimsOf, declaredClaims } from '../../stock/origins/claims.ts';
import { isCovered, organicClaims } from '../../stock/origins/coverage.ts';
import type { TracedLot } from '../../stock/origins/tracedLots.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';
import { findLostClaims, findRoots, follow, idsOf, reachedFrom, type Followed, type LostLot } from './lostClaims.ts';
import { findOnceCovered, type DaysOfVersions, type OnceCovered } from './onceCovered.ts';

export type UncoveredLot = z.output<typeof certificateEndpoints.update.answer>['uncoveredLots'][number];

interface ClaimingLot extends Omit<UncoveredLot, 'lostSchemes' | 'wasCovered'> {
  itemId: number;
  supplierId: number;
  certificateId: number | null;
}

/**
 * Lots that rested on certificates and now rest on none of their supplier: those that a version of one covered, and those that
 * name one of `named`, also those of another holder.
 */
async function findUncoveredLots(
  trx: Trx,
  once: readonly OnceCovered[],
  named: readonly number[],
): Promise<UncoveredLot[]> {
  const suppliers = [...new Set(once.flatMap(({ supplierId }) => supplierId ?? []))];
  if (suppliers.length === 0) return [];
  const naming = named.length > 0 ? sql`select id from lot where certificate_id in ${listed(named)} union` : sql``;
  const { rows: lots } = await sql<ClaimingLot>`
    select l.id as "lotId", l.code, ${nameOfItem} as "itemName", ${unitOfItem} as unit,
      l.origin, l.on_hand as "onHandQty", l.dispatched as "shippedQty", l.state, l.item_id as "itemId",
      ${supplierOfLot} as "supplierId", l.received_on as "receivedOn", l.certificate_id as "certificateId"
    from (${naming} ${lotsOfSuppliers(sql`in ${listed(suppliers)}`)}) own
      join lot l on l.id = own.id ${withSupplier} join item i on i.id = l.item_id
      ${withMasters}
    where l.claim in ${organicClaims} and l.deleted_at is null and not ${isCovered} order by l.id`.execute(trx);
  const isNamed = new Set(named);
  const restedOn = ({ supplierId, itemId, receivedOn, certificateId }: ClaimingLot) =>
    isNamed.has(certificateId ?? 0) ||
    once.some((each) => each.supplierId === supplierId && covers(each, itemId, receivedOn));
  return lots.filter(restedOn).map(({ itemId: _, supplierId: _supplier, certificateId: _certificate, ...lot }) => ({
    ...lot,
    lostSchemes: [],
    wasCovered: true,
  }));
}

/** Lots in stock or sent that were made from uncovered lots and now have a lower claim, and buyers' returns of either. */
function loweredLots(uncovered: readonly UncoveredLot[], { flows, origins, certificates }: Followed): Listed[] {
  const ids = uncovered.map(({ lotId }) => lotId);
  const rested = new Set(ids);
  const shipped = new Map<number, number>();
  for (const { lotId, documentKind, quantity } of flows.outgoing) {
    if (documentKind === 'dispatch') shipped.set(lotId, (shipped.get(lotId) ?? 0) + quantity);
  }
  const declared = declaredClaims(origins, certificates);
  const claims = claimsOf(origins, certificates);
  return [...reachedFrom(ids, flows)].flatMap((lotId) => {
    const lot = flows.lots.get(lotId);
    if (!lot || rested.has(lotId) || (lot.onHand === 0 && !shipped.has(lotId))) return [];
    const [was = 'conventional', is = 'conventional'] = [declared.get(lotId), claims.get(lotId)?.claim];
    const isLower = needsCertificate(was) && (rested.has(lot.parentLotId ?? 0) || rankOf(is) < rankOf(was));
    return isLower ? [{ lot, shippedQty: shipped.get(lotId) ?? 0, lostSchemes: [], wasCovered: false }] : [];
  });
}

type Listed = Pick<UncoveredLot, 'shippedQty' | 'lostSchemes' | 'wasCovered'> & { lot: TracedLot };

async function withStates(trx: Trx, lots: readonly Listed[]): Promise<UncoveredLot[]> {
  const states = await findLots(
    trx,
    lots.map(({ lot }) => lot.lotId),
  );
  return lots.map(({ lot, ...own }) => {
    const { lotId, code, itemName, unit, origin, receivedOn, onHand: onHandQty } = lot;
    const state = states.get(lotId)?.state ?? 'released';
    return { lotId, code, itemName, unit, origin, receivedOn, onHandQty, state, ...own };
  });
}

const sumOf = (sent: LostLot['sent']): number => [...sent.values()].reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Lots that certificates no longer prove, as far as they did once: those that they covered first, then lots in stock or sent
 * that came from them. A lot without any proof has all that was sent of it, one that lost some schemes alone what was sent
 * under these. `days` says whether suspensions of their bodies alone are looked at.
 */
export async function findUnprovedLots(
  trx: Trx,
  certificateIds: readonly number[],
  days: DaysOfVersions = 'all',
): Promise<UncoveredLot[]> {
  const once = await findOnceCovered(trx, certificateIds, days);
  const uncovered = await findUncoveredLots(trx, once, days === 'all' ? certificateIds : []);
  const roots = await findRoots(trx, once);
  const ids = uncovered.map(({ lotId }) => lotId);
  if (ids.length === 0 && roots.size === 0) return [];
  const followed = await follow(trx, [...new Set([...ids, ...idsOf(roots)])]);
  const lost = await findLostClaims(trx, once, roots, followed);
  const schemesOf = new Map(lost.map(({ lot, schemes }) => [lot.lotId, schemes]));
  const lowered = loweredLots(uncovered, followed);
  const known = new Set([...ids, ...lowered.map(({ lot }) => lot.lotId)]);
  const others = lost
    .filter(({ lot }) => !known.has(lot.lotId))
    .map(({ lot, sent, ...own }) => ({ lot, wasCovered: own.wasCovered, lostSchemes: [], shippedQty: sumOf(sent) }));
  const all = [...uncovered, ...(await withStates(trx, [...lowered, ...others]))];
  return all
    .map((lot) => ({ ...lot, lostSchemes: schemesOf.get(lot.lotId) ?? [] }))
    .toSorted((a, b) => Number(b.wasCovered) - Number(a.wasCovered));
}
