import { sql } from 'kysely';
import type { z } from 'zod';
import { daysAfter } from '#contract/core/values/dates.ts';
import { type certificateRecord, LAPSING_DAYS } from '#contract/prove/certificates/certificates.ts';
import { inPieces, param } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import type { ListSource } from '../../core/lists/listing.ts';
import { anyOf, contained, matchesByWords } from '../../core/lists/search.ts';
import { findParts, isSuspendedOn, partsOf } from '../../stock/origins/coverage.ts';
import { nameOfItem, withMasters } from '../../stock/names/itemNames.ts';
import { findOne } from '../../core/lists/findOne.ts';

export type Certificate = z.output<typeof certificateRecord>;

type Db = Database | Trx;

interface CertificateRow extends Omit<Certificate, 'allItems' | 'itemIds' | 'items' | 'suspensions' | 'hasFile'> {
  allItems: number;
  hasFile: number;
}

const rowId = sql<number>`c.id`;

const today = param('today');

/** The validity of a certificate on the day of the param `today`. */
const validity = sql`
  case when c.withdrawn_on <= ${today} then 'withdrawn' when c.valid_to < ${today} then 'lapsed'
    when c.valid_from > ${today} then 'future' when ${isSuspendedOn(today)} then 'suspended' when c.valid_to <= ${param('lapsesBy')} then 'lapsing' else 'valid' end`;

/** Certificates, newest first; found by number, certification body and supplier. */
const certificateList: ListSource<CertificateRow> = {
  columns: sql`
    c.id as "certificateId", case when c.supplier_id is null then 'own' else 'supplier' end as holder,
    c.supplier_id as "supplierId", s.name as "supplierName", c.scheme, c.number, c.certification_body_id as "certificationBodyId", c.body, c.valid_from as "validFrom",
    c.valid_to as "validTo", c.all_items as "allItems", c.withdrawn_on as "withdrawnOn",
    case when c.file_id is null then 0 else 1 end as "hasFile", c.created_at as "createdAt", c.updated_at as "updatedAt"`,
  from: sql`certificate c left join supplier s on s.id = c.supplier_id`,
  where: sql`c.deleted_at is null`,
  counted: 'certificate',
  filters: {
    supplierId: (equalsParam) => sql`c.supplier_id ${equalsParam}`,
    certificationBodyId: (equalsParam) => sql`c.certification_body_id ${equalsParam}`,
    validity: (equalsParam) =>
      sql`(${validity} ${equalsParam} or ('valid' ${equalsParam} and ${validity} = 'lapsing'))`,
    validToFrom: sql`c.valid_to >= ${param('validToFrom')}`,
    validToTo: sql`c.valid_to <= ${param('validToTo')}`,
  },
  matches: (term) =>
    anyOf(
      contained(term, ['c.number', 'c.body', 'c.scheme']),
      sql`c.supplier_id in (select id from supplier where ${matchesByWords(term, 'supplier_words', 'id', ['name'])})`,
    ),
  sort: {
    certificateId: rowId,
    supplierName: sql`lower(coalesce(s.name, ''))`,
    number: sql`lower(c.number)`,
    scheme: sql`c.scheme`,
    validFrom: sql`c.valid_from`,
    validTo: sql`c.valid_to`,
  },
  defaultSort: { by: 'certificateId', order: 'desc' },
  id: rowId,
};

type CoveredItem = Certificate['items'][number];

async function findItems(db: Db, itemIds: readonly number[]): Promise<Map<number, CoveredItem>> {
  const rows = await inPieces(
    db,
    'certified items',
    itemIds,
    (chunk) => sql<CoveredItem>`
      select i.id as "itemId", ${nameOfItem} as "itemName", i.raw_material_id as "rawMaterialId"
      from item i ${withMasters}
      where i.id in ${chunk}`,
  );
  return new Map(rows.map((item) => [item.itemId, item]));
}

/** The list of certificates as of the current day. */
export function certificatesAsOf(dayNow: () => string): ListSource<CertificateRow> {
  return { ...certificateList, values: () => ({ today: dayNow(), lapsesBy: daysAfter(dayNow(), LAPSING_DAYS) }) };
}

/** Adds covered items and suspensions to certificates, by two statements. */
export async function withItems(db: Db, certificates: readonly CertificateRow[]): Promise<Certificate[]> {
  const parts = await findParts(
    db,
    certificates.map(({ certificateId }) => certificateId),
  );
  const itemsById = await findItems(db, [...new Set([...parts.values()].flatMap(({ itemIds }) => itemIds))]);
  return certificates.map((certificate) => {
    const own = partsOf(parts, certificate.certificateId);
    const items = own.itemIds.flatMap((itemId) => itemsById.get(itemId) ?? []);
    return { ...certificate, allItems: certificate.allItems === 1, hasFile: certificate.hasFile === 1, ...own, items };
  });
}

/** One certificate, unless it is deleted. */
export async function findCertificate(db: Db, id: number): Promise<Certificate | undefined> {
  return await findOne(db, certificateList, id, withItems);
}

/** How many lots say that their claim rests on a certificate. */
export async function countClaims(db: Db, certificateId: number): Promise<number> {
  const { count } = await db
    .selectFrom('lot')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('certificate_id', '=', certificateId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
