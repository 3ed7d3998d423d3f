/** The documents of a pack, with their files: certificates, and the bills of purchases. */
import { sql, type RawBuilder } from 'kysely';
import { packSentences } from '#contract/prove/packSentences.ts';
import { certificateTexts } from '#contract/prove/certificates/certificates.ts';
import { inPieces } from '../../../core/db/statements.ts';
import type { Trx } from '../../../core/db/tables.ts';
import { findClaims } from '../../../stock/origins/claims.ts';
import { findParts, partsOf } from '../../../stock/origins/coverage.ts';
import { findOrigins } from '../../../stock/origins/origins.ts';
import { ActiveFiles } from '../activeFiles.ts';
import { fileName } from '../file/fileName.ts';
import { dayCell, lotItem, rowsOf } from './sectionParts.ts';
import { findTraced } from '../scope.ts';
import type { Block, Cell, Section, Source } from './section.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../../stock/names/itemNames.ts';

interface CertificateRow {
  id: number;
  holder: string | null;
  scheme: string;
  number: string;
  body: string;
  validFrom: string;
  validTo: string;
  allItems: number;
  items: string | null;
  withdrawnOn: string | null;
  fileId: number | null;
  mediaType: string | null;
}

/** Ids of the certificates behind traced lots, those of earlier seasons included. */
async function findTracedCertificates({ trx, scope }: Source): Promise<number[]> {
  const claims = await findClaims(trx, await findOrigins(trx, await findTraced(trx, scope)));
  return [...new Set([...claims.values()].flatMap(({ certificate }) => certificate?.certificateId ?? []))];
}

/** Those that were valid in the period or that its traces name; of chosen lots, those of their suppliers and our own. */
async function findCertificates(source: Source): Promise<CertificateRow[]> {
  const { trx, scope } = source;
  const { from, to, lotIds } = scope;
  const columns = sql`
    c.id, s.name as holder, c.scheme, c.number, c.body, c.valid_from as "validFrom", c.valid_to as "validTo",
    c.all_items as "allItems", c.withdrawn_on as "withdrawnOn", c.file_id as "fileId", b.media_type as "mediaType"`;
  const tables = sql`certificate c left join supplier s on s.id = c.supplier_id left join bill b on b.id = c.file_id`;
  if (lotIds.length === 0) {
    const { rows: valid } = await sql<CertificateRow>`
      select ${columns} from ${tables}
      where c.deleted_at is null and c.valid_from <= ${to} and c.valid_to >= ${from}`.execute(trx);
    const named = await inPieces(
      trx,
      'traced certificates',
      await findTracedCertificates(source),
      (chunk) => sql<CertificateRow>`select ${columns} from ${tables} where c.id in ${chunk}`,
    );
    return [...new Map([...valid, ...named].map((row) => [row.id, row])).values()].toSorted((a, b) => a.id - b.id);
  }
  const { rows: own } = await sql<CertificateRow>`
    select ${columns} from ${tables} where c.deleted_at is null and c.supplier_id is null order by c.id`.execute(trx);
  const { sources } = await findOrigins(trx, lotIds);
  const theirs = await inPieces(
    trx,
    'packed certificates',
    [...new Set([...sources.values()].flatMap(({ supplierId }) => supplierId ?? []))],
    (chunk) => sql<CertificateRow>`
      select ${columns} from ${tables} where c.deleted_at is null and c.supplier_id in ${chunk} order by c.id`,
  );
  return [...new Map([...own, ...theirs].map((row) => [row.id, row])).values()];
}

async function findCovered(trx: Trx, certificateIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await inPieces(
    trx,
    'packed certificate items',
    certificateIds,
    (chunk) => sql<{ id: number; itemName: string }>`
      select c.certificate_id as id, ${nameOfItem} as "itemName"
      from certificate_item c join item i on i.id = c.item_id ${withMasters}
      where c.certificate_id in ${chunk} order by c.certificate_id, ${nameOfItem}, i.id`,
  );
  const names = Map.groupBy(rows, ({ id }) => id);
  return new Map([...names].map(([id, items]) => [id, items.map((row) => row.itemName).join(', ')]));
}

