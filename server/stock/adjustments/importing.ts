/** Opening stock from spreadsheets: one adjustment for each date, by the rules of adjustments. */
import { adjustmentBody, adjustmentEndpoints } from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentKindLabels } from '#contract/documentStatus.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { importTexts, type RowFault } from '#contract/stock/importing.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import { futureDateFaults } from '#contract/core/values/pastDates.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { nameKey } from '#contract/core/values/names.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import { batchKey } from '../../core/db/batchOrder.ts';
import type { Trx } from '../../core/db/tables.ts';
import { ApiError, conflict, invalid } from '../../core/http/errors.ts';
import {
  eachRow,
  faultsOf,
  type Importer,
  type ImportOptions,
  type ImportPlan,
  type PlannedRow,
  type SavedRecord,
  type SheetRow,
} from '../documents/importing.ts';
import type { Write } from '../../core/records/write.ts';
import { findItemsByName, isOtherUnit, itemsMeant, quantityFaults, type NamedItem } from '../ledger/itemsByName.ts';
import { areLotsChanged } from '../ledger/lots.ts';
import { adjustmentDocument } from './actions.ts';
import { lineFaults } from './rules.ts';

const LINES_OF_ONE = 2000;

type Line = ReturnType<typeof adjustmentBody.parse>['lines'][number];

/** The opening stock of an existing lot; undefined for a lot of another origin. */
interface OpeningLine {
  itemId: number;
  code: string;
  date: string;
  /** Thousandths. */
  quantity: number;
  expiresOn: string | null;
  /** Paise. */
  pricePerUnit: number | null;
  claim: Claim | null;
  supplierId: number | null;
}

interface StoredData {
  items: ReadonlyMap<string, readonly NamedItem[]>;
  /** The lots that are there, by the keys of their codes behind the ids of their items. */
  lots: ReadonlyMap<string, OpeningLine | undefined>;
  /** Lots that opening stock opened, by the ids of their items. */
  openings: ReadonlyMap<number, readonly OpeningLine[]>;
  /** Ids of suppliers by the keys of their names. */
  suppliers: ReadonlyMap<string, readonly number[]>;
}

const lotKey = (itemId: number, code: string) => `${itemId} ${batchKey(code)}`;

async function findLots(trx: Trx, itemIds: readonly number[]): Promise<Map<string, OpeningLine | undefined>> {
  const lines = new Map<string, OpeningLine | undefined>();
  for (const some of piecesOf(itemIds)) {
    const lots = await trx
      .selectFrom('lot as l')
      .leftJoin('adjustment_line as j', (join) =>
        join.onRef('j.lot_id', '=', 'l.id').on('l.origin', '=', 'opening').on('j.deleted_at', 'is', null),
      )
      .leftJoin('adjustment as a', (join) => join.onRef('a.id', '=', 'j.adjustment_id').on('a.kind', '=', 'opening'))
      .select(['l.item_id as itemId', 'l.code', 'l.code_key as key', 'l.expires_on as expiresOn'])
      .select(['l.claim', 'l.supplier_id as supplierId'])
      .select(['a.adjustment_date as date', 'j.quantity', 'j.price_per_unit as pricePerUnit'])
      .where('l.item_id', 'in', some)
      .where('l.deleted_at', 'is', null)
      .orderBy('l.id')
      .execute();
    for (const { key, date, quantity, ...lot } of lots) {
      const isOpening = date !== null && quantity !== null;
      const known = `${lot.itemId} ${key}`;
      // An opened lot may also have lines of counts and write-offs.
      if (isOpening || !lines.has(known)) lines.set(known, isOpening ? { ...lot, date, quantity } : undefined);
    }
  }
  return lines;
}

/** True if a row equals the opening stock of its lot; empty cells count as equal. */
function isSameLine(opening: OpeningLine, line: Line): boolean {
  const entered = [line.expiresOn, line.pricePerUnit, line.claim, line.supplierId];
  const known = [opening.expiresOn, opening.pricePerUnit, opening.claim, opening.supplierId];
  return (
    opening.quantity === line.quantity && entered.every((value, index) => (value ?? known[index]) === known[index])
  );
}

/** The suppliers that are not deleted, where a row names one. */
async function findSuppliers(trx: Trx, rows: readonly SheetRow[]): Promise<Map<string, number[]>> {
  if (rows.every(({ values }) => values['supplierName'] === undefined)) return new Map();
  const all = await trx.selectFrom('supplier').select(['id', 'name']).where('deleted_at', 'is', null).execute();
  const byName = Map.groupBy(all, ({ name }) => nameKey(name));
  return new Map([...byName].map(([key, own]) => [key, own.map(({ id }) => id)]));
}

