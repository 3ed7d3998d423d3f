/** Lots that rested on certificates and have no proof now: those of their suppliers, and lots made from them. */
import { sql } from 'kysely';
import { z } from 'zod';
import { certificateRecord, type certificateEndpoints } from '#contract/prove/certificates.ts';
import { covers } from '#contract/stock/claims/coverage.ts';
import { needsCertificate, rankOf } from '#contract/stock/claims/claims.ts';
import { inPieces, listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findLots } from '../../stock/ledger/lots.ts';
import { lotsOfSuppliers, supplierOfLot, withSupplier } from '../../stock/ledger/lotSuppliers.ts';
import { findClaims, declaredClaims } from '../../stock/origins/claims.ts';
import { isCovered, organicClaims } from '../../stock/origins/coverage.ts';
import { flowsOutOf } from '../../stock/origins/flows.ts';
import type { TracedLot } from '../../stock/origins/tracedLots.ts';
import { findOrigins } from '../../stock/origins/origins.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/ledger/itemNames.ts';

export type UncoveredLot = z.output<typeof certificateEndpoints.update.answer>['uncoveredLots'][number];

interface ClaimingLot extends UncoveredLot {
  itemId: number;
  supplierId: number;
  certificateId: number | null;
}

/** Whether a certificate lost what it covered on a day, where other lots of it are of no interest. */
type LostOn = (certificateId: number, day: string) => boolean;

const scope = certificateRecord.pick({
  supplierId: true,
  validFrom: true,
  validTo: true,
  withdrawnOn: true,
  allItems: true,
  itemIds: true,
});

type Version = z.output<typeof scope> & { certificateId: number };

/** The object of a JSON text. */
const toObject = (json: string): object => z.looseObject({}).parse(JSON.parse(json));

/** Certificates in all their versions. */
async function findVersions(trx: Trx, certificateIds: readonly number[]): Promise<Version[]> {
  const rows = await inPieces(
    trx,
    'versions of certificates',
    certificateIds,
    (chunk) => sql<{ recordId: number; after: string }>`
      select record_id as "recordId", after from audit_event
      where resource = 'certificates' and record_id in ${chunk} and after is not null order by record_id, id`,
  );
  let stored: object = {};
  return rows.map(({ recordId, after }, index) => {
    // The merge of its supplier says what it changed alone.
    stored = { ...(rows[index - 1]?.recordId === recordId ? stored : {}), ...toObject(after) };
    return { certificateId: recordId, ...scope.parse(stored) };
  });
}

/**
 * Lots that rested on certificates and now rest on none of their supplier: those that name one, and all others that a version
 * of one covered, also those of another holder, or that name another certificate which no longer covers them. A version
 * covered whatever its body's suspensions were. Lots of other days than those of `lostOn` are left out.
 */
export async function findUncoveredLots(
  trx: Trx,
  certificateIds: readonly number[],
  lostOn: LostOn = () => true,
): Promise<UncoveredLot[]> {
  const versions = await findVersions(trx, certificateIds);
  const suppliers = [...new Set(versions.flatMap(({ supplierId }) => supplierId ?? []))];
  if (suppliers.length === 0) return [];
  const { rows: lots } = await sql<ClaimingLot>`
    select l.id as "lotId", l.code, ${nameOfItem} as "itemName", ${unitOfItem} as unit,
      l.origin, l.on_hand as "onHandQty", l.dispatched as "shippedQty", l.state, l.item_id as "itemId",
      ${supplierOfLot} as "supplierId", l.received_on as "receivedOn", l.certificate_id as "certificateId"
    from (
        select id from lot where certificate_id in ${listed(certificateIds)}
        union
        ${lotsOfSuppliers(sql`in ${listed(suppliers)}`)}
      ) own
      join lot l on l.id = own.id ${withSupplier} join item i on i.id = l.item_id
      ${withMasters}
    where l.claim in ${organicClaims} and l.deleted_at is null and not ${isCovered} order by l.id`.execute(trx);
  const restedOn = (version: Version, { supplierId, itemId, receivedOn, certificateId }: ClaimingLot) =>
    certificateId === version.certificateId ||
    (version.supplierId === supplierId && covers({ ...version, suspensions: [] }, itemId, receivedOn));
  return lots
    .filter((lot) => versions.some((one) => restedOn(one, lot) && lostOn(one.certificateId, lot.receivedOn)))
    .map(({ itemId: _, supplierId: _supplier, certificateId: _certificate, ...lot }) => lot);
}

/** Lots in stock or sent that were made from uncovered lots and now have a lower claim, and buyers' returns of either. */
async function findLoweredLots(trx: Trx, uncovered: readonly UncoveredLot[]): Promise<UncoveredLot[]> {
  if (uncovered.length === 0) return [];
  const ids = uncovered.map(({ lotId }) => lotId);
  const rested = new Set(ids);
  const { lots, left } = await flowsOutOf(trx, ids);
  const shipped = new Map<number, number>();
  for (const { lotId, documentKind, quantity } of left) {
    if (documentKind === 'dispatch') shipped.set(lotId, (shipped.get(lotId) ?? 0) + quantity);
  }
  const isInStockOrSent = ({ lotId, onHand }: TracedLot) => onHand > 0 || shipped.has(lotId);
  const others = [...lots.values()].filter((lot) => isInStockOrSent(lot) && !rested.has(lot.lotId));
  const origins = await findOrigins(
    trx,
    others.map(({ lotId }) => lotId),
  );
  const declared = declaredClaims(origins);
  const claims = await findClaims(trx, origins);
  const lowered = others.filter(({ lotId, parentLotId }) => {
    const [was = 'conventional', is = 'conventional'] = [declared.get(lotId), claims.get(lotId)?.claim];
    return needsCertificate(was) && (rested.has(parentLotId ?? 0) || rankOf(is) < rankOf(was));
  });
  const states = await findLots(
    trx,
    lowered.map(({ lotId }) => lotId),
  );
  return lowered.map(({ lotId, code, itemName, unit, origin, receivedOn, onHand: onHandQty }) => {
    const state = states.get(lotId)?.state ?? 'released';
    return { lotId, code, itemName, unit, origin, receivedOn, onHandQty, shippedQty: shipped.get(lotId) ?? 0, state };
  });
}

/**
 * Lots that certificates no longer prove: those of their suppliers first, then lots in stock or sent that were made from
 * them. Lots of other days than those of `lostOn` are left out.
 */
export async function findUnprovedLots(
  trx: Trx,
  certificateIds: readonly number[],
  lostOn?: LostOn,
): Promise<UncoveredLot[]> {
  const uncovered = await findUncoveredLots(trx, certificateIds, lostOn);
  return [...uncovered, ...(await findLoweredLots(trx, uncovered))];
}
