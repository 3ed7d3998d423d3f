/**
 * Files attached to records. Their type is detected from the bytes, not from the declared type
 * (specification §5, design §3).
 */
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { attachmentTexts, MAX_ATTACHMENT_BYTES, type attachmentTypes } from '#contract/core/attachments.ts';
import { insertNumbered } from '../db/statements.ts';
import type { Database, RecordTable, Tables, Trx } from '../db/tables.ts';
import { ApiFault, invalid } from '../http/errors.ts';
import { JSON_TYPE, type RequestContext, type Routes } from '../http/routes.ts';
import type { Services } from '../services.ts';

type AttachmentType = (typeof attachmentTypes)[number];

export interface Attachment {
  mediaType: AttachmentType;
  bytes: Buffer;
}

const signatures: [AttachmentType, Buffer][] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** The largest body of a call that carries a file: base64 adds a third, the rest is room for the other fields. */
export const attachmentBodyLimit = Math.ceil((MAX_ATTACHMENT_BYTES * 4) / 3) + 1024 * 1024;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes the data URL of a field. Throws 400 if it isn't a PDF, PNG or JPEG, 413 if it is larger than 10 MB. */
export function readAttachment(dataUrl: string, field: string, tooLarge: string): Attachment {
  const refused = invalid({ [field]: [attachmentTexts.type] }, attachmentTexts.type);
  const comma = dataUrl.indexOf(',');
  const encoded = dataUrl.slice(comma + 1);
  if (comma < 0 || !dataUrl.slice(0, comma).endsWith(';base64') || !BASE64.test(encoded)) throw refused;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > MAX_ATTACHMENT_BYTES)
    throw new ApiFault('too_large', tooLarge, { errors: { [field]: [tooLarge] } });
  const type = signatures.find(([, signature]) => bytes.subarray(0, signature.length).equals(signature))?.[0];
  if (!type) throw refused;
  return { mediaType: type, bytes };
}

/** A file as a data URL. */
export function toDataUrl({ mediaType, bytes }: { mediaType: string; bytes: Buffer }): string {
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}

/** Stores a file and returns its id. */
export async function insertAttachment(trx: Trx, file: Attachment, at: string): Promise<number> {
  const [id = 0] = await insertNumbered(trx, 'bill', [
    { media_type: file.mediaType, bytes: file.bytes, created_at: at },
  ]);
  return id;
}

/** A stored file without its bytes. */
interface StoredAttachment {
  id: number;
  mediaType: string;
  /** Bytes. */
  size: number;
}

/** Tables of records with an optional file. */
type FileTable = { [Name in RecordTable]: 'file_id' extends keyof Tables[Name] ? Name : never }[RecordTable];

interface AttachmentColumn {
  table: RecordTable;
  column: 'bill_id' | 'file_id';
}

/** The file that a record refers to by a column, if any. */
export async function findAttachment(
  db: Database | Trx,
  { table, column }: AttachmentColumn,
  recordId: number,
): Promise<StoredAttachment | undefined> {
  const { rows } = await sql<StoredAttachment>`
    select b.id, b.media_type as "mediaType", length(b.bytes) as size
    from ${sql.table(table)} r join bill b on b.id = ${sql.ref(`r.${column}`)}
    where r.id = ${recordId} and r.deleted_at is null`.execute(db);
  return rows[0];
}

/** Whether a record has this very file already. */
export async function hasAttachment(
  trx: Trx,
  { mediaType, bytes }: Attachment,
  of: AttachmentColumn,
  recordId: number,
): Promise<boolean> {
  const stored = await findAttachment(trx, of, recordId);
  if (stored?.mediaType !== mediaType || stored.size !== bytes.length) return false;
  const kept = await trx.selectFrom('bill').select('bytes').where('id', '=', stored.id).executeTakeFirstOrThrow();
  return bytes.equals(kept.bytes);
}

/** A record that may have a file. */
interface FileHolder {
  table: FileTable;
  recordId: number;
}

/**
 * Stores the optional file of a record; returns its column, or none where the body has no file or that of `holder`. Throws
 * 400 or 413.
 */
export async function storeFile(
  trx: Trx,
  file: string | null | undefined,
  tooLarge: string,
  at: string,
  holder?: FileHolder,
): Promise<{ file_id?: number }> {
  if (!file) return {};
  const attachment = readAttachment(file, 'file', tooLarge);
  const isStored =
    holder && (await hasAttachment(trx, attachment, { table: holder.table, column: 'file_id' }, holder.recordId));
  return isStored ? {} : { file_id: await insertAttachment(trx, attachment, at) };
}

/** A multiple of three bytes, so that the base64 of the parts can be concatenated. */
const PART_BYTES = 768 * 1024;

/** A part of the bytes of a file, from 1. */
async function readPart(db: Database, id: number, start: number): Promise<Buffer> {
  const { bytes } = await db
    .selectFrom('bill')
    .select(sql<Buffer>`substr(bytes, ${start}, ${PART_BYTES})`.as('bytes'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Streams the bytes of a file. Files are immutable, so no snapshot is needed. */
async function* readBytes(db: Database, { id, size }: StoredAttachment): AsyncGenerator<Buffer> {
  for (let start = 1; start <= size; start += PART_BYTES) yield await readPart(db, id, start);
}

/** A copy of all bytes, to be handed to another thread. */
async function copyOf(parts: AsyncIterable<Buffer> | Iterable<Buffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(size);
  let end = 0;
  for await (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** Streams a record's JSON with the active content of its file, and the file appended as a data URL. */
async function* withDataUrl(
  record: object,
  field: string,
  { store: { db }, examinedFiles }: Services,
  file: StoredAttachment,
): AsyncGenerator<string> {
  // A small file is read once.
  const only = file.size <= PART_BYTES ? await readPart(db, file.id, 1) : undefined;
  const parts = () => (only ? [only] : readBytes(db, file));
  const activeContent =
    file.mediaType === 'application/pdf'
      ? await examinedFiles.activeContentOf(file.id, async () => await copyOf(parts(), file.size))
      : [];
  const json = JSON.stringify({ ...record, activeContent });
  let text = `${json.slice(0, -1)},${JSON.stringify(field)}:"data:${file.mediaType};base64,`;
  for await (const part of parts()) {
    yield text;
    text = part.toString('base64');
  }
  yield `${text}"}`;
}

/**
 * Answers a record with its file in a field, as a data URL, and with the file's active content. `record` is encoded by the
 * contract, without these fields.
 */
export async function sendWithAttachment(
  routes: Routes,
  context: RequestContext,
  record: unknown,
  field: string,
  file: StoredAttachment,
): Promise<FastifyReply> {
  context.reply.type(JSON_TYPE);
  return await routes.sendParts('download', context, withDataUrl(Object(record), field, routes.services, file));
}

/** Answers the bytes of a file, which a browser shows without running anything in it. */
export async function sendAttachment(
  routes: Routes,
  context: RequestContext,
  file: StoredAttachment,
  name: string,
): Promise<FastifyReply> {
  context.reply
    .type(file.mediaType)
    .header('content-length', file.size)
    .header('content-disposition', `inline; filename="${name}.${extensions[file.mediaType] ?? 'bin'}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store');
  return await routes.sendParts('download', context, readBytes(routes.services.store.db, file));
}
