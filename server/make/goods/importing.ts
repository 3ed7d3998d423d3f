/** Finished goods from spreadsheets, by the rules of their own calls; a batch is recognised by its number. */
import { goodBody, goodEndpoints, goodRecord, goodUpdateBody } from '#contract/make/goods.ts';
import { recordMark } from '#contract/core/importColumns.ts';
import { importTexts, type RowFault, type RowReading } from '#contract/stock/importing.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { futureDateFaults } from '#contract/core/values/pastDates.ts';
import { nameKey } from '#contract/core/values/names.ts';
import { batchKey } from '../../core/db/batchOrder.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import type { Trx } from '../../core/db/tables.ts';
import { encoderOf } from '../../core/http/answers.ts';
import { conflict } from '../../core/http/errors.ts';
import type { Write } from '../../core/records/write.ts';
import {
  eachRow,
  editedKeys,
  faultsOf,
  markedIds,
  ofRow,
  outdated,
  type Importer,
  type ImportOptions,
  type ImportPlan,
  type PlannedRow,
  type SavedRecord,
  type SheetRow,
} from '../../stock/documents/importing.ts';
import { findBatch } from '../../stock/ledger/batches.ts';
import { findLastSaleDay } from '../../stock/ledger/handSales.ts';
import { inItemUnit } from '../../stock/documents/itemUnits.ts';
import { findItemsByName, type NamedItem } from '../../stock/names/itemsByName.ts';
import { areLotsChanged } from '../../stock/ledger/lots.ts';
import { createFinishedGood, deleteFinishedGood, updateFinishedGood } from './actions.ts';
import { findFinishedGood, type FinishedGood } from './queries.ts';

const encode = encoderOf(goodRecord);

function keyOf({ values }: SheetRow): string {
  return batchKey(String(values['batchNumber'] ?? ''));
}

/** The stored batches that have the batch numbers of rows, by their keys. */
async function findByBatchNumber(
  trx: Trx,
  rows: readonly SheetRow[],
  today: string,
): Promise<Map<string, FinishedGood>> {
  const keys = [...new Set(rows.map(keyOf))];
  const storedByKey = new Map<string, FinishedGood>();
  for (const someKeys of piecesOf(keys)) {
    const batches = await trx
      .selectFrom('finished_good')
      .select(['id', 'batch_key'])
      .where('batch_key', 'in', someKeys)
      .where('deleted_at', 'is', null)
      .execute();
    for (const { id, batch_key: key } of batches) {
      const stored = await findFinishedGood(trx, id, today);
      if (stored) storedByKey.set(key, stored);
    }
  }
  return storedByKey;
}

async function findRenumbered(trx: Trx, rows: readonly SheetRow[], today: string): Promise<Map<number, FinishedGood>> {
  const byMark = new Map<string, { key: string; record: FinishedGood }>();
  for (const id of markedIds(rows)) {
    const record = await findFinishedGood(trx, id, today);
    if (record) byMark.set(recordMark(id, record.createdAt), { key: batchKey(record.batchNumber), record });
  }
  return editedKeys(rows, keyOf, byMark);
}

type Body = ReturnType<typeof goodBody.parse>;

interface StoredData {
  /** Batches by their keys. */
  batches: ReadonlyMap<string, FinishedGood>;
  /** Batches whose numbers were edited in an exported list, by the numbers of their rows. */
  renumbered: ReadonlyMap<number, FinishedGood>;
  /** Items by the keys of their names. */
  items: ReadonlyMap<string, readonly NamedItem[]>;
}

/** A row with the stored batch of its number, its body and the faults of that. */
interface CheckedRow {
  row: SheetRow;
  stored: FinishedGood | undefined;
  faults: RowFault[];
  readings: RowReading[];
  /** Undefined where it is faulty, or stays as it is stored. */
  body: Body | undefined;
}

/** The products of a row's name, the one of its stored batch first. */
function productsOf(name: string, stored: FinishedGood | undefined, items: StoredData['items']): NamedItem[] {
  const products = (items.get(nameKey(name)) ?? []).filter(({ productId }) => productId !== null);
  const isStored = ({ productId }: NamedItem) => productId === stored?.productId;
  return [...products.filter(isStored), ...products.filter((product) => !isStored(product))];
}

/** The faults of dates ahead, and of a quantity below what has left the batch. */
function stockFaults(
  { number, values }: SheetRow,
  stored: FinishedGood | undefined,
  body: Body | undefined,
  today: string,
): RowFault[] {
  const dateFaults = Object.entries(futureDateFaults(values, goodEndpoints.create.pastDates, today));
  const faults = dateFaults.map(([field, [message = '']]) => ({ row: number, field, message }));
  // A sale by hand follows the quantity.
  const leftBatch = stored && stored.status !== 'sold' ? stored.quantity - stored.leftQty : 0;
  if (!stored || !body || body.quantity >= leftBatch) return faults;
  const message = importTexts.lessThanTaken(formatQuantityWithUnit(fromThousandths(leftBatch), stored.unit));
  return [...faults, { row: number, field: 'quantity', message }];
}

const measuredFields = { quantities: ['quantity'], prices: [], unit: 'unit' } as const;

