/** Recording, changing and deleting purchase invoices, each in the caller's transaction. */
import { findDeletedCertificates, holdUnprovedLots, resolveClaims } from './lineClaims.ts';
import { defineDocument } from '../../core/records/document.ts';
import { receive, reviseReceipts } from '../../stock/ledger/receipts.ts';
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import type { inwardCreateBody, inwardUpdateBody } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { insertRows } from '../../core/db/statements.ts';
import type { Tables, Trx } from '../../core/db/tables.ts';
import { refuseMissingReferences } from '../../core/records/restoring.ts';
import { refusalsAsConflict } from '../../stock/documents/refusals.ts';
import type { Write } from '../../core/records/write.ts';
import { lockMaterials } from '../../stock/ledger/items.ts';
import { findMaterialNames } from '../../stock/names/materialNames.ts';
import { findHeldFromStart } from '../../stock/documents/heldFromStart.ts';
import { returnChanges } from '../../stock/documents/returnChanges.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import { restoreLots } from '../../stock/ledger/lots.ts';
import { changeLots, checkCodes, withReceipt, type PreparedLine } from './lineLots.ts';
import { findInward, type Inward } from './queries.ts';
import { inwardHistory } from './history.ts';
import {
  checkSupplier,
  receiptRefusals,
  lockReferences,
  assignLots,
  totalsOf,
  type References,
  type Totals,
} from './rules.ts';

function rowsOf(
  inwardId: number,
  lines: readonly PreparedLine[],
  lotIds: readonly number[],
  { lineTotals }: Totals,
): Insertable<Tables['inward_line']>[] {
  return lines.map(({ line, stored }, index) => ({
    lot_id: lotIds[index] ?? 0,
    inward_id: inwardId,
    raw_material_id: line.rawMaterialId,
    position: index,
    quantity: line.quantity,
    price_per_unit: line.pricePerUnit,
    total_amount: lineTotals[index] ?? 0,
    transaction_certificate: line.transactionCertificate ?? stored?.transactionCertificate ?? '',
    deleted_at: null,
  }));
}

/** The lots that lines opened on hold. */
function openedOnHold(lines: readonly PreparedLine[], lotIds: readonly number[]): number[] {
  return lotIds.filter((_, index) => lines[index]?.receipt.state === 'onHold' && !lines[index].stored);
}

/** Replaces the lines: inserts new ones, updates changed ones, soft-deletes missing ones. */
async function replaceLines(
  trx: Trx,
  inwardId: number,
  rows: readonly Insertable<Tables['inward_line']>[],
  at: string,
): Promise<void> {
  await trx
    .updateTable('inward_line')
    .set({ deleted_at: at })
    .where('inward_id', '=', inwardId)
    .where('deleted_at', 'is', null)
    .execute();
  await trx
    .insertInto('inward_line')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('lot_id').doUpdateSet(({ ref }) => ({
        position: ref('excluded.position'),
        quantity: ref('excluded.quantity'),
        price_per_unit: ref('excluded.price_per_unit'),
        total_amount: ref('excluded.total_amount'),
        transaction_certificate: ref('excluded.transaction_certificate'),
        deleted_at: null,
      })),
    )
    .execute();
}

type Body = z.output<typeof inwardCreateBody> | z.output<typeof inwardUpdateBody>;

/** The bill of an inward. */
export const inwardBill = {
  table: 'inward',
  column: 'bill_id',
  field: 'billAttachment',
  replaced: 'billReplaced',
  tooLarge: inwardTexts.billTooLarge,
  of: ({ billAttachment }: Body) => billAttachment,
  isIn: ({ hasBill }: Inward) => hasBill,
} as const;

interface Prepared {
  totals: Totals;
  references: References;
  lines: PreparedLine[];
}

