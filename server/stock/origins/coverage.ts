/** Coverage by certificates on a day (docs/domain.md, Claims and certificates). */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { inPieces } from '../../core/db/statements.ts';
import { covers, type Scope, type Suspension } from '#contract/stock/claims/coverage.ts';
import { claimsByItself, needsCertificate } from '#contract/stock/claims/claims.ts';
import type { Scheme } from '#contract/stock/claims/schemes.ts';
import { claims, lotOrigins } from '#contract/stock/stock.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { supplierOfLot } from '../names/lotSuppliers.ts';

type Db = Database | Trx;

/** A certificate of a supplier, or of our own where `supplierId` is null. */
export interface Certificate extends Scope {
  certificateId: number;
  scheme: Scheme;
  supplierId: number | null;
  number: string;
}

interface CertificateRow extends Omit<Certificate, 'allItems' | keyof Parts> {
  allItems: number;
  /** Set where there is a suspension, of which each has a row. */
  from: string | null;
  until: string | null;
}

const certificateColumns = sql`
  c.id as "certificateId", c.supplier_id as "supplierId", c.scheme, c.number, c.valid_from as "validFrom",
  c.valid_to as "validTo", c.withdrawn_on as "withdrawnOn", c.all_items as "allItems", p.from_day as "from",
  p.until_day as "until"`;

async function withParts(db: Db, rows: readonly CertificateRow[]): Promise<Certificate[]> {
  const parts = await findParts(
    db,
    rows.flatMap(({ certificateId, allItems }) => (allItems === 1 ? [] : certificateId)),
  );
  return [...Map.groupBy(rows, ({ certificateId }) => certificateId)].flatMap(([certificateId, own]) =>
    own.slice(0, 1).map(({ from: _, until: _until, ...row }) => ({
      ...row,
      allItems: row.allItems === 1,
      itemIds: partsOf(parts, certificateId).itemIds,
      suspensions: suspensionsOf(own),
    })),
  );
}

/** The certificates of suppliers, those that lapse last first. */
export async function findCertificates(db: Db, supplierIds: readonly number[]): Promise<Certificate[]> {
  const rows = await inPieces(
    db,
    'certificates of suppliers',
    supplierIds,
    (chunk) => sql<CertificateRow>`
      select ${certificateColumns} from certificate c left join certification_body_suspension p on ${ofItsCertifier}
      where c.supplier_id in ${chunk} and c.deleted_at is null order by c.valid_to desc, c.id desc`,
  );
  return await withParts(db, rows);
}

/** The certificates of suppliers, and our own, in one statement. */
export async function findCertificatesWithOwn(db: Db, supplierIds: readonly number[]): Promise<Certificate[]> {
  const rows = await inPieces(
    db,
    'certificates of suppliers and our own',
    // No supplier has the id 0: our own are read without any.
    supplierIds.length > 0 ? supplierIds : [0],
    (chunk) => sql<CertificateRow>`
      select ${certificateColumns} from certificate c left join certification_body_suspension p on ${ofItsCertifier}
      where (c.supplier_id in ${chunk} or c.supplier_id is null) and c.deleted_at is null
      order by c.valid_to desc, c.id desc`,
  );
  return await withParts(db, rows);
}

/** The certificates that were withdrawn, or whose body is or was suspended for their scheme. */
export async function findTakenBack(db: Db): Promise<Certificate[]> {
  const { rows } = await sql<CertificateRow>`
    select ${certificateColumns} from certificate c left join certification_body_suspension p on ${ofItsCertifier}
    where c.deleted_at is null and (c.withdrawn_on is not null or p.from_day is not null)`.execute(db);
  return await withParts(db, rows);
}

/** The suspensions among rows. */
function suspensionsOf(rows: readonly { from: string | null; until: string | null }[]): Suspension[] {
  return rows.flatMap(({ from, until }) => (from === null ? [] : { from, until }));
}

/** The named items of a certificate, and the suspensions of its body for its scheme. */
interface Parts {
  itemIds: number[];
  suspensions: Suspension[];
}

interface PartRow {
  certificateId: number;
  itemId: number | null;
  /** Set for a suspension. */
  from: string | null;
  until: string | null;
}

/** The parts of certificates, by certificate; one that has none is left out. */
export async function findParts(db: Db, certificateIds: readonly number[]): Promise<ReadonlyMap<number, Parts>> {
  const rows = await inPieces(
    db,
    'parts of certificates',
    certificateIds,
    (chunk) => sql<PartRow>`
      select certificate_id as "certificateId", item_id as "itemId", from_day as "from", until_day as "until" from (
        select certificate_id, item_id, cast(null as date) as from_day, cast(null as date) as until_day
        from certificate_item
        union all
        select c.id, null, p.from_day, p.until_day
        from certificate c join certification_body_suspension p on ${ofItsCertifier}
      ) part
      where certificate_id in ${chunk} order by certificate_id, item_id, from_day`,
  );
  const byCertificate = Map.groupBy(rows, ({ certificateId }) => certificateId);
  return new Map(
    [...byCertificate].map(([id, parts]) => [
      id,
      {
        itemIds: parts.flatMap(({ itemId }) => itemId ?? []),
        suspensions: suspensionsOf(parts),
      },
    ]),
  );
}

/** The parts of one certificate. */
export function partsOf(parts: ReadonlyMap<number, Parts>, certificateId: number): Parts {
  return parts.get(certificateId) ?? { itemIds: [], suspensions: [] };
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

/** Whether suspension p is of the body of certificate c, for its scheme. */
const ofItsCertifier = sql<SqlBool>`p.certification_body_id = c.certification_body_id and p.scheme = c.scheme`;

/** Whether suspension p takes from certificate c what it covers on a day: the rule of `isSuspended` as SQL. */
export function suspends(day: unknown): RawBuilder<SqlBool> {
  return sql<SqlBool>`${ofItsCertifier} and p.from_day <= ${day} and (p.until_day is null or p.until_day > ${day})`;
}

/** Whether the body of certificate c is suspended for its scheme on a day. */
export function isSuspendedOn(day: unknown): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from certification_body_suspension p where ${suspends(day)})`;
}

function coveredBy(holder: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`
    exists (
      select 1 from certificate c
      where ${holder} and c.deleted_at is null and l.received_on between c.valid_from and c.valid_to
        and (c.withdrawn_on is null or l.received_on < c.withdrawn_on) and not ${isSuspendedOn(sql`l.received_on`)}
        and (c.all_items = 1 or exists (
          select 1 from certificate_item o where o.certificate_id = c.id and o.item_id = l.item_id)))`;
}

/**
 * Whether a certificate of the supplier covers a lot on its day: the rule of `covers` as SQL, in a query with lot l and,
 * where it has one, its inward w.
 */
export const isCovered = coveredBy(sql`c.supplier_id = ${supplierOfLot}`);

/** Whether a certificate of a scheme of the supplier covers a lot on its day: `isCovered` under one scheme. */
export function isCoveredUnder(scheme: Scheme): RawBuilder<SqlBool> {
  return coveredBy(sql`c.scheme = ${scheme} and c.supplier_id = ${supplierOfLot}`);
}

/** Whether a certificate of our own of a scheme covers a lot on its day, in a query with lot l. */
export function isCoveredByOwnUnder(scheme: Scheme): RawBuilder<SqlBool> {
  return coveredBy(sql`c.scheme = ${scheme} and c.supplier_id is null`);
}

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
