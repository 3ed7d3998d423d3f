/** Checking, saving and undoing imports. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import Papa from 'papaparse';
import { sql } from 'kysely';
import type { FieldErrors } from '#contract/core/errors.ts';
import { toBeMarked } from '#contract/core/values/formulaMarks.ts';
import type { ImportAnswer, ImportBody } from '#contract/office/imports.ts';
import { importTexts, type RowFault } from '#contract/stock/importing.ts';
import { MAX_FAULTS } from '#contract/core/values/listOf.ts';
import { forUpdate } from '../../core/db/locking.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import { insertNumbered, insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { ApiError, conflict, invalid, notFound } from '../../core/http/errors.ts';
import type { Importer, ImportPlan, PlannedRow, SavedRecord } from '../../stock/documents/importing.ts';
import type { Write } from '../../core/records/write.ts';
import { renewEarlier } from './earlier.ts';
import type { ReadSheet } from './sheet.ts';

/** Result of reading and planning; `save` carries it out. */
interface CheckedImport {
  answer: ImportAnswer;
  save: ImportPlan['save'];
}

/**
 * The faults of reading and of planning: an unreadable value is not also missing. Rows of known records that stay
 * unchanged have none; with updates, an unchanged row has them, since an unreadable value may be a change.
 */
function allFaults(sheet: ReadSheet, plan: ImportPlan, onExisting: ImportBody['onExisting']): RowFault[] {
  const place = ({ row, field }: RowFault) => `${row} ${field}`;
  const unmapped = new Set(sheet.faults.flatMap(({ row, field }) => (row === 0 ? [field] : [])));
  const unread = new Set(sheet.faults.map(place));
  const isLeft = ({ outcome }: PlannedRow) => outcome === 'skip' && onExisting === 'skip';
  const skipped = new Set(plan.rows.flatMap((row, index) => (isLeft(row) ? (sheet.rows[index]?.number ?? []) : [])));
  const planned = plan.faults
    .map((fault) => ({ ...fault, field: sheet.partsOf.get(fault.field) ?? fault.field }))
    .filter((fault) => !unread.has(place(fault)) && !unmapped.has(fault.field));
  return [...sheet.faults.filter(({ row }) => !skipped.has(row)), ...askedOnce(sheet, planned)].sort(
    (a, b) => a.row - b.row,
  );
}

/** A value that no column has is asked for once, and not in every row. */
function askedOnce({ mapping }: ReadSheet, faults: readonly RowFault[]): RowFault[] {
  const mapped = new Set(Object.values(mapping));
  const questions = new Map<string, RowFault>();
  const others = faults.filter((fault) => {
    const isForSheet = fault.ask?.about === 'forAll' && !mapped.has(fault.field);
    if (isForSheet) questions.set(fault.field, { ...fault, row: 0 });
    return !isForSheet;
  });
  return [...questions.values(), ...others];
}

/** Plans the import of a sheet. */
export async function checkImport(
  sheet: ReadSheet,
  planned: () => Promise<ImportPlan>,
  onExisting: ImportBody['onExisting'],
): Promise<CheckedImport> {
  const plan = await planned();
  const faults = allFaults(sheet, plan, onExisting);
  const faulty = new Set(faults.map(({ row }) => row));
  const numbers = sheet.rows.map(({ number }) => number);
  const results = plan.rows.map((row, index) =>
    faulty.has(numbers[index] ?? 0) ? { ...row, outcome: 'fault' as const } : row,
  );
  const count = (counted: string) => results.filter(({ outcome }) => outcome === counted).length;
  const answer = {
    importId: null,
    rows: sheet.rows.length,
    created: count('create'),
    updated: count('update'),
    skipped: count('skip'),
    mapping: sheet.mapping,
    made: plan.made,
    faults,
    readings: [...sheet.readings, ...plan.readings],
    alike: plan.alike ?? [],
    results,
    stock: plan.stock ?? null,
  };
  return { answer, save: plan.save };
}

function refusal(faults: readonly RowFault[]): ApiError {
  const errors: FieldErrors = {};
  for (const { row, field, message } of faults.slice(0, MAX_FAULTS)) {
    const place = `rows.${row}.${field}`;
    errors[place] = [...(errors[place] ?? []), message];
  }
  return invalid(errors);
}

const RECORDS_A_TURN = 10;

/** Yields to other requests after every tenth record, and throws once the client has disconnected. */
function turns(isCancelled: () => boolean): (records?: number) => Promise<void> {
  let count = 0;
  return async (records = 1) => {
    count += records;
    if (count < RECORDS_A_TURN) return;
    count = 0;
    await nextTurn();
    if (isCancelled()) throw invalid({}, importTexts.cancelled);
  };
}