/** The only supplier of the name that a row has, null if it has none, or the fault of it. */
function supplierOf({ number, values }: SheetRow, suppliers: StoredData['suppliers']): number | null | RowFault {
  if (values['supplierName'] === undefined) return null;
  const name = String(values['supplierName']);
  const [id, other] = suppliers.get(nameKey(name)) ?? [];
  const fault = (message: string) => ({ row: number, field: 'supplierName', message });
  if (id === undefined) return fault(importTexts.supplierUnknown(name));
  return other === undefined ? id : fault(importTexts.calledTwice('supplier', name));
}

/** The only item that a row can mean by its name, or the fault of it. */
function itemOf(row: SheetRow, { items, lots }: StoredData): NamedItem | RowFault {
  const { number, values } = row;
  const name = String(values['itemName'] ?? '');
  const meant = itemsMeant(items, name, row);
  const withLot = meant.filter(({ itemId }) => lots.has(lotKey(itemId, String(values['code'] ?? ''))));
  const [item, other] = withLot.length > 0 ? withLot : meant;
  const fault = (message: string) => ({ row: number, field: 'itemName', message });
  if (name === '') return fault(importTexts.required('Item'));
  if (!item) return fault(importTexts.itemUnknown(name));
  return other ? fault(importTexts.calledTwice('raw material or product', name)) : item;
}

/** Faults of a row beyond those of its line: its unit, and a date that is yet to come. */
function otherFaults(row: SheetRow, item: NamedItem, { today }: ImportOptions): RowFault[] {
  const { number, values } = row;
  const ahead = futureDateFaults(values, adjustmentEndpoints.create.pastDates, today);
  return [
    ...(isOtherUnit(values['unit'], item)
      ? [{ row: number, field: 'unit', message: importTexts.otherUnit(item.unit) }]
      : []),
    ...quantityFaults(row, 'quantity', item),
    ...Object.entries(ahead).map(([field, [message = '']]) => ({ row: number, field, message })),
  ];
}

interface ToSave {
  row: SheetRow;
  date: string;
  line: Line;
}

type Checked = PlannedRow & { faults: RowFault[]; line?: ToSave };

/** State of the earlier rows of a sheet. */
interface Seen {
  /** Their numbers, by the keys of their lots. */
  rows: Map<string, number>;
  lots: Set<OpeningLine>;
}

/** A row as it would be saved. */
interface Entry {
  line: Line;
  /** The key of its lot, where it has a code. */
  lot: string | undefined;
  /** Undefined without one: it would be today. */
  date: string | undefined;
}

/** The lot that a row without a code repeats: else a sheet that is imported twice would double the stock. */
function repeatedLot({ line, lot, date }: Entry, openings: readonly OpeningLine[], today: string, { lots }: Seen) {
  if (lot !== undefined) return undefined;
  const alike = openings.filter((opening) => isSameLine(opening, line) && !lots.has(opening));
  return alike.find((opening) => opening.date === (date ?? today)) ?? (date === undefined ? alike[0] : undefined);
}

/** Fault of a row whose lot exists: an import changes no lot. */
function knownFault(code: string, known: OpeningLine | undefined, { line, lot, date }: Entry, today: string) {
  if (!known || !isSameLine(known, line) || (date ?? known.date) !== known.date) {
    return { field: 'code', message: importTexts.lotStays(code) };
  }
  // It may be the one of that day, or another one of today.
  const isUnsure = lot === undefined && date === undefined && known.date !== today;
  return isUnsure ? { field: 'date', message: importTexts.dayUnsaid(code, formatDate(known.date)) } : undefined;
}