export const certificates: Section = {
  name: 'certificates',
  title: 'Certificates',
  about: 'Certificates of suppliers and our own, also earlier ones that a trace names, with their files.',
  columns: [
    { title: 'Holder', width: 4 },
    { title: 'Scheme', width: 2 },
    { title: 'Number', width: 4 },
    { title: 'Certification body', width: 3 },
    { title: 'Valid from', width: 2 },
    { title: 'Valid to', width: 2 },
    { title: 'Covers', width: 6 },
    { title: 'Withdrawn on', width: 2 },
    { title: certificateTexts.suspendedHeading, width: 3 },
    { title: 'File', width: 5 },
  ],
  async *blocks(source) {
    const stored = await findCertificates(source);
    const ids = stored.map(({ id }) => id);
    const covered = await findCovered(source.trx, ids);
    const parts = await findParts(source.trx, ids);
    const active = new ActiveFiles(source.trx);
    const files: NonNullable<Block['files']> = [];
    const rows = stored.map((row): Cell[] => {
      const name = row.mediaType === null ? null : fileName('certificates', row.id, row.number, row.mediaType);
      if (name !== null && row.fileId !== null) files.push({ name, billId: row.fileId });
      const covers = row.allItems ? certificateTexts.allItems : (covered.get(row.id) ?? '');
      const { holder, scheme, number, body, validFrom, validTo, withdrawnOn } = row;
      const days = [{ day: validFrom }, { day: validTo }];
      const suspended = certificateTexts.suspended(partsOf(parts, row.id).suspensions);
      const ended = [dayCell(withdrawnOn), suspended];
      return [holder ?? certificateTexts.own, scheme, number, body, ...days, covers, ...ended, name];
    });
    yield await active.noted(rows, files);
    return `${packSentences.certificates(rows.length, files.length)}${active.sentence()}`;
  },
};

interface BillRow {
  id: number;
  supplier: string;
  invoiceNumber: string;
  day: string;
  itemName: string;
  unit: string;
  quantity: number;
  price: number;
  total: number;
  code: string;
  supplierLotNumber: string;
  transactionCertificate: string;
  billId: number | null;
  mediaType: string | null;
}

const billStatement = (chunk: RawBuilder<unknown>) => sql<BillRow>`
  select w.id, s.name as supplier, w.invoice_number as "invoiceNumber", w.inward_date as day,
    ${nameOfItem} as "itemName", ${unitOfItem} as unit, n.quantity, n.price_per_unit as price, n.total_amount as total, l.code,
    l.supplier_lot_number as "supplierLotNumber", n.transaction_certificate as "transactionCertificate",
    w.bill_id as "billId", b.media_type as "mediaType"
  from inward w join supplier s on s.id = w.supplier_id join inward_line n on n.inward_id = w.id
    join lot l on l.id = n.lot_id ${lotItem} left join bill b on b.id = w.bill_id
  where w.id in ${chunk} and w.deleted_at is null and n.deleted_at is null order by w.id, n.position, l.id`;

export const bills: Section = {
  name: 'bills',
  title: 'Bills',
  about: 'Purchases, line by line, with the bills.',
  columns: [
    { title: 'Supplier', width: 4 },
    { title: 'Invoice', width: 3 },
    { title: 'Date', width: 2 },
    { title: 'Item', width: 4 },
    { title: 'Quantity', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'Price', width: 2, isNumber: true },
    { title: 'Amount', width: 2.5, isNumber: true },
    { title: 'Lot', width: 3 },
    { title: 'Supplier lot', width: 2.5 },
    { title: 'Transaction certificate', width: 2.5 },
    { title: 'Bill', width: 4 },
  ],
  async *blocks(source) {
    let [lines, files] = [0, 0];
    const active = new ActiveFiles(source.trx);
    for await (const chunk of rowsOf(source, 'inward', billStatement)) {
      const named = new Map<string, number>();
      const rows = chunk.map((row): Cell[] => {
        const name = row.mediaType === null ? null : fileName('bills', row.id, row.invoiceNumber, row.mediaType);
        if (name !== null && row.billId !== null) named.set(name, row.billId);
        return [
          row.supplier,
          row.invoiceNumber,
          { day: row.day },
          row.itemName,
          { quantity: row.quantity },
          row.unit,
          { paise: row.price },
          { paise: row.total },
          row.code,
          row.supplierLotNumber,
          row.transactionCertificate,
          name,
        ];
      });
      lines += rows.length;
      files += named.size;
      const own = Array.from(named, ([name, billId]) => ({ name, billId }));
      yield await active.noted(rows, own);
    }
    return `${packSentences.bills(lines, files)}${active.sentence()}`;
  },
};
