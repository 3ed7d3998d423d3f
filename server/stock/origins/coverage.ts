/** Coverage by certificates on a day (docs/domain.md, Claims and certificates). */
import { sql, type SqlBool } from 'kysely';
import { inPieces } from '../../core/db/statements.ts';
import { covers, type Scope } from '#contract/stock/claims/coverage.ts';
import { claimsByItself, needsCertificate } from '#contract/stock/claims/claims.ts';
import { claims, lotOrigins } from '#contract/stock/stock.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { supplierOfLot } from '../ledger/lotSuppliers.ts';

type Db = Database | Trx;

/** A certificate of a supplier, or of our own where `supplierId` is null. */
export interface Certificate extends Scope {
  certificateId: number;
  supplierId: number | null;
  number: string;
}

interface CertificateRow extends Omit<Certificate, 'allItems' | 'itemIds'> {
  allItems: number;
}

/** The certificates of suppliers, those that lapse last first. */
export async function findCertificates(db: Db, supplierIds: readonly number[]): Promise<Certificate[]> {
  const rows = await inPieces(
    db,
    'certificates of suppliers',
    supplierIds,
    (chunk) => sql<CertificateRow>`
      select id as "certificateId", supplier_id as "supplierId", number, valid_from as "validFrom",
        valid_to as "validTo", withdrawn_on as "withdrawnOn", all_items as "allItems"
      from certificate where supplier_id in ${chunk} and deleted_at is null
      order by valid_to desc, id desc`,
  );
  const itemIds = await findCoveredItems(
    db,
    rows.flatMap(({ certificateId, allItems }) => (allItems === 1 ? [] : certificateId)),
  );
  return rows.map((row) => ({
    ...row,
    allItems: row.allItems === 1,
    itemIds: itemIds.get(row.certificateId) ?? [],
  }));
}

/** The items that certificates name, by certificate. */
export async function findCoveredItems(db: Db, certificateIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await inPieces(
    db,
    'items of certificates',
    certificateIds,
    (chunk) => sql<{ certificateId: number; itemId: number }>`
      select certificate_id as "certificateId", item_id as "itemId" from certificate_item
      where certificate_id in ${chunk} order by certificate_id, item_id`,
  );
  const byCertificate = Map.groupBy(rows, ({ certificateId }) => certificateId);
  return new Map([...byCertificate].map(([id, items]) => [id, items.map(({ itemId }) => itemId)]));
}

/** A purchase, and the certificate named for it. */
export interface Bought {
  supplierId: number;
  itemId: number;
  day: string;
  certificateId?: number | null;
}

/** The certificate that covers a purchase: the named one, else the one that lapses last. */
export function coveringOf(
  certificates: readonly Certificate[],
  { supplierId, itemId, day, certificateId }: Bought,
): Certificate | undefined {
  const covering = certificates.filter((one) => one.supplierId === supplierId && covers(one, itemId, day));
  return covering.find((one) => one.certificateId === certificateId) ?? covering[0];
}

/**
 * Whether a certificate of the supplier covers a lot on its day: the rule of `covers` as SQL, in a query with lot l and,
 * where it has one, its inward w.
 */
export const isCovered = sql<SqlBool>`
  exists (
    select 1 from certificate c
    where c.supplier_id = ${supplierOfLot} and c.deleted_at is null and l.received_on between c.valid_from and c.valid_to
      and (c.withdrawn_on is null or l.received_on < c.withdrawn_on)
      and (c.all_items = 1 or exists (
        select 1 from certificate_item o where o.certificate_id = c.id and o.item_id = l.item_id)))`;

const listOf = (values: readonly string[]) => sql`(${sql.join(values.map((value) => sql.lit(value)))})`;

/** The claims that need a certificate (`needsCertificate`), as a list in SQL. */
export const organicClaims = listOf(claims.filter(needsCertificate));

/** The origins of lots that claim by themselves (`claimsByItself`), as a list in SQL. */
export const originsWithClaim = listOf(lotOrigins.filter(claimsByItself));

/**
 * True if lot l claims organic by itself (`claimsByItself`) and no certificate covers it, in a query with its inward w,
 * if any: the surplus of a count has no supplier whose certificate could, nor has opening stock without one.
 */
export const isUnproved = sql<SqlBool>`
  l.claim in ${organicClaims} and l.origin in ${originsWithClaim} and not ${isCovered}`;