/** Locks the supplier and the materials, and gives each line its lot and its claim. */
async function prepareLines({ trx }: Write, body: Body, before: Inward | undefined): Promise<Prepared> {
  const totals = totalsOf(body.rawMaterials, body.totalGst);
  const stored = before?.rawMaterials ?? [];
  const references = await lockReferences(trx, body.supplierId, body.rawMaterials, stored);
  if (before) await checkSupplier(trx, before, body.supplierId);
  // A new inward has no lines that an id could name.
  const bodyLines = before ? body.rawMaterials : body.rawMaterials.map((line) => ({ ...line, id: null }));
  const claimed = await resolveClaims(trx, body, assignLots(stored, bodyLines), references, before);
  const lines = claimed.map((each) => withReceipt(each, references));
  await checkCodes(trx, references.items, lines);
  return { totals, references, lines };
}

/** Posts the receipts and writes the lines; returns what that changes of lots, for the history. */
async function saveLines(
  { trx, actor }: Write,
  id: number,
  body: Body,
  { totals, references, lines }: Prepared,
  before: Inward | undefined,
) {
  const post = before ? reviseReceipts : receive;
  const receipts = lines.map(({ receipt }) => receipt);
  const lotIds = await refusalsAsConflict(trx, receiptRefusals, () =>
    post(trx, references.items, id, body.inwardDate, receipts, actor),
  );
  const rows = rowsOf(id, lines, lotIds, totals);
  if (!before) {
    await insertRows(trx, 'inward_line', rows);
    return await findHeldFromStart(trx, openedOnHold(lines, lotIds));
  }
  const returns = await changeLots(trx, lines, actor.at);
  const ofLots = [
    ...returnChanges(returns),
    ...(await holdUnprovedLots(trx, lines, actor.at)),
    ...(await findHeldFromStart(trx, openedOnHold(lines, lotIds))),
  ];
  await replaceLines(trx, id, rows, actor.at);
  return ofLots;
}

/**
 * The writes of purchase invoices: each line becomes a lot. A change is a 409 where more was consumed from one of its lots than
 * would be left, or something went back to the supplier that it had; a deletion where something was consumed; restoring where
 * its supplier, a material or a certificate is now deleted, or another lot has the code of one of its lots.
 */
export const inwardDocument = defineDocument<Inward, Body, Prepared>({
  kind: 'inward',
  table: 'inward',
  idField: 'inwardId',
  ...inwardHistory,
  texts: inwardTexts,
  lines: { table: 'inward_line', column: 'inward_id' },
  file: inwardBill,
  find: findInward,
  columns: (body, { totals }, before) => ({
    supplier_id: body.supplierId,
    invoice_number: body.invoiceNumber,
    inward_date: body.inwardDate,
    status: body.status,
    sub_total: totals.subTotal,
    total_gst: body.totalGst,
    grand_total: totals.grandTotal,
    bill_follows: body.billAttachment || before?.hasBill ? '' : (body.billFollows ?? before?.billFollows ?? ''),
  }),
  prepare: prepareLines,
  save: saveLines,
  async remove({ trx, actor }, { inwardId, inwardDate, rawMaterials }, mark) {
    const items = await lockMaterials(
      trx,
      rawMaterials.map((line) => line.rawMaterialId),
    );
    await mark();
    await refusalsAsConflict(trx, receiptRefusals, () => reviseReceipts(trx, items, inwardId, inwardDate, [], actor));
  },
  async restore({ trx, actor }, { inwardId, supplierId, supplierName, inwardDate, rawMaterials }) {
    const supplierExists = await lockRecord(trx, 'supplier', supplierId);
    const ids = rawMaterials.map(({ rawMaterialId }) => rawMaterialId);
    const items = await lockMaterials(trx, ids);
    const names = await findMaterialNames(trx, ids);
    const deletedMaterials = rawMaterials.filter(({ rawMaterialId }) => !names.has(rawMaterialId));
    const certificates = await findDeletedCertificates(trx, rawMaterials);
    refuseMissingReferences([
      ...(supplierExists ? [] : [supplierName]),
      ...deletedMaterials.map(({ rawMaterialName }) => rawMaterialName),
      ...certificates,
    ]);
    const lotIds = rawMaterials.map(({ lotId }) => lotId);
    await refusalsAsConflict(trx, receiptRefusals, async () => {
      await restoreLots(trx, lotIds, actor.at);
      await reviseReceipts(trx, items, inwardId, inwardDate, rawMaterials, actor);
    });
  },
});
