/**
 * Documents: records that a feature writes with lines, references or files of its own. Locks, optimistic checks, rows, files,
 * restoring, history and calls are here; a feature defines its columns, what it checks and what its lines move.
 */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { restoreEndpoint, restoreTexts } from '#contract/core/restore.ts';
import type { RestorableKind } from '#contract/kinds.ts';
import type { RecordTable, Tables, Trx } from '../db/tables.ts';
import { notFound } from '../http/errors.ts';
import type { Routes } from '../http/routes.ts';
import { attachmentBodyLimit, readAttachment, storeAttachment, type FileColumn } from './attachments.ts';
import type { AuditEntry } from './auditEntry.ts';
import { insertRow, lockRecord, markDeleted, updateRow } from './crudQueries.ts';
import { changedAt, checkBodyId, checkUnchanged } from './optimisticLock.ts';
import type { RecordHistory } from './historyFields.ts';
import { markRestored } from './restoring.ts';
import type { Write } from './write.ts';

interface Stored {
  updatedAt: string;
}

/** A body of a change. */
interface Sent {
  updatedAt?: string | null | undefined;
}

/** The events of the history that a change of a document causes in other records. */
type Further = readonly AuditEntry[] | void;

interface DocumentFile<Row, Body> extends FileColumn {
  /** The data URL in a body; none leaves the stored file. */
  of: (body: Body) => string | null | undefined;
  isIn: (record: Row) => boolean;
  /** The field of a body, and the field of the history for a replaced file. */
  field: string;
  replaced: string;
  tooLarge: string;
}

/** A document as the history and its calls know it. */
export interface Document extends RecordHistory {
  kind: RestorableKind;
  table: RecordTable;
}

interface DocumentDefinition<Row extends Stored, Body extends object, Prepared> extends Document {
  /** The API name of the id. */
  idField: string;
  texts: { notFound: string; deleted: string };
  /** The table of its lines, which are deleted and restored with it. */
  lines?: { table: keyof Tables; column: string };
  file?: DocumentFile<Row, Body>;
  /** One undeleted record with its lines. */
  find: (trx: Trx, id: number) => Promise<Row | undefined>;
  /** Locks what other writers of a deletion lock before the document itself. */
  lockBeforeRemoval?: (trx: Trx, id: number) => Promise<void>;
  /** Locks and checks what a body refers to. Throws 400 or 409 with each faulty field. */
  prepare: (write: Write, body: Body, before: Row | undefined) => Promise<Prepared>;
  /** The columns of its row. */
  columns: (body: Body, prepared: Prepared, before: Row | undefined) => Record<string, unknown>;
  /** Writes its lines and moves what they say. */
  save: (write: Write, id: number, body: Body, prepared: Prepared, before: Row | undefined) => Promise<Further>;
  /**
   * Takes back what it moved. `mark` deletes its row and returns the time of that; refusals come before it, movements
   * after it.
   */
  remove?: (write: Write, before: Row, mark: () => Promise<string>) => Promise<Further>;
  /** Posts the movements of a restored document again. Throws 409 with what blocks it. */
  restore: (write: Write, restored: Row, deletedAt: string) => Promise<Further>;
}