/** The body of a row's batch, with its faults. */
function checkRow(written: SheetRow, data: StoredData, options: ImportOptions): CheckedRow {
  const { batches, renumbered, items } = data;
  const stored = renumbered.get(written.number) ?? batches.get(keyOf(written));
  if (stored && options.onExisting === 'skip')
    return { row: written, stored, faults: [], readings: [], body: undefined };
  const name = String(written.values['productName'] ?? '');
  const products = productsOf(name, stored, items);
  const [product] = products;
  const item = product ?? (stored && { name: stored.productName, unit: stored.unit });
  const { row, faults, readings } = inItemUnit(written, item, measuredFields, options);
  const { productName, unit: _, ...values } = row.values;
  const checked = (stored ? goodUpdateBody : goodBody).safeParse({
    ...(stored && Object(encode(stored))),
    ...values,
    ...(productName !== undefined && { productId: product?.productId ?? 0 }),
  });
  faults.push(
    ...faultsOf(row, checked.error, { productId: 'productName' }).map((fault) =>
      fault.field === 'productName' && name !== '' ? { ...fault, message: importTexts.productUnknown(name) } : fault,
    ),
  );
  if (products.length > 1 && product?.productId !== stored?.productId) {
    faults.push({ row: row.number, field: 'productName', message: importTexts.calledTwice('product', name) });
  }
  faults.push(...stockFaults(row, stored, checked.data, options.today));
  return { row, stored, faults, readings, body: checked.data };
}

/** A status that the sheet does not state is not sent: it is computed. */
const withoutStatus = { status: undefined };

function hasStatus({ values }: SheetRow): boolean {
  return values['status'] !== undefined;
}

function isSame(stored: FinishedGood, body: Body): boolean {
  const fields = ['productId', 'batchNumber', 'quantity', 'status', 'manufactureDate', 'expiryDate'] as const;
  return fields.every((field) => stored[field] === body[field]);
}

function recordToChange({ finishedGoodId, createdAt, updatedAt, batchNumber }: FinishedGood) {
  return { mark: recordMark(finishedGoodId, createdAt), updatedAt, name: batchNumber };
}

interface RowToSave extends CheckedRow {
  body: Body;
}

/** Creates or changes the batch of a row. */
async function saveRow(write: Write, { row, stored, body }: RowToSave, today: string): Promise<SavedRecord> {
  const saved = await ofRow(row.number, async () =>
    stored
      ? await updateFinishedGood(
          write,
          stored.finishedGoodId,
          { ...body, ...(!hasStatus(row) && withoutStatus) },
          today,
        )
      : await createFinishedGood(write, body, today),
  );
  return {
    resource: 'goods',
    recordId: saved.finishedGoodId,
    action: stored ? 'update' : 'create',
    label: saved.batchNumber,
    updatedAt: saved.updatedAt,
    before: stored ? { ...Object(encode(stored)), ...(!hasStatus(row) && withoutStatus) } : null,
  };
}

async function plan(rows: readonly SheetRow[], data: StoredData, options: ImportOptions): Promise<ImportPlan> {
  const faults: RowFault[] = [];
  const readings: RowReading[] = [];
  const planned: PlannedRow[] = [];
  const toSave: RowToSave[] = [];
  const firstRows = new Map<string, number>();
  const firstOfBatch = new Map<FinishedGood, number>();
  await eachRow(rows, (row) => {
    const key = keyOf(row);
    const checked = checkRow(row, data, options);
    const { stored, body } = checked;
    const firstRow = (key === '' ? undefined : firstRows.get(key)) ?? (stored && firstOfBatch.get(stored));
    firstRows.set(key, firstRow ?? row.number);
    if (stored) firstOfBatch.set(stored, firstRow ?? row.number);
    const existing = stored?.batchNumber ?? null;
    const isChange = stored !== undefined && body !== undefined && !isSame(stored, body);
    const later = isChange ? outdated(row, recordToChange(stored), options) : undefined;
    const rowFaults =
      firstRow === undefined
        ? [...checked.faults, ...(typeof later === 'object' ? [later] : [])]
        : [{ row: row.number, field: 'batchNumber', message: importTexts.sameRow('batch', firstRow) }];
    faults.push(...rowFaults);
    readings.push(...checked.readings);
    if (rowFaults.length > 0) planned.push({ outcome: 'fault', existing });
    else if (!body || later === 'skip' || (stored && !isChange)) planned.push({ outcome: 'skip', existing });
    else {
      planned.push({ outcome: stored ? 'update' : 'create', existing });
      toSave.push({ ...checked, body });
    }
  });
  return {
    rows: planned,
    faults,
    readings,
    made: [],
    save: async (write, next) => {
      const saved: SavedRecord[] = [];
      for (const checked of toSave) {
        saved.push(await saveRow(write, checked, options.today));
        await next();
      }
      return saved;
    },
  };
}

/** Whether the lot of an imported batch was changed since: its claim, a hold, which is not in the batch's body. */
async function isLotChanged(trx: Trx, batchId: number, since: string): Promise<boolean> {
  const batch = await findBatch(trx, batchId);
  if (!batch) return false;
  // Undoing a later import of the batch makes `since` later than a hold.
  return batch.state !== 'released' || (await areLotsChanged(trx, [batch.lotId], since));
}

export const goodsImporter: Importer = {
  kind: 'goods',
  table: 'finished_good',
  async load(trx, rows, options) {
    const batches = await findByBatchNumber(trx, rows, options.today);
    const renumbered = await findRenumbered(trx, rows, options.today);
    const data = { batches, renumbered, items: await findItemsByName(trx) };
    return async () => await plan(rows, data, options);
  },
  async undo(write, { recordId, before, updatedAt }, today) {
    if (before) {
      const body = goodUpdateBody.parse({ status: 'available', ...before, updatedAt: null });
      const batch = await findBatch(write.trx, recordId);
      const saleDay = batch && (await findLastSaleDay(write.trx, batch.lotId));
      // Undoing leaves the status to the ledger, as the import did.
      await updateFinishedGood(
        write,
        recordId,
        { ...body, ...(!('status' in before) && withoutStatus) },
        today,
        saleDay,
      );
      return;
    }
    if (await isLotChanged(write.trx, recordId, updatedAt)) throw conflict(importTexts.lotChanged);
    await deleteFinishedGood(write, recordId, today);
  },
};