async function storeRecords(trx: Trx, importId: number, records: readonly SavedRecord[]): Promise<void> {
  const rows = records.map(({ resource, recordId, action, label, updatedAt, before }, position) => ({
    import_id: importId,
    position,
    resource,
    record_id: recordId,
    action,
    label,
    updated_at: updatedAt,
    before: before && JSON.stringify(before),
  }));
  for (const chunk of piecesOf(rows)) {
    await nextTurn();
    await insertRows(trx, 'import_record', chunk);
  }
}

export interface Saving {
  importer: Importer;
  body: ImportBody;
  /** True once the client has disconnected. */
  isCancelled: () => boolean;
}

/**
 * Saves all rows in the caller's transaction; its stock is read back from the ledger. Throws 400 with the faults, or once it is
 * cancelled.
 */
export async function saveImport(write: Write, checked: CheckedImport, saving: Saving): Promise<ImportAnswer> {
  const { answer } = checked;
  const { importer, body } = saving;
  const { kind } = importer;
  if (answer.faults.length > 0) throw refusal(answer.faults);
  const records = await checked.save(write, turns(saving.isCancelled));
  const { rows, created, updated, skipped } = answer;
  const row = {
    kind,
    file_name: body.fileName,
    content: Papa.unparse([body.headings, ...body.rows], { escapeFormulae: toBeMarked }),
    row_total: rows,
    created,
    updated,
    skipped,
    user_id: write.actor.userId,
    created_at: write.actor.at,
    undone_at: null,
  };
  const [importId = 0] = await insertNumbered(write.trx, 'import', [row]);
  await storeRecords(write.trx, importId, records);
  const after = { kind, fileName: body.fileName, rows, created, updated, skipped };
  await write.audit({ action: 'create', resource: 'imports', recordId: importId, before: null, after });
  const stock = (await importer.stockOf?.(write.trx, records)) ?? null;
  return { ...answer, importId, stock };
}

/** False for a deleted record; throws 409 if it was changed after the import. */
async function isUnchangedRecord(trx: Trx, { table }: Importer, record: SavedRecord): Promise<boolean> {
  const { rows } = await sql<{ updatedAt: string; deletedAt: string | null }>`
    select updated_at as "updatedAt", deleted_at as "deletedAt" from ${sql.table(table)}
    where id = ${record.recordId} ${forUpdate}`.execute(trx);
  const [row] = rows;
  if (!row || row.deletedAt !== null) return false;
  if (row.updatedAt !== record.updatedAt) throw conflict(importTexts.changedSince(record.label));
  return true;
}

/** Undoes the import of a record; returns false if it is deleted. */
async function undoRecord(write: Write, importer: Importer, record: SavedRecord, today: string): Promise<boolean> {
  if (!(await isUnchangedRecord(write.trx, importer, record))) return false;
  try {
    await importer.undo(write, record, today);
    return true;
  } catch (error) {
    // Includes references of the earlier version to deleted records.
    if (!(error instanceof ApiError) || !['conflict', 'invalid'].includes(error.code)) throw error;
    throw conflict(importTexts.usedSince(record.label, error.message), undefined, error.documents);
  }
}

async function findRecords(trx: Trx, importId: number): Promise<SavedRecord[]> {
  const rows = await trx
    .selectFrom('import_record')
    .select(['resource', 'record_id as recordId', 'action', 'label', 'updated_at as updatedAt', 'before'])
    .where('import_id', '=', importId)
    .orderBy('position', 'desc')
    .execute();
  return rows.map(({ before, ...record }) => ({
    ...record,
    before: before === null ? null : Object(JSON.parse(before)),
  }));
}

export interface Undoing {
  today: string;
  /** The importer of a kind of record. */
  importerOf(resource: string): Importer;
  isCancelled: () => boolean;
}

/**
 * Reverts all records that an import created or changed, in the caller's transaction. Throws 404, or 409 if it was undone
 * already, where a record was changed since, or where something refers to one.
 */
export async function undoImport(write: Write, id: number, undoing: Undoing): Promise<{ message: string }> {
  const { trx, actor, audit } = write;
  const stored = await trx.selectFrom('import').selectAll().where('id', '=', id).executeTakeFirst();
  if (!stored) throw notFound(importTexts.notFound);
  const marked = await trx
    .updateTable('import')
    .set({ undone_at: actor.at })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) throw conflict(importTexts.undoneAlready);
  const next = turns(undoing.isCancelled);
  const undone: SavedRecord[] = [];
  for (const record of await findRecords(trx, id)) {
    if (await undoRecord(write, undoing.importerOf(record.resource), record, undoing.today)) undone.push(record);
    await next();
  }
  for (const [resource, records] of Map.groupBy(undone, (record) => record.resource)) {
    const { table } = undoing.importerOf(resource);
    await renewEarlier(trx, id, { resource, table }, records, next);
  }
  const { kind, file_name: fileName, row_total: rows, created, updated, skipped } = stored;
  const before = { kind, fileName, rows, created, updated, skipped };
  await audit({ action: 'delete', resource: 'imports', recordId: id, before, after: null });
  return { message: importTexts.undone };
}
