/** The register of transaction certificates of a pack, with their files. */
import { sql, type RawBuilder } from 'kysely';
import { packSentences } from '#contract/prove/packSentences.ts';
import {
  directionLabels,
  transactionCertificateStatusLabels,
  type Direction,
  type TransactionCertificateStatus,
} from '#contract/stock/claims/transactionCertificateCover.ts';
import { transactionCertificateTexts } from '#contract/prove/transactionCertificates.ts';
import { ActiveFiles } from '../activeFiles.ts';
import { fileName } from '../file/fileName.ts';
import { dayCell, lotItem, rowsOf } from './sectionParts.ts';
import type { Block, Cell, Section } from './section.ts';
import { nameOfItem, unitOfItem } from '../../../stock/names/itemNames.ts';

interface Row {
  id: number;
  direction: Direction;
  party: string;
  scheme: string;
  number: string;
  body: string;
  status: TransactionCertificateStatus;
  issuedOn: string | null;
  documentLabel: string;
  documentDate: string;
  itemName: string;
  code: string;
  quantity: number;
  unit: string;
  fileId: number | null;
  mediaType: string | null;
}

const columns = sql`
  c.id, c.direction, party.name as party, c.scheme, c.number, c.body, c.status, c.issued_on as "issuedOn",
  document.invoice_number as "documentLabel", ${nameOfItem} as "itemName", l.code, t.quantity, ${unitOfItem} as unit,
  c.file_id as "fileId", b.media_type as "mediaType"`;
const certificate = sql`
  join transaction_certificate c on c.id = t.transaction_certificate_id left join bill b on b.id = c.file_id`;

/** The lines of certificates of some purchases, or of some dispatches. */
const statements = {
  inward: (chunk: RawBuilder<unknown>) => sql<Row>`
    select ${columns}, document.inward_date as "documentDate"
    from transaction_certificate_line t ${certificate} join supplier party on party.id = c.supplier_id
      join inward_line n on n.lot_id = t.inward_line_id join inward document on document.id = n.inward_id
      join lot l on l.id = n.lot_id ${lotItem}
    where document.id in ${chunk} and c.deleted_at is null and document.deleted_at is null
      and n.deleted_at is null
    order by document.id, c.id, t.position`,
  dispatch: (chunk: RawBuilder<unknown>) => sql<Row>`
    select ${columns}, document.dispatch_date as "documentDate"
    from transaction_certificate_line t ${certificate} join buyer party on party.id = c.buyer_id
      join dispatch_line x on x.id = t.dispatch_line_id join dispatch document on document.id = x.dispatch_id
      join lot l on l.id = x.lot_id ${lotItem}
    where document.id in ${chunk} and c.deleted_at is null and document.deleted_at is null
      and x.deleted_at is null
    order by document.id, c.id, t.position`,
} as const;

export const transactionCertificates: Section = {
  name: 'transaction-certificates',
  title: transactionCertificateTexts.title,
  about: 'Certificates of certification bodies for single shipments, line by line, with the files.',
  columns: [
    { title: 'For a', width: 2 },
    { title: 'Supplier or buyer', width: 4 },
    { title: 'Scheme', width: 2 },
    { title: 'Number', width: 3.5 },
    { title: 'Certification body', width: 3 },
    { title: 'Status', width: 2 },
    { title: 'Issued on', width: 2 },
    { title: 'Invoice', width: 3 },
    { title: 'Date', width: 2 },
    { title: 'Item', width: 3.5 },
    { title: 'Lot', width: 3 },
    { title: 'Covers', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'File', width: 4 },
  ],
  async *blocks(source) {
    const [certificates, packed] = [new Set<number>(), new Set<number>()];
    const active = new ActiveFiles(source.trx);
    for (const kind of ['inward', 'dispatch'] as const) {
      for await (const chunk of rowsOf(source, kind, statements[kind], 'transaction certificates of')) {
        const files: NonNullable<Block['files']> = [];
        const rows = chunk.map((row): Cell[] => {
          certificates.add(row.id);
          const { id, number, mediaType, fileId, quantity, issuedOn, documentLabel, documentDate } = row;
          const name = mediaType === null ? null : fileName('transaction-certificates', id, number, mediaType);
          // A certificate may be of several documents: its file is packed once.
          if (name !== null && fileId !== null && !packed.has(id)) files.push({ name, billId: fileId });
          if (name !== null) packed.add(id);
          return [
            directionLabels[row.direction],
            row.party,
            row.scheme,
            number,
            row.body,
            transactionCertificateStatusLabels[row.status],
            dayCell(issuedOn),
            documentLabel,
            { day: documentDate },
            row.itemName,
            row.code,
            { quantity },
            row.unit,
            name,
          ];
        });
        yield await active.noted(rows, files);
      }
    }
    return `${packSentences.transactionCertificates(certificates.size, packed.size)}${active.sentence()}`;
  },
};
