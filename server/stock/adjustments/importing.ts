/** Opening stock from spreadsheets: one adjustment for each date, by the rules of adjustments. */
import { sql } from 'kysely';
import { adjustmentKindLabels } from '#contract/documentStatus.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { MAX_ADJUSTMENT_LINES } from '#contract/stock/adjustments/adjustments.ts';
import { CloseNames } from '#contract/core/values/closeNames.ts';
import { recordMark } from '#contract/core/importColumns.ts';
import { importTexts, type RowAlike } from '#contract/stock/importing.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import { nameKey } from '#contract/core/values/names.ts';
import { batchKey } from '../../core/db/batchOrder.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import type { Trx } from '../../core/db/tables.ts';
import { ApiError, conflict, invalid } from '../../core/http/errors.ts';
import {
  eachRow,
  editedKeys,
  markedIds,
  sumOfStock,
  type Importer,
  type ImportOptions,
  type ImportPlan,
  type SavedRecord,
  type SheetRow,
  type SummedStock,
} from '../documents/importing.ts';
import type { Write } from '../../core/records/write.ts';
import { unitOfItem, withMasters } from '../names/itemNames.ts';
import { findItemsByName, itemsMeant } from '../names/itemsByName.ts';
import { areLotsChanged } from '../ledger/lots.ts';
import { adjustmentDocument } from './actions.ts';
import {
  checkRow,
  lotKeyOf,
  type CheckedRow,
  type EarlierRows,
  type OpeningLine,
  type RowToSave,
  type StoredData,
} from './openingRows.ts';

/** Lots by `lotKeyOf`, each with the line of opening stock that opened it: those of items, or those with the ids. */
async function findOpeningLots(
  trx: Trx,
  by: 'l.item_id' | 'l.id',
  ids: readonly number[],
): Promise<Map<string, OpeningLine | undefined>> {
  const lines = new Map<string, OpeningLine | undefined>();
  for (const chunk of piecesOf(ids)) {
    const lots = await trx
      .selectFrom('lot as l')
      .leftJoin('adjustment_line as j', (join) =>
        join.onRef('j.lot_id', '=', 'l.id').on('l.origin', '=', 'opening').on('j.deleted_at', 'is', null),
      )
      .leftJoin('adjustment as a', (join) => join.onRef('a.id', '=', 'j.adjustment_id').on('a.kind', '=', 'opening'))
      .select(['l.item_id as itemId', 'l.code', 'l.code_key as key', 'l.expires_on as expiresOn'])
      .select(['l.claim', 'l.supplier_id as supplierId'])
      .select([
        'l.id as lotId',
        'a.created_at as createdAt',
        'a.adjustment_date as date',
        'j.quantity',
        'j.price_per_unit as pricePerUnit',
      ])
      .where(by, 'in', chunk)
      .where('l.deleted_at', 'is', null)
      .orderBy('l.id')
      .execute();
    for (const { key, date, quantity, createdAt, ...lot } of lots) {
      const isOpening = date !== null && quantity !== null && createdAt !== null;
      const lotKey = lotKeyOf(lot.itemId, key);
      // An opened lot may also have lines of counts and write-offs.
      if (isOpening || !lines.has(lotKey))
        lines.set(lotKey, isOpening ? { ...lot, date, quantity, createdAt } : undefined);
    }
  }
  return lines;
}

/** The opening stock of rows whose item or lot was edited in an exported list. */
async function findRenamed(
  trx: Trx,
  rows: readonly SheetRow[],
  items: StoredData['items'],
): Promise<Map<number, OpeningLine>> {
  const lots = await findOpeningLots(trx, 'l.id', markedIds(rows));
  const byMark = new Map(
    [...lots].flatMap(([key, record]) =>
      record ? [[recordMark(record.lotId, record.createdAt), { key, record }]] : [],
    ),
  );
  const keyOf = (row: SheetRow) => {
    const named = itemsMeant(items, String(row.values['itemName'] ?? ''), row);
    const keys = named.map(({ itemId }) => lotKeyOf(itemId, batchKey(String(row.values['code'] ?? ''))));
    return keys.find((key) => lots.has(key)) ?? '';
  };
  return editedKeys(rows, keyOf, byMark);
}

/** The suppliers that are not deleted, where a row names one. */
async function findSuppliers(trx: Trx, rows: readonly SheetRow[]): Promise<Map<string, number[]>> {
  if (rows.every(({ values }) => values['supplierName'] === undefined)) return new Map();
  const all = await trx.selectFrom('supplier').select(['id', 'name']).where('deleted_at', 'is', null).execute();
  const byName = Map.groupBy(all, ({ name }) => nameKey(name));
  return new Map([...byName].map(([key, suppliers]) => [key, suppliers.map(({ id }) => id)]));
}

/** A refusal of an adjustment with the rows of the sheet instead of its lines. */
function refusalInRows(error: unknown, rows: readonly RowToSave[]): unknown {
  if (!(error instanceof ApiError) || !error.errors) return error;
  const errorsByRow = Object.entries(error.errors).map(([field, texts]) => {
    const [, index = '', name = field] = /^lines\.(\d+)\.(.*)$/.exec(field) ?? [];
    const number = rows[Number(index)]?.row.number;
    return [number === undefined || index === '' ? field : `rows.${number}.${name}`, texts] as const;
  });
  return invalid(Object.fromEntries(errorsByRow), error.message);
}

