import { sql } from 'kysely';
import type { z } from 'zod';
import type { itemEndpoints } from '#contract/stock/items/items.ts';
import type { lotEndpoints, lotMovementRecord, lotRecord } from '#contract/stock/lots/lots.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import { param, prepared } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import type { ListSource } from '../../core/lists/listing.ts';
import { anyOf, matchesByWords } from '../../core/lists/search.ts';
import { heldQuantity } from '../ledger/free.ts';
import {
  claimsOf,
  findCertificatesOf,
  milligramsOf,
  percentOf,
  schemeClaimsOf,
  type LotClaim,
} from '../origins/claims.ts';
import { documentKey, findDocumentLabels } from '../names/documentLabels.ts';
import { fromInteger } from '../origins/fractions.ts';
import { findItemNames } from '../ledger/items.ts';
import { moved } from '../ledger/kinds.ts';
import { isOfSuppliers, lotsOfSuppliers, withSupplier } from '../names/lotSuppliers.ts';
import { matchingMaterials } from '../names/materialNames.ts';
import { originsWithClaim } from '../origins/coverage.ts';
import { findOrigins } from '../origins/origins.ts';
import { findLotCovers } from '../origins/transactionCover.ts';
import { pricesOf, provisionalLots, roundedPrice, valueOf, withTerms } from '../origins/costs.ts';
import { findHeld, findWentTo } from './whereTo.ts';
import { nameOfItem, unitOfItem, withMasters } from '../names/itemNames.ts';

export type Lot = z.output<typeof lotRecord>;
export type LotMovement = z.output<typeof lotMovementRecord>;
export type Item = z.output<typeof itemEndpoints.get.answer>;

/** A lot without the label of its document, and without computed fields: cost and claim. */
type WorkedOut =
  | 'originDocument'
  | 'pricePerUnit'
  | 'value'
  | 'isProvisional'
  | 'claim'
  | 'claims'
  | 'certificateId'
  | 'certificateNumber'
  | 'organicPercent';

export interface ListedLot extends Omit<Lot, WorkedOut> {
  documentKind: DocumentKind | null;
  documentId: number | null;
}

type WholeLot = z.output<typeof lotEndpoints.get.answer>;
type OrganicShare = NonNullable<WholeLot['organicShare']>;

const rowId = sql<number>`l.id`;

const originKind = sql`
  case l.origin when 'received' then 'inward' when 'produced' then 'goods' else 'adjustment' end`;
const originId = sql`
  case l.origin when 'received' then w.id when 'produced' then g.id else (
    select v.document_id from movement v
    where v.lot_id = l.id and v.document_kind = 'adjustment' order by v.id limit 1) end`;

/** Lots, newest first; searched by code, supplier lot number, item and supplier. */
export const lotList: ListSource<ListedLot> = {
  columns: sql`
    l.id as "lotId", l.item_id as "itemId", i.raw_material_id as "rawMaterialId", i.product_id as "productId",
    ${nameOfItem} as "itemName", ${unitOfItem} as unit, i.gtin, l.code, l.supplier_lot_number as "supplierLotNumber",
    l.origin, ${originKind} as "documentKind", ${originId} as "documentId", g.id as "finishedGoodId",
    l.parent_lot_id as "parentLotId", s.id as "supplierId", s.name as "supplierName",
    l.received_on as "madeOrReceivedOn",
    coalesce(g.manufacture_date, (select r.production_date from production_run r where r.id = g.run_id)) as "madeOn",
    l.expires_on as "expiresOn", l.state, l.state_reason as "stateReason",
    l.override_reason as "overrideReason",
    ${moved('in', 'l')} as "quantityIn", l.on_hand as "onHandQty", l.created_at as "createdAt", l.updated_at as "updatedAt"`,
  from: sql`
    lot l left join item i on i.id = l.item_id ${withMasters} ${withSupplier} left join finished_good g on g.lot_id = l.id`,
  where: sql`l.deleted_at is null`,
  counted: 'lot',
  filters: {
    itemId: (equalsParam) => sql`l.item_id ${equalsParam}`,
    supplierId: (equalsParam) => sql`l.id in (${lotsOfSuppliers(equalsParam)})`,
    state: (equalsParam) => sql`l.state ${equalsParam}`,
    origin: (equalsParam) => sql`l.origin ${equalsParam}`,
    claim: (equalsParam) => sql`
      (l.claim ${equalsParam} or (l.claim is null and l.origin in ${originsWithClaim} and 'conventional' ${equalsParam}))`,
    expiresOnFrom: sql`l.expires_on >= ${param('expiresOnFrom')}`,
    expiresOnTo: sql`l.expires_on <= ${param('expiresOnTo')}`,
    hasStock: (equalsParam) => sql`case when l.on_hand > 0 then 1 else 0 end ${equalsParam}`,
  },
  matches: (term) =>
    anyOf(
      matchesByWords(term, 'lot_words', 'l.id', ['l.code', 'l.supplier_lot_number']),
      sql`i.raw_material_id in (${matchingMaterials(term)})`,
      sql`i.product_id in (select id from product where ${matchesByWords(term, 'product_words', 'id', ['name'])})`,
      isOfSuppliers(sql`(select id from supplier where ${matchesByWords(term, 'supplier_words', 'id', ['name'])})`),
    ),
  sort: {
    lotId: rowId,
    itemName: sql`lower(${nameOfItem})`,
    code: sql`l.code_order`,
    madeOrReceivedOn: sql`l.received_on`,
    expiresOn: sql`l.use_by`,
    onHandQty: sql`l.on_hand`,
  },
  defaultSort: { by: 'lotId', order: 'desc' },
  id: rowId,
};

