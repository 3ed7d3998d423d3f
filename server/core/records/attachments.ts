/**
 * Files attached to records. Their type is detected from the bytes, not from the declared type
 * (specification §5, docs/domain.md, Files).
 */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { attachmentTexts, MAX_ATTACHMENT_BYTES, type attachmentTypes } from '#contract/core/attachments.ts';
import { insertNumbered } from '../db/statements.ts';
import type { Database, RecordTable, Trx } from '../db/tables.ts';
import { readSnapshot } from '../db/snapshot.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import { JSON_TYPE, sendJson, type RequestContext, type Routes } from '../http/routes.ts';
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
    throw new ApiError('too_large', tooLarge, { errors: { [field]: [tooLarge] } });
  const type = signatures.find(([, signature]) => bytes.subarray(0, signature.length).equals(signature))?.[0];
  if (!type) throw refused;
  return { mediaType: type, bytes };
}

/** A file as a data URL. */
export function toDataUrl({ mediaType, bytes }: { mediaType: string; bytes: Buffer }): string {
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}

/** Stores a file and returns its id. */
async function insertAttachment(trx: Trx, file: Attachment, at: string): Promise<number> {
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

/** The column of a table that refers to a record's file. */
export interface FileColumn {
  table: RecordTable;
  column: 'bill_id' | 'file_id';
}

/** The file that a record refers to by a column, if any. */
async function findAttachment(
  db: Database | Trx,
  { table, column }: FileColumn,
  recordId: number,
): Promise<StoredAttachment | undefined> {
  const { rows } = await sql<StoredAttachment>`
    select b.id, b.media_type as "mediaType", length(b.bytes) as size
    from ${sql.table(table)} r join bill b on b.id = ${sql.ref(`r.${column}`)}
    where r.id = ${recordId} and r.deleted_at is null`.execute(db);
  return rows[0];
}

/** Whether a record has this very file already. */
async function hasAttachment(
  trx: Trx,
  { mediaType, bytes }: Attachment,
  of: FileColumn,
  recordId: number,
): Promise<boolean> {
  const stored = await findAttachment(trx, of, recordId);
  if (stored?.mediaType !== mediaType || stored.size !== bytes.length) return false;
  const row = await trx.selectFrom('bill').select('bytes').where('id', '=', stored.id).executeTakeFirstOrThrow();
  return bytes.equals(row.bytes);
}

/** Stores a file and returns the column that refers to it; none where it is the file that the record has. */
export async function storeAttachment(
  trx: Trx,
  of: FileColumn,
  file: Attachment,
  at: string,
  recordId?: number,
): Promise<Record<string, number>> {
  if (recordId !== undefined && (await hasAttachment(trx, file, of, recordId))) return {};
  return { [of.column]: await insertAttachment(trx, file, at) };
}

/** A multiple of three bytes, so that the base64 of the parts can be concatenated. */
const PART_BYTES = 768 * 1024;

interface WithId {
  params: z.ZodType<{ id: number }>;
}

/** Reads in one snapshot, where the record's read has a slot or a thread of its own. */
type SnapshotReader = <T>(context: RequestContext, work: (snapshot: Trx) => Promise<T>) => Promise<T>;

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

interface RecordWithFile extends FileColumn {
  /** The field of the data URL. */
  field: string;
  notFound: string;
  /** The name of a downloaded file, before the record's id. */
  fileName: string;
}

/**
 * Registers the reads of a record with a file: `get` answers the record with the file as a data URL and its active content,
 * `file` the bytes, which a browser shows without running anything in them. `find` reads a record encoded by the contract.
 */
export function registerFileReads(
  routes: Routes,
  { get, file }: { get: Endpoint & WithId; file: Endpoint & WithId },
  { field, notFound: text, fileName, ...of }: RecordWithFile,
  find: (snapshot: Trx, id: number) => Promise<unknown>,
  read: SnapshotReader = async (_, work) => await readSnapshot(routes.services.store.db, work),
): void {
  routes.raw(get, async ({ params: { id } }, context) => {
    const { record, stored } = await read(context, async (snapshot) => ({
      record: await find(snapshot, id),
      stored: await findAttachment(snapshot, of, id),
    }));
    if (!record) throw notFound(text);
    if (!stored) return sendJson(context.reply, 200, JSON.stringify({ ...record, activeContent: [], [field]: null }));
    context.reply.type(JSON_TYPE);
    return await routes.sendParts('download', context, withDataUrl(Object(record), field, routes.services, stored));
  });

  routes.raw(file, async ({ params: { id } }, context) => {
    const stored = await findAttachment(routes.services.store.db, of, id);
    if (!stored) throw notFound(text);
    context.reply
      .type(stored.mediaType)
      .header('content-length', stored.size)
      .header('content-disposition', `inline; filename="${fileName}-${id}.${extensions[stored.mediaType] ?? 'bin'}"`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, no-store');
    return await routes.sendParts('download', context, readBytes(routes.services.store.db, stored));
  });
}
