/** The five calls of a master (specification §7), from its definition. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { ListQuery } from '#contract/core/lists.ts';
import { restoreEndpoint, restoreTexts } from '#contract/core/restore.ts';
import { isRestorable, type RecordResource, type RecordKind } from '#contract/kinds.ts';
import type { RecordTable, Tables, Trx } from '../db/tables.ts';
import { conflict, invalid, notFound } from '../http/errors.ts';
import type { Routes } from '../http/routes.ts';
import type { Write } from './write.ts';
import {
  finderOf,
  lockMasterRecord,
  lockRecord,
  insertRecord,
  markDeleted,
  masterList,
  updateRecord,
  type MasterTable,
  type ReadAlong,
} from './crudQueries.ts';
import type { HistoryField } from './historyFields.ts';
import { changedAt, checkBodyId, checkUnchanged } from './optimisticLock.ts';
import { checkNameFree, refuseMissingReferences, markRestored } from './restoring.ts';

type Fields = Record<string, unknown> & { updatedAt?: string | null | undefined };
type Stored = { updatedAt: string };

export interface MasterDefinition extends MasterTable {
  resource: RecordKind;
  texts: { deleted: string; notFound: string };
  /** Foreign keys, with the message for a missing record. */
  references?: Record<string, { table: string; message: string }>;
  /** Creates dependent rows; returns the fields of the answer that come from them. */
  afterCreate?: (trx: Trx, id: number, at: string) => Promise<object>;
  /** The fields to store, from the current record and the sent fields. Throws if a field must not change. */
  beforeUpdate?: (trx: Trx, id: number, before: Readonly<Record<string, unknown>>, fields: Fields) => Promise<Fields>;
  /** Locks records that could start to use it, then returns the sentence that refuses its deletion, if it is in use. */
  findDeletionRefusal: (trx: Trx, id: number) => Promise<string | undefined>;
  /** Throws if a deleted record comes back in another way. */
  beforeRestore?: (trx: Trx, id: number) => Promise<void>;
}

async function checkReferences(trx: Trx, { references = {} }: MasterDefinition, fields: Fields): Promise<void> {
  for (const [field, { table, message }] of Object.entries(references)) {
    const id = fields[field];
    if (typeof id === 'number' && !(await lockRecord(trx, table, id))) throw invalid({ [field]: [message] });
  }
}

/** The names of deleted records that a record refers to. */
async function missingReferences(trx: Trx, { references = {} }: MasterDefinition, record: object): Promise<string[]> {
  const missing: string[] = [];
  for (const [field, { table }] of Object.entries(references)) {
    const id: unknown = Reflect.get(record, field);
    if (typeof id !== 'number' || (await lockRecord(trx, table, id))) continue;
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${id}`.execute(trx);
    missing.push(...rows.map(({ name }) => name));
  }
  return missing;
}

/** The writes of a master, each in the caller's transaction and with its history. */
export function masterActions<Row extends Stored>(definition: MasterDefinition) {
  const { resource } = definition;

  /** The locked record. */
  async function mustFind(trx: Trx, id: number): Promise<Row> {
    const record = await lockMasterRecord<Row>(trx, definition, id);
    if (!record) throw notFound(definition.texts.notFound);
    return record;
  }

  function idOf(record: Row): number {
    const id: unknown = Reflect.get(record, definition.idField);
    if (typeof id !== 'number') throw new Error(`a record of ${definition.table} has no ${definition.idField}`);
    return id;
  }

  return {
    /** Adds a record. Throws 400 for a missing reference. */
    async create({ trx, actor, audit }: Write, fields: Fields): Promise<Row> {
      await checkReferences(trx, definition, fields);
      const inserted = await insertRecord<Row>(trx, definition, fields, actor.at);
      const recordId = idOf(inserted);
      const after = { ...inserted, ...(await definition.afterCreate?.(trx, recordId, actor.at)) };
      await audit({ action: 'create', resource, recordId, before: null, after });
      return after;
    },

    /** Changes a record. Throws 404, 409 after a concurrent change, 400 for a missing reference or another id. */
    async update(write: Write, id: number, fields: Fields): Promise<Row> {
      const { trx, actor, audit } = write;
      checkBodyId(id, fields[definition.idField], definition.idField);
      const before = await mustFind(trx, id);
      await checkUnchanged(write, { resource, recordId: id, updatedAt: before.updatedAt }, fields.updatedAt);
      await checkReferences(trx, definition, fields);
      const stored = definition.beforeUpdate ? await definition.beforeUpdate(trx, id, { ...before }, fields) : fields;
      const after = await updateRecord<Row>(trx, definition, id, stored, changedAt(actor.at, before.updatedAt));
      await audit({ action: 'update', resource, recordId: id, before, after });
      return after;
    },

    /** Deletes a record. Throws 404, or 409 with the records that refer to it. */
    async remove({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
      const before = await mustFind(trx, id);
      const refusal = await definition.findDeletionRefusal(trx, id);
      if (refusal !== undefined) throw conflict(refusal);
      await markDeleted(trx, definition.table, id, actor.at);
      await audit({ action: 'delete', resource, recordId: id, before, after: null });
      return { message: definition.texts.deleted };
    },

    /**
     * Restores a deleted record. Throws 404, or 409 if it is not deleted, its name is taken, or a referenced record is
     * deleted.
     */
    async restore({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
      if (!isRestorable(resource)) throw new Error(`${resource} can't be restored`);
      const { table, texts } = definition;
      await definition.beforeRestore?.(trx, id);
      const deletedAt = await markRestored(trx, table, id, { at: actor.at, notFoundText: texts.notFound });
      const after = await mustFind(trx, id);
      refuseMissingReferences(await missingReferences(trx, definition, after));
      const name: unknown = Reflect.get(after, 'name');
      if (typeof name === 'string') await checkNameFree(trx, { kind: resource, table }, { id, name, deletedAt });
      await audit({ action: 'restore', resource, recordId: id, before: null, after });
      return { message: restoreTexts.restored(resource) };
    },
  };
}

