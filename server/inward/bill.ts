/** Bills: their type is detected from the bytes, not from the declared type (specification §5, design §3). */
import { sql } from 'kysely';
import { inwardTexts, MAX_BILL_BYTES, type billTypes } from '#contract/inward.ts';
import { insertNumbered } from '../db/statements.ts';
import type { Database, Trx } from '../db/tables.ts';
import { ApiFault, invalid } from '../http/errors.ts';

type BillType = (typeof billTypes)[number];

export interface Bill {
  mediaType: BillType;
  bytes: Buffer;
}

const signatures: [BillType, Buffer][] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

export const billExtensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes a data URL. Throws 400 if it isn't a PDF, PNG or JPEG, 413 if it is larger than 10 MB. */
export function readBill(dataUrl: string): Bill {
  const refused = invalid({ billAttachment: [inwardTexts.billType] }, inwardTexts.billType);
  const comma = dataUrl.indexOf(',');
  const encoded = dataUrl.slice(comma + 1);
  if (comma < 0 || !dataUrl.slice(0, comma).endsWith(';base64') || !BASE64.test(encoded)) throw refused;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > MAX_BILL_BYTES) {
    throw new ApiFault('too_large', inwardTexts.billTooLarge, {
      errors: { billAttachment: [inwardTexts.billTooLarge] },
    });
  }
  const type = signatures.find(([, signature]) => bytes.subarray(0, signature.length).equals(signature))?.[0];
  if (!type) throw refused;
  return { mediaType: type, bytes };
}

/** A bill as a data URL. */
export function toDataUrl({ mediaType, bytes }: { mediaType: string; bytes: Buffer }): string {
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}

/** Stores a bill and returns its id. */
export async function insertBill(trx: Trx, bill: Bill, at: string): Promise<number> {
  const [id = 0] = await insertNumbered(trx, 'bill', [
    { media_type: bill.mediaType, bytes: bill.bytes, created_at: at },
  ]);
  return id;
}

/** A stored bill without its bytes. */
export interface StoredBill {
  id: number;
  mediaType: string;
  /** Bytes. */
  size: number;
}

/** The current bill of an inward, if any. */
export async function findBill(db: Database | Trx, inwardId: number): Promise<StoredBill | undefined> {
  return await db
    .selectFrom('inward as i')
    .innerJoin('bill as b', 'b.id', 'i.bill_id')
    .select(['b.id as id', 'b.media_type as mediaType', sql<number>`length(b.bytes)`.as('size')])
    .where('i.id', '=', inwardId)
    .where('i.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A multiple of three bytes, so that the base64 of the parts can be concatenated. */
const PART_BYTES = 768 * 1024;

/** Streams the bytes of a bill. Bills are immutable, so no snapshot is needed. */
export async function* readBillBytes(db: Database, { id, size }: StoredBill): AsyncGenerator<Buffer> {
  for (let start = 1; start <= size; start += PART_BYTES) {
    const { bytes } = await db
      .selectFrom('bill')
      .select(sql<Buffer>`substr(bytes, ${start}, ${PART_BYTES})`.as('bytes'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    yield bytes;
  }
}

/** Streams a record's JSON with the bill appended as a data URL. */
export async function* withDataUrl(
  json: string,
  field: string,
  db: Database,
  bill: StoredBill,
): AsyncGenerator<string> {
  let text = `${json.slice(0, -1)},${JSON.stringify(field)}:"data:${bill.mediaType};base64,`;
  for await (const part of readBillBytes(db, bill)) {
    yield text;
    text = part.toString('base64');
  }
  yield `${text}"}`;
}
