/** Lots that rested on a certificate and have no proof now: those of its supplier, and lots made from them. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { certificateRecord, type certificateEndpoints } from '#contract/prove/certificates.ts';
import { covers } from '#contract/stock/claims/coverage.ts';
import { needsCertificate, rankOf } from '#contract/stock/claims/claims.ts';
import { listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findLots } from '../../stock/ledger/lots.ts';
import { lotsOfSuppliers, supplierOfLot, withSupplier } from '../../stock/ledger/lotSuppliers.ts';
import { findClaims, declaredClaims } from '../../stock/origins/claims.ts';
import { isCovered, organicClaims } from '../../stock/origins/coverage.ts';
import { flowsOutOf } from '../../stock/origins/flows.ts';
import { findOrigins } from '../../stock/origins/origins.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/ledger/itemNames.ts';

type UncoveredLot = z.output<typeof certificateEndpoints.update.answer>['uncoveredLots'][number];

interface ClaimingLot extends UncoveredLot {
  itemId: number;
  supplierId: number;
  receivedOn: string;
  certificateId: number | null;
}

const scope = certificateRecord.pick({
  supplierId: true,
  validFrom: true,
  validTo: true,
  withdrawnOn: true,
  allItems: true,
  itemIds: true,
});

/** Scopes of a certificate in all its versions. */
async function findScopes(trx: Trx, certificateId: number): Promise<z.output<typeof scope>[]> {
  const rows = await trx
    .selectFrom('audit_event')
    .select('after')
    .where('resource', '=', 'certificates')
    .where('record_id', '=', certificateId)
    .where('after', 'is not', null)
    .execute();
  return rows.map(({ after }) => scope.parse(JSON.parse(after ?? '')));
}

/**
 * Lots that rested on a certificate and now rest on none of their supplier: those that name it, and all others that a version
 * of it covered, also those of another holder, or that name another certificate which no longer covers them.
 */
export async function findUncoveredLots(trx: Trx, certificateId: number): Promise<UncoveredLot[]> {
  const scopes = await findScopes(trx, certificateId);
  const suppliers = [...new Set(scopes.flatMap(({ supplierId }) => supplierId ?? []))];
  if (suppliers.length === 0) return [];
  const { rows: lots } = await sql<ClaimingLot>`
    select l.id as "lotId", l.code, ${nameOfItem} as "itemName", ${unitOfItem} as unit,
      l.origin, l.on_hand as "onHandQty", l.state, l.item_id as "itemId", ${supplierOfLot} as "supplierId",
      l.received_on as "receivedOn", l.certificate_id as "certificateId"
    from (
        select id from lot where certificate_id = ${certificateId}
        union
        ${lotsOfSuppliers(sql`in ${listed(suppliers)}`)}
      ) own
      join lot l on l.id = own.id ${withSupplier} join item i on i.id = l.item_id
      ${withMasters}
    where l.claim in ${organicClaims} and l.deleted_at is null and not ${isCovered} order by l.id`.execute(trx);
  const wasCovered = ({ supplierId, itemId, receivedOn }: ClaimingLot) =>
    scopes.some((one) => one.supplierId === supplierId && covers(one, itemId, receivedOn));
  return lots
    .filter((lot) => lot.certificateId === certificateId || wasCovered(lot))
    .map(({ lotId, code, itemName, unit, origin, onHandQty, state }) => {
      return { lotId, code, itemName, unit, origin, onHandQty, state };
    });
}

/** Lots in stock that were made from uncovered lots and now have a lower claim, and buyers' returns of either. */
async function findLoweredLots(trx: Trx, uncovered: readonly UncoveredLot[]): Promise<UncoveredLot[]> {
  if (uncovered.length === 0) return [];
  const ids = uncovered.map(({ lotId }) => lotId);
  const rested = new Set(ids);
  const { lots } = await flowsOutOf(trx, ids);
  const inStock = [...lots.values()].filter(({ lotId, onHand }) => onHand > 0 && !rested.has(lotId));
  const origins = await findOrigins(
    trx,
    inStock.map(({ lotId }) => lotId),
  );
  const declared = declaredClaims(origins);
  const claims = await findClaims(trx, origins);
  const lowered = inStock.filter(({ lotId, parentLotId }) => {
    const [was = 'conventional', is = 'conventional'] = [declared.get(lotId), claims.get(lotId)?.claim];
    return needsCertificate(was) && (rested.has(parentLotId ?? 0) || rankOf(is) < rankOf(was));
  });
  const states = await findLots(
    trx,
    lowered.map(({ lotId }) => lotId),
  );
  return lowered.map(({ lotId, code, itemName, unit, origin, onHand: onHandQty }) => {
    return { lotId, code, itemName, unit, origin, onHandQty, state: states.get(lotId)?.state ?? 'released' };
  });
}

/** Lots that a certificate no longer proves: those of its supplier first, then lots in stock made from them. */
export async function findUnprovedLots(trx: Trx, certificateId: number): Promise<UncoveredLot[]> {
  const uncovered = await findUncoveredLots(trx, certificateId);
  return [...uncovered, ...(await findLoweredLots(trx, uncovered))];
}