interface WithId {
  params: z.ZodType<{ id: number }>;
}

/** The result of the contract's recordEndpoints(), by the type of the record. */
interface MasterCalls<Row> {
  list: Endpoint & { query: z.ZodType<ListQuery>; answer: z.ZodArray<z.ZodType<Row>> };
  get: Endpoint & WithId & { answer: z.ZodType<Row> };
  create: Endpoint & { body: z.ZodType<Fields>; answer: z.ZodType<Row> };
  update: Endpoint & WithId & { body: z.ZodType<Fields>; answer: z.ZodType<Row> };
  remove: Endpoint & WithId & { answer: z.ZodType<{ message: string }> };
}

/** The definition of a master, typed by the columns of its table. */
type Definition<Table extends RecordTable> = Omit<
  MasterDefinition,
  'resource' | 'idField' | 'columns' | 'readAlong'
> & {
  table: Table;
  columns: Record<string, keyof Tables[Table] & string>;
  readAlong?: Record<string, ReadAlong & { via: keyof Tables[Table] & string }>;
  /** The formats of its fields in the history. */
  historyFields: readonly HistoryField[];
};

/** A master: its writes, its history fields and its five endpoints (specification §7). */
export interface Master extends MasterDefinition {
  historyFields: readonly HistoryField[];
  register(routes: Routes): void;
}

/** Builds a master from its row in the contract, its endpoints and its special rules. */
export function master<Row extends Stored, Table extends RecordTable>(
  { resource, idField }: RecordResource,
  calls: MasterCalls<Row>,
  own: Definition<Table> & { warningsOf?: (record: Row) => object[] },
): Master {
  const definition = { resource, idField, ...own };
  return {
    ...definition,
    register(routes) {
      const actions = masterActions<Row>(definition);
      routes.list(calls.list, masterList<Row>(definition));
      const find = finderOf<Row>(definition);
      routes.read(calls.get, async ({ params }) => {
        const record = await find(routes.services.store.db, params.id);
        if (!record) throw notFound(definition.texts.notFound);
        return record;
      });
      const withWarnings = (record: Row) => ({ ...record, warnings: own.warningsOf?.(record) });
      routes.write(calls.create, async ({ body }, write) => withWarnings(await actions.create(write, body)));
      routes.write(calls.update, async ({ params, body }, write) =>
        withWarnings(await actions.update(write, params.id, body)),
      );
      if (isRestorable(resource)) {
        routes.write(restoreEndpoint(resource), async ({ params }, write) => await actions.restore(write, params.id));
      }
      routes.write(calls.remove, async ({ params }, write) => await actions.remove(write, params.id));
    },
  };
}
