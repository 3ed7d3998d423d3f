/** Rows of a sheet of opening stock: the item, lot and supplier that each means, and its faults. */
import { adjustmentLabels } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { lineFaults } from '#contract/stock/adjustments/adjustmentFaults.ts';
import { adjustmentBody, adjustmentEndpoints } from '#contract/stock/adjustments/adjustments.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { linePaise } from '#contract/core/values/numbers.ts';
import { nameKey } from '#contract/core/values/names.ts';
import { futureDateFaults } from '#contract/core/values/pastDates.ts';
import { importTexts, type RowFault, type RowReading } from '#contract/stock/importing.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { batchKey } from '../../core/db/batchOrder.ts';
import { faultsOf, type ImportOptions, type PlannedRow, type SheetRow } from '../documents/importing.ts';
import { inItemUnit } from '../documents/itemUnits.ts';
import { itemsMeant, type NamedItem } from '../names/itemsByName.ts';
import type { LineBody } from './rules.ts';

/** The opening stock of an existing lot; undefined for a lot of another origin. */
export interface OpeningLine {
  lotId: number;
  itemId: number;
  code: string;
  /** When it was recorded. */
  createdAt: string;
  date: string;
  /** Thousandths. */
  quantity: number;
  expiresOn: string | null;
  /** Paise. */
  pricePerUnit: number | null;
  claim: Claim | null;
  supplierId: number | null;
}

/** Stored records that rows are compared with. */
export interface StoredData {
  items: ReadonlyMap<string, readonly NamedItem[]>;
  /** Existing lots by `lotKeyOf`. */
  lots: ReadonlyMap<string, OpeningLine | undefined>;
  /** Opening stock whose item or lot was edited in an exported list, by the numbers of the rows. */
  renamed: ReadonlyMap<number, OpeningLine>;
  /** Lots that opening stock opened, by the ids of their items. */
  openings: ReadonlyMap<number, readonly OpeningLine[]>;
  /** Ids of suppliers by the keys of their names. */
  suppliers: ReadonlyMap<string, readonly number[]>;
}

/** The key of a lot among opening stock: its item, and its code as it is compared. */
export const lotKeyOf = (itemId: number, codeKey: string) => `${itemId} ${codeKey}`;

const areSame = (entered: readonly unknown[], stored: readonly unknown[]) =>
  entered.every((value, index) => (value ?? stored[index]) === stored[index]);

/** True if a row has the quantity, expiry and price of the opening stock of a lot; empty cells count as equal. */
function isSameStock(opening: OpeningLine, line: LineBody): boolean {
  const { quantity, expiresOn, pricePerUnit } = opening;
  return line.quantity === quantity && areSame([line.expiresOn, line.pricePerUnit], [expiresOn, pricePerUnit]);
}

/** True if a row equals the opening stock of its lot; empty cells count as equal. */
function isSameLine(opening: OpeningLine, line: LineBody): boolean {
  return isSameStock(opening, line) && areSame([line.claim, line.supplierId], [opening.claim, opening.supplierId]);
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
  const withLot = meant.filter(({ itemId }) => lots.has(lotKeyOf(itemId, batchKey(String(values['code'] ?? '')))));
  const [item, other] = withLot.length > 0 ? withLot : meant;
  const fault = (message: string) => ({ row: number, field: 'itemName', message });
  if (name === '') return fault(importTexts.required('Item'));
  if (!item) return fault(importTexts.itemUnknown(name));
  return other ? fault(importTexts.calledTwice('raw material or product', name)) : item;
}

/** Faults of dates that are yet to come. */
function dateFaults({ number, values }: SheetRow, { today }: ImportOptions): RowFault[] {
  const ahead = futureDateFaults(values, adjustmentEndpoints.create.pastDates, today);
  return Object.entries(ahead).map(([field, [message = '']]) => ({ row: number, field, message }));
}

const measuredFields = { quantities: ['quantity'], prices: ['pricePerUnit'], unit: 'unit' } as const;