/** The document that brought a lot in; undefined if there is no such lot. */
export async function findOriginDocument(
  db: Database | Trx,
  id: number,
): Promise<Pick<ListedLot, 'documentKind' | 'documentId'> | undefined> {
  const { rows } = await sql<Pick<ListedLot, 'documentKind' | 'documentId'>>`
    select ${originKind} as "documentKind", ${originId} as "documentId" from ${lotList.from} where l.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Lots with their source documents, costs and claims. */
async function completed(
  db: Database | Trx,
  lots: readonly ListedLot[],
): Promise<{ lots: Lot[]; claims: ReadonlyMap<number, LotClaim> }> {
  const originOf = ({ documentKind, documentId }: ListedLot) =>
    documentKind === null || documentId === null ? undefined : { documentKind, documentId };
  const labels = await findDocumentLabels(
    db,
    lots.flatMap((lot) => originOf(lot) ?? []),
  );
  const origins = await findOrigins(
    db,
    lots.map(({ lotId }) => lotId),
  );
  const costed = await withTerms(db, origins);
  const prices = pricesOf(costed);
  const provisional = provisionalLots(costed);
  const certificates = await findCertificatesOf(db, origins);
  const claims = claimsOf(origins, certificates);
  const schemeClaims = schemeClaimsOf(origins, certificates);
  const complete = lots.map((row): Lot => {
    const origin = originOf(row);
    const { documentKind: kind, documentId: id, ...lot } = row;
    const price = prices.get(lot.lotId);
    const label = origin && (labels.get(documentKey(origin)) ?? '');
    const originDocument = label === undefined || kind === null || id === null ? null : { kind, id, label };
    const claimed = claims.get(lot.lotId);
    return {
      ...lot,
      originDocument,
      pricePerUnit: roundedPrice(price),
      value: valueOf(lot.onHandQty, price),
      isProvisional: provisional.has(lot.lotId),
      claim: claimed?.claim ?? 'conventional',
      claims: schemeClaims.get(lot.lotId) ?? [],
      certificateId: claimed?.certificate?.certificateId ?? null,
      certificateNumber: claimed?.certificate?.number ?? null,
      organicPercent: percentOf(claimed),
    };
  });
  return { lots: complete, claims };
}

/** Lots with their source documents, costs and claims. */
export async function withDocuments(db: Database | Trx, lots: readonly ListedLot[]): Promise<Lot[]> {
  return (await completed(db, lots)).lots;
}

/** Composition of a lot's organic share; null for lots that are no output of a run. */
async function organicShareOf(db: Database | Trx, claim: LotClaim | undefined): Promise<OrganicShare | null> {
  if (!claim?.composition) return null;
  const { organic, total, leftOut, unweighed, isBeyond } = claim.composition;
  const names = await findItemNames(db, [...leftOut.map(({ itemId }) => itemId), ...unweighed]);
  return {
    organicGrams: milligramsOf(organic),
    totalGrams: milligramsOf(total),
    leftOut: leftOut.map(({ itemId, part, mass }) => ({
      itemName: names.get(itemId) ?? '',
      part,
      grams: milligramsOf(fromInteger(mass)),
    })),
    withoutGrams: unweighed.map((itemId) => names.get(itemId) ?? ''),
    isBeyondMass: isBeyond,
  };
}

async function findRows(db: Database | Trx, id: number): Promise<ListedLot[]> {
  const { columns, from, where } = lotList;
  return (await sql<ListedLot>`select ${columns} from ${from} where ${where} and l.id = ${id}`.execute(db)).rows;
}

/** One lot, unless it is deleted. */
export async function findLot(db: Database | Trx, id: number): Promise<Lot | undefined> {
  return (await completed(db, await findRows(db, id))).lots[0];
}

async function isOfRunInProgress(db: Database | Trx, id: number): Promise<boolean> {
  const run = await db
    .selectFrom('finished_good as g')
    .innerJoin('production_run as r', 'r.id', 'g.run_id')
    .select('r.id')
    .where('g.lot_id', '=', id)
    .where('g.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .where('r.status', '=', 'in_progress')
    .executeTakeFirst();
  return run !== undefined;
}

/** One lot with its movements and the composition of its organic share, unless it is deleted. */
export async function findWholeLot(db: Database | Trx, id: number): Promise<WholeLot | undefined> {
  const { lots, claims } = await completed(db, await findRows(db, id));
  const [lot] = lots;
  if (!lot) return undefined;
  const movements = await findLotMovements(db, id);
  return {
    ...lot,
    movements,
    isOfRunInProgress: await isOfRunInProgress(db, id),
    wentTo: await findWentTo(db, movements),
    held: await findHeld(db, lot, movements),
    transactionCertificates: await findLotCovers(db, id),
    organicShare: await organicShareOf(db, claims.get(id)),
  };
}

interface MovementRow extends Omit<LotMovement, 'document' | 'reversed'> {
  reversed: number;
  documentKind: DocumentKind;
  documentId: number;
}

const movementsOfLot = prepared(
  () => sql<MovementRow>`
    select v.id as "movementId", v.kind, v.quantity, v.occurred_on as "occurredOn", v.document_kind as "documentKind",
      v.document_id as "documentId", v.reverses_id as "reversesId",
      case when reversal.id is null then 0 else 1 end as reversed,
      v.recorded_at as "recordedAt", u.full_name as "recordedBy"
    from movement v left join movement reversal on reversal.reverses_id = v.id
      left join app_user u on u.id = v.recorded_by
    where v.lot_id = ${param('id')} order by v.id`,
);

/** The movements of a lot, in the order in which they were posted. */
async function findLotMovements(db: Database | Trx, id: number): Promise<LotMovement[]> {
  const rows = await movementsOfLot(db, { id });
  const labels = await findDocumentLabels(db, rows);
  return rows.map(({ documentKind, documentId, reversed, ...movement }) => {
    const label = labels.get(documentKey({ documentKind, documentId })) ?? '';
    return { ...movement, reversed: reversed === 1, document: { kind: documentKind, id: documentId, label } };
  });
}

const itemId = sql<number>`i.id`;

/** Items, newest first. */
export const itemList: ListSource<Item> = {
  columns: sql`
    i.id as "itemId", case when i.product_id is null then 'rawMaterial' else 'product' end as kind,
    i.raw_material_id as "rawMaterialId", i.product_id as "productId", ${nameOfItem} as name,
    ${unitOfItem} as unit, i.weight as "gramsPerUnit", i.part,
    i.balance_tolerance as "balanceTolerancePercent", i.max_gain as "maxGainPercent", i.after_expiry as "afterExpiry", i.reorder_level as "reorderLevel",
    coalesce(m.min_production_quantity, 0) as "minProductionQuantity", i.batch_pattern as "batchPattern", i.shelf_life_days as "shelfLifeDays", i.gtin, i.on_hand as "onHandQty",
    ${heldQuantity} as "onHoldQty", i.updated_at as "updatedAt"`,
  from: sql`
    item i ${withMasters}`,
  where: sql`coalesce(m.deleted_at, p.deleted_at) is null`,
  filters: { kind: sql`case when i.product_id is null then 'rawMaterial' else 'product' end = ${param('kind')}` },
  matches: (term) =>
    anyOf(
      sql`i.raw_material_id in (${matchingMaterials(term)})`,
      sql`i.product_id in (select id from product where ${matchesByWords(term, 'product_words', 'id', ['name'])})`,
    ),
  sort: { itemId, name: sql`lower(${nameOfItem})`, onHandQty: sql`i.on_hand` },
  defaultSort: { by: 'itemId', order: 'desc' },
  id: itemId,
};

/** One item, unless its master is deleted. */
export async function findItem(db: Database | Trx, id: number): Promise<Item | undefined> {
  const { columns, from, where } = itemList;
  const { rows } = await sql<Item>`select ${columns} from ${from} where ${where} and i.id = ${id}`.execute(db);
  return rows[0];
}