/** Saves rows of one day as an adjustment. Throws the refusals of it, in rows of the sheet. */
async function saveDay(write: Write, date: string, rows: readonly RowToSave[], fileName: string): Promise<SavedRecord> {
  const lines = rows.map(({ line }) => line);
  try {
    const body = { kind: 'opening', date, reason: fileName, supplierId: null, lines } as const;
    const { adjustmentId, updatedAt } = await adjustmentDocument.create(write, body);
    const label = documentTexts.adjustment(adjustmentKindLabels.opening, formatDate(date));
    return { resource: 'adjustments', recordId: adjustmentId, action: 'create', label, updatedAt, before: null };
  } catch (error) {
    throw refusalInRows(error, rows);
  }
}

/** Items that may be meant by names that no item has. */
function alikeItems(rows: readonly SheetRow[], { items }: StoredData): RowAlike[] {
  const unknown = rows.flatMap(({ number, values }) => {
    const name = String(values['itemName'] ?? '');
    return name === '' || items.has(nameKey(name)) ? [] : [{ row: number, name }];
  });
  if (unknown.length === 0) return [];
  const names = new CloseNames<string>();
  for (const [{ name } = { name: '' }] of items.values()) names.add(name, name);
  return unknown.flatMap(({ row, name }): RowAlike[] => {
    const close = names.find(name);
    return close === undefined ? [] : [{ row, field: 'itemName', name: close }];
  });
}

/** The movements into the lots of adjustments that an import saved, at their prices. */
async function stockOf(trx: Trx, records: readonly SavedRecord[]): Promise<SummedStock> {
  const lots: { unit: string; quantity: number; pricePerUnit: number | null }[] = [];
  for (const { recordId } of records) {
    const { rows } = await sql<{ unit: string; quantity: number; pricePerUnit: number | null }>`
      select ${unitOfItem} as unit, v.quantity, j.price_per_unit as "pricePerUnit"
      from movement v join lot l on l.id = v.lot_id join item i on i.id = l.item_id ${withMasters}
        join adjustment_line j on j.id = v.line_id
      where v.document_kind = 'adjustment' and v.document_id = ${recordId} order by v.id`.execute(trx);
    lots.push(...rows);
  }
  return sumOfStock(lots);
}

async function plan(rows: readonly SheetRow[], stored: StoredData, options: ImportOptions): Promise<ImportPlan> {
  const earlier: EarlierRows = { numberByLot: new Map(), repeated: new Set(), likened: new Set() };
  const checked: CheckedRow[] = [];
  await eachRow(rows, (row) => checked.push(checkRow(row, stored, earlier, options)));
  const toSave = checked.flatMap((row) => row.toSave ?? []);
  return {
    rows: checked.map(({ outcome, existing, worth }) => ({ outcome, existing, worth })),
    faults: checked.flatMap(({ faults }) => faults),
    stock: sumOfStock(
      toSave.map(({ unit, line }) => ({ unit, quantity: line.quantity, pricePerUnit: line.pricePerUnit ?? null })),
    ),
    readings: checked.flatMap(({ readings }) => readings),
    alike: alikeItems(rows, stored),
    made: [],
    save: async (write, next) => {
      const saved: SavedRecord[] = [];
      const byDate = Map.groupBy(toSave, ({ date }) => date);
      for (const [date, rowsOfDay] of byDate) {
        for (const chunk of piecesOf(rowsOfDay, MAX_ADJUSTMENT_LINES)) {
          saved.push(await saveDay(write, date, chunk, options.fileName));
          await next(chunk.length);
        }
      }
      return saved;
    },
  };
}

export const openingStockImporter: Importer = {
  kind: 'opening-stock',
  table: 'adjustment',
  async load(trx, rows, options) {
    const items = await findItemsByName(trx);
    const namedItems = rows.flatMap(({ values }) => items.get(nameKey(String(values['itemName'] ?? ''))) ?? []);
    const lots = await findOpeningLots(trx, 'l.item_id', [...new Set(namedItems.map(({ itemId }) => itemId))]);
    const suppliers = await findSuppliers(trx, rows);
    const openingLines = [...lots.values()].flatMap((each) => each ?? []);
    const renamed = await findRenamed(trx, rows, items);
    const openings = Map.groupBy(openingLines, ({ itemId }) => itemId);
    return async () => await plan(rows, { items, lots, renamed, openings, suppliers }, options);
  },
  stockOf,
  async undo(write, { recordId, updatedAt }) {
    const lines = await write.trx
      .selectFrom('adjustment_line')
      .select('lot_id')
      .where('adjustment_id', '=', recordId)
      .where('deleted_at', 'is', null)
      .execute();
    const lotIds = lines.map(({ lot_id: lotId }) => lotId);
    // A claim or a hold of a lot is not in the adjustment.
    if (await areLotsChanged(write.trx, lotIds, updatedAt)) throw conflict(importTexts.lotChanged);
    await adjustmentDocument.remove(write, recordId);
  },
};