/** A row that is saved as a line of opening stock. */
export interface RowToSave {
  row: SheetRow;
  date: string;
  line: LineBody;
  unit: string;
}

export type CheckedRow = PlannedRow & { faults: RowFault[]; readings: RowReading[]; toSave?: RowToSave };

/** Lots that earlier rows of the sheet name or repeat. */
export interface EarlierRows {
  /** Their numbers, by the keys of their lots. */
  numberByLot: Map<string, number>;
  /** The stored opening stock that they repeat. */
  repeated: Set<OpeningLine>;
  /** The stored opening stock that they may repeat. */
  likened: Set<OpeningLine>;
}

/** A row as it would be saved. */
interface OpeningRow {
  line: LineBody;
  /** The key of its lot, where it has a code. */
  key: string | undefined;
  date: string | undefined;
}

/** The stored line that a row without a code repeats: else a sheet that is imported twice would double the stock. */
function repeatedLine(
  { line, date }: OpeningRow,
  openings: readonly OpeningLine[],
  { repeated }: EarlierRows,
): OpeningLine | undefined {
  return openings.find(
    (opening) => isSameLine(opening, line) && !repeated.has(opening) && (date === undefined || opening.date === date),
  );
}

/**
 * The stored line that a row without a code may repeat, with another claim or supplier, or another day where that was said
 * for all rows: a sheet that is imported again with other answers is the same stock.
 */
function likenedLine(
  { line, date }: OpeningRow,
  openings: readonly OpeningLine[],
  { repeated, likened }: EarlierRows,
  { answeredForAll }: ImportOptions,
): OpeningLine | undefined {
  return openings.find(
    (opening) =>
      isSameStock(opening, line) &&
      (opening.date === date || answeredForAll.has('date')) &&
      !repeated.has(opening) &&
      !likened.has(opening),
  );
}

/** Fault of a row whose lot exists: an import changes no lot. */
function existingLotFault(code: string, stored: OpeningLine | undefined, row: OpeningRow) {
  const { line, key, date } = row;
  if (!stored || !isSameLine(stored, line) || (date ?? stored.date) !== stored.date) {
    return { field: 'code', message: importTexts.lotStays(code) };
  }
  // The row may be the stored opening of that day or a new one of another.
  const isUnsure = key === undefined && date === undefined;
  return isUnsure ? { field: 'date', message: importTexts.dayUnknown(code, formatDate(stored.date)) } : undefined;
}

/** A row without a date waits for that of all rows: it is never silently today. */
function dateUnsaid({ number }: SheetRow): RowFault {
  const message = importTexts.forAllUnanswered(adjustmentLabels.date);
  return { row: number, field: 'date', message, ask: { about: 'forAll' } };
}

/** The field that carries the question whether a row repeats stored stock. */
const REPEATED_FIELD = 'itemName';

function repeatedUnanswered({ number }: SheetRow, { code, date }: OpeningLine): RowFault {
  const existing = importTexts.lotOfDay(code, formatDate(date));
  const message = importTexts.repeatedUnanswered(existing);
  return { row: number, field: REPEATED_FIELD, message, ask: { about: 'repeated', existing } };
}

const worthOf = ({ quantity, pricePerUnit }: LineBody) =>
  pricePerUnit === null || pricePerUnit === undefined ? undefined : linePaise(quantity, pricePerUnit);

