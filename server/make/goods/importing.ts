/** Finished goods from spreadsheets, by the rules of their own calls; a batch is recognised by its number. */
import { goodBody, goodEndpoints, goodUpdateBody } from '#contract/make/goods.ts';
import { importTexts, type RowFault } from '#contract/stock/importing.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { futureDateFaults } from '#contract/core/values/pastDates.ts';
import { nameKey } from '#contract/core/values/names.ts';
import { batchKey } from '../../core/db/batchOrder.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import type { Trx } from '../../core/db/tables.ts';
import { encoderOf } from '../../core/http/answers.ts';
import { conflict } from '../../core/http/errors.ts';
import {
  eachRow,
  faultsOf,
  ofRow,
  type Importer,
  type ImportOptions,
  type ImportPlan,
  type PlannedRow,
  type SavedRecord,
  type SheetRow,
} from '../../stock/documents/importing.ts';
import { findBatch } from '../../stock/ledger/batches.ts';
import { findLastSaleDay } from '../../stock/ledger/handSales.ts';
import { findItemsByName, quantityFaults, type NamedItem } from '../../stock/ledger/itemsByName.ts';
import { areLotsChanged } from '../../stock/ledger/lots.ts';
import { createGood, deleteGood, updateGood } from './actions.ts';
import { findGood, type Good } from './queries.ts';

const encode = encoderOf(goodEndpoints.get.answer);

function keyOf({ values }: SheetRow): string {
  return batchKey(String(values['batchNumber'] ?? ''));
}

/** The goods that have the batch numbers of rows, by their keys. */
async function findByBatch(trx: Trx, rows: readonly SheetRow[], today: string): Promise<Map<string, Good>> {
  const keys = [...new Set(rows.map(keyOf))];
  const goodsByKey = new Map<string, Good>();
  for (const some of piecesOf(keys)) {
    const goods = await trx
      .selectFrom('finished_good')
      .select(['id', 'batch_key'])
      .where('batch_key', 'in', some)
      .where('deleted_at', 'is', null)
      .execute();
    for (const { id, batch_key: key } of goods) {
      const good = await findGood(trx, id, today);
      if (good) goodsByKey.set(key, good);
    }
  }
  return goodsByKey;
}

type Body = ReturnType<typeof goodBody.parse>;

interface StoredData {
  goods: ReadonlyMap<string, Good>;
  items: ReadonlyMap<string, readonly NamedItem[]>;
}

/** Body of a row's batch, with its faults. */
function checkRow(row: SheetRow, { goods, items }: StoredData, { onExisting, today }: ImportOptions) {
  const { productName, ...values } = row.values;
  const known = goods.get(keyOf(row));
  const existing = known?.batchNumber ?? null;
  if (known && onExisting === 'skip') return { row, known, existing, faults: [], body: undefined };
  const name = String(productName ?? '');
  const called = items.get(nameKey(name)) ?? [];
  // Among products of one name, the batch's own comes first.
  const products = called.filter(({ productId }) => productId !== null);
  const product = products.find(({ productId }) => productId === known?.productId) ?? products[0];
  const sent = {
    ...(known && Object(encode(known))),
    ...values,
    ...(productName !== undefined && { productId: product?.productId ?? 0 }),
  };
  const checked = (known ? goodUpdateBody : goodBody).safeParse(sent);
  const faults: RowFault[] = faultsOf(row, checked.error, { productId: 'productName' }).map((fault) =>
    fault.field === 'productName' && name !== '' ? { ...fault, message: importTexts.productUnknown(name) } : fault,
  );
  if (products.length > 1 && product?.productId !== known?.productId) {
    faults.push({ row: row.number, field: 'productName', message: importTexts.calledTwice('product', name) });
  }
  const item = product ?? (known && { name: known.productName, unit: known.unit });
  faults.push(...quantityFaults(row, 'quantity', item));
  for (const [field, [message = '']] of Object.entries(
    futureDateFaults(values, goodEndpoints.create.pastDates, today),
  )) {
    faults.push({ row: row.number, field, message });
  }
  // A sale by hand follows the quantity.
  const taken = known && known.status !== 'sold' ? known.quantity - known.leftQty : 0;
  if (known && checked.data && checked.data.quantity < taken) {
    const message = importTexts.lessThanTaken(formatQuantityWithUnit(fromThousandths(taken), known.unit));
    faults.push({ row: row.number, field: 'quantity', message });
  }
  return { row, known, existing, faults, body: checked.data };
}