/** The writes of a document, each in the caller's transaction and with its history. */
export function defineDocument<Row extends Stored, Body extends object, Prepared>(
  definition: DocumentDefinition<Row, Body, Prepared>,
) {
  const { kind: resource, table, idField, texts, lines, file, historyFields, historyLines, historyName } = definition;

  async function mustFind(trx: Trx, id: number): Promise<Row> {
    const record = await definition.find(trx, id);
    if (!record) throw notFound(texts.notFound);
    return record;
  }

  /** The file of a body, if there is one. Throws 400 or 413. */
  function fileOf(body: Body) {
    const sent = file?.of(body);
    return file && sent ? readAttachment(sent, file.field, file.tooLarge) : undefined;
  }

  async function setLinesDeleted(trx: Trx, id: number, from: string | null, to: string | null): Promise<void> {
    if (!lines) return;
    const was = from === null ? sql`is null` : sql`= ${from}`;
    await sql`
      update ${sql.table(lines.table)} set deleted_at = ${to}
      where ${sql.ref(lines.column)} = ${id} and deleted_at ${was}`.execute(trx);
  }

  return {
    kind: resource,
    table,
    historyFields,
    historyLines,
    historyName,

    /** Adds a document. Throws 400 or 409 with all faulty fields, 413 for a file that is too large. */
    async create(write: Write, body: Body): Promise<Row> {
      const { trx, actor, audit } = write;
      const sent = fileOf(body);
      const prepared = await definition.prepare(write, body, undefined);
      const stored = file && sent ? await storeAttachment(trx, file, sent, actor.at) : {};
      const row = { ...definition.columns(body, prepared, undefined), ...stored };
      const id = await insertRow(trx, table, row, actor.at);
      const further = await definition.save(write, id, body, prepared, undefined);
      const after = await mustFind(trx, id);
      await audit({ action: 'create', resource, recordId: id, before: null, after }, ...(further ?? []));
      return after;
    },

    /** Changes a document. Throws 404, 409 after a concurrent change, and as on creation. */
    async update(write: Write, id: number, body: Body & Sent): Promise<Row> {
      const { trx, actor, audit } = write;
      checkBodyId(id, Reflect.get(body, idField), idField);
      const sent = fileOf(body);
      await lockRecord(trx, table, id);
      const before = await mustFind(trx, id);
      await checkUnchanged(write, { resource, recordId: id, updatedAt: before.updatedAt }, body.updatedAt);
      const prepared = await definition.prepare(write, body, before);
      const further = await definition.save(write, id, body, prepared, before);
      const stored = file && sent ? await storeAttachment(trx, file, sent, actor.at, id) : {};
      const row = { ...definition.columns(body, prepared, before), ...stored };
      await updateRow(trx, table, id, row, changedAt(actor.at, before.updatedAt));
      const after = await mustFind(trx, id);
      const replaced = file && { [file.replaced]: file.isIn(before) && Object.keys(stored).length > 0 };
      const change: AuditEntry = { action: 'update', resource, recordId: id, before, after: { ...after, ...replaced } };
      await audit(change, ...(further ?? []));
      return after;
    },

    /** Deletes a document and reverses its movements. Throws 404, or 409 with what blocks it. */
    async remove(write: Write, id: number): Promise<{ message: string }> {
      const { trx, actor, audit } = write;
      await definition.lockBeforeRemoval?.(trx, id);
      await lockRecord(trx, table, id);
      const before = await mustFind(trx, id);
      const deletedAt = changedAt(actor.at, before.updatedAt);
      // The document before its lots, the order in which recording updates row_count: the other order could deadlock.
      const mark = async () => {
        await markDeleted(trx, table, id, deletedAt);
        return deletedAt;
      };
      if (!definition.remove) await mark();
      const further = await definition.remove?.(write, before, mark);
      await setLinesDeleted(trx, id, null, deletedAt);
      await audit({ action: 'delete', resource, recordId: id, before, after: null }, ...(further ?? []));
      return { message: texts.deleted };
    },

    /** Restores a deleted document as it was. Throws 404, or 409 where it is not deleted or something blocks it. */
    async restore(write: Write, id: number): Promise<{ message: string }> {
      const { trx, actor, audit } = write;
      const deletedAt = await markRestored(trx, table, id, { at: actor.at, notFoundText: texts.notFound });
      await setLinesDeleted(trx, id, deletedAt, null);
      const restored = await mustFind(trx, id);
      const further = await definition.restore(write, restored, deletedAt);
      await audit({ action: 'restore', resource, recordId: id, before: null, after: restored }, ...(further ?? []));
      return { message: restoreTexts.restored(resource) };
    },

    /**
     * Registers the four writes. `answerOf` completes an answer in the same transaction with facts that are not in the
     * record; `answerOfNew` does so for a new one.
     */
    register<Answer>(
      routes: Routes,
      calls: DocumentCalls<Body, Answer>,
      answerOf: (trx: Trx, after: Row) => Promise<Answer>,
      answerOfNew = answerOf,
    ): void {
      const options = file ? { bodyLimit: attachmentBodyLimit } : {};
      routes.write(
        calls.create,
        async ({ body }, write) => await answerOfNew(write.trx, await this.create(write, body)),
        options,
      );
      routes.write(
        calls.update,
        async ({ params, body }, write) => await answerOf(write.trx, await this.update(write, params.id, body)),
        options,
      );
      routes.write(calls.remove, async ({ params }, write) => await this.remove(write, params.id));
      routes.write(restoreEndpoint(resource), async ({ params }, write) => await this.restore(write, params.id));
    },
  };
}

interface WithId {
  params: z.ZodType<{ id: number }>;
}

interface DocumentCalls<Body, Answer> {
  create: Endpoint & { body: z.ZodType<Body>; answer: z.ZodType<Answer> };
  update: Endpoint & WithId & { body: z.ZodType<Body & Sent>; answer: z.ZodType<Answer> };
  remove: Endpoint & WithId & { answer: z.ZodType<{ message: string }> };
}