/** The line of a row, unless a field is invalid; with all faults that it has without regard to stored lots. */
function readLine(
  written: SheetRow,
  item: NamedItem,
  suppliers: StoredData['suppliers'],
  options: ImportOptions,
): { line?: LineBody; date?: string; faults: RowFault[]; readings: RowReading[] } {
  const { row, faults: ofUnits, readings } = inItemUnit(written, item, measuredFields, options);
  const { rawMaterialId, productId } = item;
  // A missing date is asked for once all else is right.
  const { quantity, code, expiresOn, pricePerUnit, claim, date = options.today } = row.values;
  const supplier = supplierOf(row, suppliers);
  const isFault = supplier !== null && typeof supplier !== 'number';
  const supplierId = isFault ? null : supplier;
  const entered = { rawMaterialId, productId, quantity, code, expiresOn, pricePerUnit, claim, supplierId };
  const body = adjustmentBody.safeParse({ kind: 'opening', date, reason: '', lines: [entered] });
  const [line] = body.data?.lines ?? [];
  const kindFaults = line ? lineFaults('opening', line, false) : [];
  const faults = [
    ...ofUnits,
    ...faultsOf(row, body.error),
    ...dateFaults(row, options),
    ...(isFault ? [supplier] : []),
    ...kindFaults.map(([field, message]) => ({ row: row.number, field, message })),
  ];
  return { line, date: body.data?.date, faults, readings };
}

/**
 * Checks a row against its own fields, earlier rows and stored lots: it is created, skipped where its lot has the same
 * opening stock, or faulty.
 */
export function checkRow(row: SheetRow, stored: StoredData, earlier: EarlierRows, options: ImportOptions): CheckedRow {
  const renamed = stored.renamed.get(row.number);
  if (renamed) {
    const { code } = renamed;
    if (options.onExisting === 'skip') return { outcome: 'skip', existing: code, faults: [], readings: [] };
    const fault = { row: row.number, field: 'code', message: importTexts.lotStays(code) };
    return { outcome: 'fault', existing: code, faults: [fault], readings: [] };
  }
  const item = itemOf(row, stored);
  if (!('itemId' in item)) return { outcome: 'fault', existing: null, faults: [item], readings: [] };
  const { code } = row.values;
  const key = code === undefined ? undefined : lotKeyOf(item.itemId, batchKey(String(code)));
  const hasLot = key !== undefined && stored.lots.has(key);
  if (hasLot && options.onExisting === 'skip')
    return { outcome: 'skip', existing: String(code), faults: [], readings: [] };
  const sameLot = key === undefined ? undefined : earlier.numberByLot.get(key);
  if (key !== undefined && sameLot === undefined) earlier.numberByLot.set(key, row.number);

  const { line, date, faults, readings } = readLine(row, item, stored.suppliers, options);
  if (sameLot !== undefined) {
    faults.push({ row: row.number, field: 'code', message: importTexts.sameRow('lot', sameLot) });
  }
  if (faults.length > 0 || !line || date === undefined) return { outcome: 'fault', existing: null, faults, readings };

  const opening = { line, key, date: row.values['date'] === undefined ? undefined : date };
  const openings = key === undefined ? (stored.openings.get(item.itemId) ?? []) : [];
  const storedLine = hasLot ? stored.lots.get(key) : repeatedLine(opening, openings, earlier);
  if (!storedLine && !hasLot) {
    if (opening.date === undefined) return { outcome: 'fault', existing: null, faults: [dateUnsaid(row)], readings };
    const likened = likenedLine(opening, openings, earlier, options);
    if (likened) earlier.likened.add(likened);
    const choice = options.repeated[REPEATED_FIELD];
    if (likened && choice === 'same') return { outcome: 'skip', existing: likened.code, faults: [], readings: [] };
    if (likened && choice === undefined) {
      return { outcome: 'fault', existing: likened.code, faults: [repeatedUnanswered(row, likened)], readings };
    }
    return {
      outcome: 'create',
      existing: null,
      faults,
      readings,
      worth: worthOf(line),
      toSave: { row, date, line, unit: item.unit },
    };
  }
  if (storedLine) earlier.repeated.add(storedLine);
  const existing = storedLine?.code ?? String(code);
  const fault = existingLotFault(existing, storedLine, opening);
  if (fault) return { outcome: 'fault', existing, faults: [{ row: row.number, ...fault }], readings };
  return { outcome: 'skip', existing, faults: [], readings };
}
