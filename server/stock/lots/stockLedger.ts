/** The stock ledger of an item as a statement: the quantity that each document moved, and the balance after it. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { itemTexts } from '#contract/stock/items/items.ts';
import { ledgerTexts, MAX_LEDGER_ROWS, type ledgerAnswer } from '#contract/stock/lots/stockLedger.ts';
import type { MovementKind } from '#contract/stock/stock.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import { ALWAYS } from '../../core/calendar.ts';
import type { Trx } from '../../core/db/tables.ts';
import { invalid, notFound } from '../../core/http/errors.ts';
import { documentKey, findDocumentLabels } from '../names/documentLabels.ts';
import { nameOfItem, unitOfItem, withMasters } from '../names/itemNames.ts';

type Ledger = z.output<typeof ledgerAnswer>;

interface LedgerRequest {
  itemId: number;
  from?: string | undefined;
  to?: string | undefined;
}

interface Entry {
  day: string;
  kind: MovementKind;
  documentKind: DocumentKind;
  documentId: number;
  quantity: number;
}

async function findOpening(trx: Trx, { itemId, from }: LedgerRequest): Promise<number> {
  if (from === undefined) return 0;
  const { rows } = await sql<{ opening: number }>`
    select cast(coalesce(sum(v.quantity), 0) as bigint) as opening from lot l join movement v on v.lot_id = l.id
    where l.item_id = ${itemId} and v.occurred_on < ${from}`.execute(trx);
  return rows[0]?.opening ?? 0;
}

/** Quantities moved by documents, net of corrections; within a day, incoming ones first. */
async function findEntries(trx: Trx, { itemId, from, to }: LedgerRequest): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select v.occurred_on as day, v.kind, v.document_kind as "documentKind", v.document_id as "documentId",
      cast(sum(v.quantity) as bigint) as quantity
    from lot l join movement v on v.lot_id = l.id
    where l.item_id = ${itemId} and v.occurred_on between ${from ?? ALWAYS.from} and ${to ?? ALWAYS.to}
    group by v.occurred_on, v.kind, v.document_kind, v.document_id having sum(v.quantity) <> 0
    order by v.occurred_on, case when sum(v.quantity) > 0 then 0 else 1 end, v.document_id, v.kind
    limit ${sql.lit(MAX_LEDGER_ROWS + 1)}`.execute(trx);
  return rows;
}

/** The ledger of an item, in a snapshot. Throws 404 without the item, and 400 if it is too long. */
export async function findLedger(trx: Trx, request: LedgerRequest): Promise<Ledger> {
  const { rows: items } = await sql<Pick<Ledger, 'itemId' | 'itemName' | 'unit' | 'rawMaterialId' | 'productId'>>`
    select i.id as "itemId", ${nameOfItem} as "itemName", ${unitOfItem} as unit,
      i.raw_material_id as "rawMaterialId", i.product_id as "productId"
    from item i ${withMasters}
    where i.id = ${request.itemId}`.execute(trx);
  const [item] = items;
  if (!item) throw notFound(itemTexts.notFound);
  const opening = await findOpening(trx, request);
  const entries = await findEntries(trx, request);
  if (entries.length > MAX_LEDGER_ROWS) throw invalid({ from: [ledgerTexts.tooMany] });
  const labels = await findDocumentLabels(trx, entries);
  let balance = opening;
  const rows = entries.map((entry) => {
    balance += entry.quantity;
    return {
      day: entry.day,
      kind: entry.kind,
      document: { kind: entry.documentKind, id: entry.documentId, label: labels.get(documentKey(entry)) ?? '' },
      in: Math.max(entry.quantity, 0),
      out: Math.max(-entry.quantity, 0),
      balance,
    };
  });
  return {
    ...item,
    from: request.from ?? null,
    to: request.to ?? null,
    opening,
    in: rows.reduce((sum, row) => sum + row.in, 0),
    out: rows.reduce((sum, row) => sum + row.out, 0),
    closing: balance,
    rows,
  };
}