function checkRow(row: SheetRow, stored: StoredData, seen: Seen, options: ImportOptions): Checked {
  const { lots, openings, suppliers } = stored;
  const item = itemOf(row, stored);
  if (!('itemId' in item)) return { outcome: 'fault', existing: null, faults: [item] };
  const { itemId, rawMaterialId, productId } = item;
  const { quantity, code, expiresOn, pricePerUnit, claim, date = options.today } = row.values;
  const lot = code === undefined ? undefined : lotKey(itemId, String(code));
  const isThere = lot !== undefined && lots.has(lot);
  if (isThere && options.onExisting === 'skip') return { outcome: 'skip', existing: String(code), faults: [] };
  const earlier = lot === undefined ? undefined : seen.rows.get(lot);
  if (lot !== undefined && earlier === undefined) seen.rows.set(lot, row.number);
  const supplier = supplierOf(row, suppliers);
  const isKnown = supplier === null || typeof supplier === 'number';
  const supplierId = isKnown ? supplier : null;
  const line = { rawMaterialId, productId, quantity, code, expiresOn, pricePerUnit, claim, supplierId };
  const checked = adjustmentBody.safeParse({ kind: 'opening', date, reason: '', lines: [line] });
  const [first] = checked.data?.lines ?? [];
  const ofLine = first ? lineFaults('opening', { line: first, before: undefined }) : [];
  const faults = [
    ...faultsOf(row, checked.error),
    ...otherFaults(row, item, options),
    ...(isKnown ? [] : [supplier]),
    ...ofLine.map(([field, message]) => ({ row: row.number, field, message })),
    ...(earlier === undefined
      ? []
      : [{ row: row.number, field: 'code', message: importTexts.sameRow('lot', earlier) }]),
  ];
  if (faults.length > 0 || !checked.data || !first) return { outcome: 'fault', existing: null, faults };
  const entry = { line: first, lot, date: row.values['date'] === undefined ? undefined : checked.data.date };
  const known = isThere ? lots.get(lot) : repeatedLot(entry, openings.get(itemId) ?? [], options.today, seen);
  if (!known && !isThere) {
    return { outcome: 'create', existing: null, faults, line: { row, date: checked.data.date, line: first } };
  }
  if (known) seen.lots.add(known);
  const existing = known?.code ?? String(code);
  const fault = knownFault(existing, known, entry, options.today);
  if (fault) return { outcome: 'fault', existing, faults: [{ row: row.number, ...fault }] };
  return { outcome: 'skip', existing, faults: [] };
}

/** A refusal of a document, in rows of the sheet instead of its lines. */
function inRows(error: unknown, rows: readonly ToSave[]): unknown {
  if (!(error instanceof ApiError) || !error.errors) return error;
  const named = Object.entries(error.errors).map(([field, texts]) => {
    const [, index = '', name = field] = /^lines\.(\d+)\.(.*)$/.exec(field) ?? [];
    const number = rows[Number(index)]?.row.number;
    return [number === undefined || index === '' ? field : `rows.${number}.${name}`, texts] as const;
  });
  return invalid(Object.fromEntries(named), error.message);
}

async function saveDay(write: Write, date: string, rows: readonly ToSave[], fileName: string): Promise<SavedRecord> {
  const lines = rows.map(({ line }) => line);
  try {
    const body = { kind: 'opening', date, reason: fileName, supplierId: null, lines } as const;
    const { adjustmentId, updatedAt } = await adjustmentDocument.create(write, { ...body, lines });
    const label = documentTexts.adjustment(adjustmentKindLabels.opening, formatDate(date));
    return { resource: 'adjustments', recordId: adjustmentId, action: 'create', label, updatedAt, before: null };
  } catch (error) {
    throw inRows(error, rows);
  }
}

async function plan(rows: readonly SheetRow[], stored: StoredData, options: ImportOptions): Promise<ImportPlan> {
  const seen: Seen = { rows: new Map(), lots: new Set() };
  const checked: Checked[] = [];
  await eachRow(rows, (row) => checked.push(checkRow(row, stored, seen, options)));
  return {
    rows: checked.map(({ outcome, existing }) => ({ outcome, existing })),
    faults: checked.flatMap(({ faults }) => faults),
    made: [],
    save: async (write, next) => {
      const saved: SavedRecord[] = [];
      const byDate = Map.groupBy(
        checked.flatMap(({ line }) => line ?? []),
        ({ date }) => date,
      );
      for (const [date, ofDay] of byDate) {
        for (const some of piecesOf(ofDay, LINES_OF_ONE)) {
          saved.push(await saveDay(write, date, some, options.fileName));
          await next();
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
    const named = rows.flatMap(({ values }) => items.get(nameKey(String(values['itemName'] ?? ''))) ?? []);
    const lots = await findLots(trx, [...new Set(named.map(({ itemId }) => itemId))]);
    const suppliers = await findSuppliers(trx, rows);
    const opened = [...lots.values()].flatMap((each) => each ?? []);
    const openings = Map.groupBy(opened, ({ itemId }) => itemId);
    return async () => await plan(rows, { items, lots, openings, suppliers }, options);
  },
  async undo(write, { recordId, updatedAt }) {
    const lines = await write.trx
      .selectFrom('adjustment_line')
      .select('lot_id')
      .where('adjustment_id', '=', recordId)
      .where('deleted_at', 'is', null)
      .execute();
    const lotIds = lines.map(({ lot_id: lotId }) => lotId);
    // Its claim, a hold: neither is in the document.
    if (await areLotsChanged(write.trx, lotIds, updatedAt)) throw conflict(importTexts.lotChanged);
    await adjustmentDocument.remove(write, recordId);
  },
};