const unsaid = { status: undefined };

function hasStatus({ values }: SheetRow): boolean {
  return values['status'] !== undefined;
}

function isSame(good: Good, body: Body): boolean {
  const fields = ['productId', 'batchNumber', 'quantity', 'status', 'manufactureDate', 'expiryDate'] as const;
  return fields.every((field) => good[field] === body[field]);
}

async function plan(rows: readonly SheetRow[], stored: StoredData, options: ImportOptions): Promise<ImportPlan> {
  const faults: RowFault[] = [];
  const planned: PlannedRow[] = [];
  const toSave: { row: SheetRow; known: Good | undefined; body: Body }[] = [];
  const seen = new Map<string, number>();
  await eachRow(rows, (row) => {
    const key = keyOf(row);
    const earlier = key === '' ? undefined : seen.get(key);
    seen.set(key, earlier ?? row.number);
    const checked = checkRow(row, stored, options);
    const { known, existing, body } = checked;
    const own =
      earlier === undefined
        ? checked.faults
        : [{ row: row.number, field: 'batchNumber', message: importTexts.sameRow('batch', earlier) }];
    faults.push(...own);
    if (own.length > 0) planned.push({ outcome: 'fault', existing });
    else if (!body || (known && isSame(known, body))) planned.push({ outcome: 'skip', existing });
    else {
      planned.push({ outcome: known ? 'update' : 'create', existing });
      toSave.push({ row, known, body });
    }
  });
  return {
    rows: planned,
    faults,
    made: [],
    save: async (write, next) => {
      const saved: SavedRecord[] = [];
      for (const { row, known, body } of toSave) {
        const good = await ofRow(row.number, async () => {
          const { today } = options;
          // A computed status is not sent, since the sheet does not state it.
          return known
            ? await updateGood(write, known.finishedGoodId, { ...body, ...(!hasStatus(row) && unsaid) }, today)
            : await createGood(write, body, today);
        });
        saved.push({
          resource: 'goods',
          recordId: good.finishedGoodId,
          action: known ? 'update' : 'create',
          label: good.batchNumber,
          updatedAt: good.updatedAt,
          before: known ? { ...Object(encode(known)), ...(!hasStatus(row) && unsaid) } : null,
        });
        await next();
      }
      return saved;
    },
  };
}

/** Whether the lot of an imported batch was changed since: its claim, a hold, which is not in the batch's body. */
async function isLotChanged(trx: Trx, goodId: number, since: string): Promise<boolean> {
  const batch = await findBatch(trx, goodId);
  if (!batch) return false;
  // Undoing a later import of the batch makes `since` later than a hold.
  return batch.state !== 'released' || (await areLotsChanged(trx, [batch.lotId], since));
}

export const goodsImporter: Importer = {
  kind: 'goods',
  table: 'finished_good',
  async load(trx, rows, options) {
    const stored = { goods: await findByBatch(trx, rows, options.today), items: await findItemsByName(trx) };
    return async () => await plan(rows, stored, options);
  },
  async undo(write, { recordId, before, updatedAt }, today) {
    if (before) {
      const body = goodUpdateBody.parse({ status: 'available', ...before, updatedAt: null });
      const { lotId = 0 } = (await findBatch(write.trx, recordId)) ?? {};
      const saleDay = await findLastSaleDay(write.trx, lotId);
      // Undoing leaves the status to the ledger, as the import did.
      await updateGood(write, recordId, { ...body, ...(!('status' in before) && unsaid) }, today, saleDay);
      return;
    }
    if (await isLotChanged(write.trx, recordId, updatedAt)) throw conflict(importTexts.lotChanged);
    await deleteGood(write, recordId, today);
  },
};
