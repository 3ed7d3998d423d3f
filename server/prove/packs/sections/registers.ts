/** The registers of a pack: runs, dispatches and counts, each with its lines. */
import { sql, type RawBuilder } from 'kysely';
import {
  adjustmentKindLabels,
  type AdjustmentKind,
  productionStatusLabels,
  type ProductionStatus,
} from '#contract/documentStatus.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { packSentences } from '#contract/prove/packSentences.ts';
import { afterExpiryTexts } from '#contract/stock/lots/afterExpiry.ts';
import { claimTexts } from '#contract/stock/claims/claims.ts';
import { soldAsTexts } from '#contract/stock/claims/soldAs.ts';
import { findClaimTexts, lotItem, quantityCell, rowsOf } from './sectionParts.ts';
import type { Cell, Section } from './section.ts';
import { nameOfItem, unitOfItem } from '../../../stock/names/itemNames.ts';

/** The sentence about a lot that was taken after its date, with the reason. */
function takenExpired(expiredOn: string, reason: string): string {
  return [afterExpiryTexts.expiredOn(formatDate(expiredOn)), reason].filter(Boolean).join(': ');
}

interface RunRow {
  id: number;
  day: string;
  status: ProductionStatus;
  part: 'Input' | 'Output' | 'Loss';
  itemName: string | null;
  code: string | null;
  /** Null of a loss. */
  lotId: number | null;
  quantity: number | null;
  unit: string | null;
  text: string | null;
  /** The expiry date of a lot that it took later. */
  expiredOn: string | null;
  afterExpiryReason: string;
}

/** Inputs by lot, as the ledger has them; outputs; losses, of mass in grams or of pieces. */
const runStatement = (chunk: RawBuilder<unknown>) => sql<RunRow>`
  with requested as (select id from production_run where id in ${chunk} and deleted_at is null)
  select r.id, r.production_date as day, r.status, entry.part, entry."itemName", entry.code, entry."lotId",
    entry.quantity, entry.unit, entry.text, entry."expiredOn", r.after_expiry_reason as "afterExpiryReason"
  from production_run r join (
    select v.document_id as run_id, 'Input' as part, ${nameOfItem} as "itemName", l.code, l.id as "lotId",
      cast(-sum(v.quantity) as bigint) as quantity, ${unitOfItem} as unit, null as text, l.id as line,
      case when sum(case when v.occurred_on > l.expires_on then v.quantity else 0 end) <> 0 then l.expires_on end as "expiredOn"
    from movement v join lot l on l.id = v.lot_id ${lotItem}
    where v.document_kind = 'run' and v.kind = 'consumed' and v.document_id in (select id from requested)
    group by v.document_id, l.id, l.code, l.expires_on, ${nameOfItem}, ${unitOfItem} having sum(v.quantity) <> 0
    union all
    select g.run_id, 'Output', ${nameOfItem}, l.code, l.id, l.produced, ${unitOfItem}, null, l.id, null
    from finished_good g join lot l on l.id = g.lot_id ${lotItem}
    where g.run_id in (select id from requested) and g.deleted_at is null
    union all
    select o.run_id, 'Loss', ${nameOfItem}, null, cast(null as bigint), coalesce(o.milligrams, o.quantity),
      case when o.milligrams is null then ${unitOfItem} else 'g' end, o.reason, o.id, null
    from run_loss o left join raw_material m on m.id = o.raw_material_id left join product p on p.id = o.product_id
    where o.run_id in (select id from requested)) entry on entry.run_id = r.id
  order by r.id, case entry.part when 'Input' then 0 when 'Output' then 1 else 2 end, entry.line`;

export const runs: Section = {
  name: 'runs',
  title: 'Production runs',
  about: 'Inputs of each run, lot by lot, with its outputs and losses.',
  columns: [
    { title: 'Run', width: 1.5, isNumber: true },
    { title: 'Date', width: 2 },
    { title: 'Status', width: 2 },
    { title: 'Part', width: 2 },
    { title: 'Item', width: 5 },
    { title: 'Lot or batch', width: 4 },
    { title: 'Quantity', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: claimTexts.claim, width: 4 },
    { title: 'Reason', width: 4 },
  ],
  async *blocks(source) {
    const seen = new Set<number>();
    for await (const chunk of rowsOf(source, 'run', runStatement)) {
      const claimOf = await findClaimTexts(
        source.trx,
        chunk.flatMap(({ lotId }) => lotId ?? []),
      );
      yield {
        rows: chunk.map(({ id, day, status, part, itemName: item, code, lotId, quantity, ...row }): Cell[] => {
          seen.add(id);
          const amount = [quantityCell(quantity), row.unit];
          const claim = lotId === null ? null : claimOf(lotId);
          const text = row.expiredOn === null ? row.text : takenExpired(row.expiredOn, row.afterExpiryReason);
          return [{ count: id }, { day }, productionStatusLabels[status], part, item, code, ...amount, claim, text];
        }),
      };
    }
    return packSentences.runs(seen.size);
  },
};

interface DispatchRow {
  id: number;
  invoiceNumber: string;
  day: string;
  buyer: string | null;
  itemName: string;
  lotId: number;
  code: string;
  quantity: number;
  unit: string;
  vehicle: string;
  transportDocument: string;
  transactionCertificate: string;
  soldAs: string | null;
  soldAsReason: string;
  expiredOn: string | null;
  afterExpiryReason: string;
}

const dispatchStatement = (chunk: RawBuilder<unknown>) => sql<DispatchRow>`
  select d.id, d.invoice_number as "invoiceNumber", d.dispatch_date as day, b.name as buyer, ${nameOfItem} as "itemName",
    l.id as "lotId", l.code, x.quantity, ${unitOfItem} as unit, d.vehicle, d.transport_document as "transportDocument",
    d.transaction_certificate as "transactionCertificate", d.sold_as as "soldAs", d.sold_as_reason as "soldAsReason",
    case when d.dispatch_date > l.expires_on then l.expires_on end as "expiredOn",
    d.after_expiry_reason as "afterExpiryReason"
  from dispatch d left join buyer b on b.id = d.buyer_id join dispatch_line x on x.dispatch_id = d.id
    join lot l on l.id = x.lot_id ${lotItem}
  where d.id in ${chunk} and d.deleted_at is null and x.deleted_at is null order by d.id, x.position, x.id`;

export const dispatches: Section = {
  name: 'dispatches',
  title: 'Dispatches',
  about: 'Dispatches to buyers, batch by batch.',
  columns: [
    { title: 'Invoice', width: 3 },
    { title: 'Date', width: 2 },
    { title: 'Buyer', width: 5 },
    { title: 'Product', width: 5 },
    { title: 'Batch', width: 3 },
    { title: 'Quantity', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'Vehicle', width: 3 },
    { title: 'Transport document', width: 3 },
    { title: 'Transaction certificate', width: 3 },
    { title: soldAsTexts.label, width: 3 },
    { title: soldAsTexts.reason, width: 3 },
    { title: afterExpiryTexts.rule, width: 3 },
  ],
  async *blocks(source) {
    const [seen, nameless] = [new Set<number>(), new Set<number>()];
    const [beyond, expired] = [new Set<number>(), new Set<number>()];
    for await (const chunk of rowsOf(source, 'dispatch', dispatchStatement)) {
      const claimOf = await findClaimTexts(
        source.trx,
        chunk.map(({ lotId }) => lotId),
      );
      yield {
        rows: chunk.map((row): Cell[] => {
          seen.add(row.id);
          if (row.buyer === null) nameless.add(row.id);
          if (row.soldAsReason !== '') beyond.add(row.id);
          if (row.expiredOn !== null) expired.add(row.id);
          const { invoiceNumber, day, buyer, code, quantity, vehicle, transportDocument } = row;
          const amount = [{ quantity }, row.unit];
          return [
            invoiceNumber,
            { day },
            buyer ?? packSentences.noBuyer,
            row.itemName,
            code,
            ...amount,
            vehicle,
            transportDocument,
            row.transactionCertificate,
            claimOf(row.lotId, row.soldAs),
            row.soldAsReason,
            row.expiredOn && takenExpired(row.expiredOn, row.afterExpiryReason),
          ];
        }),
      };
    }
    const gaps = { nameless: nameless.size, beyond: beyond.size, expired: expired.size };
    return packSentences.dispatches(seen.size, gaps);
  },
};

interface AdjustmentRow {
  kind: AdjustmentKind;
  id: number;
  day: string;
  itemName: string;
  code: string;
  quantity: number;
  ledger: number | null;
  unit: string;
  party: string | null;
  reason: string;
}

const adjustmentStatement = (chunk: RawBuilder<unknown>) => sql<AdjustmentRow>`
  select a.kind, a.id, a.adjustment_date as day, ${nameOfItem} as "itemName", l.code, j.quantity,
    j.ledger_quantity as ledger, ${unitOfItem} as unit, coalesce(s.name, b.name) as party,
    case when j.reason = '' then a.reason else j.reason end as reason
  from adjustment a join adjustment_line j on j.adjustment_id = a.id join lot l on l.id = j.lot_id ${lotItem}
    left join supplier s on s.id = case a.kind when 'opening' then l.supplier_id else a.supplier_id end
    left join dispatch_line x on x.id = j.dispatch_line_id
    left join dispatch d on d.id = x.dispatch_id left join buyer b on b.id = d.buyer_id
  where a.id in ${chunk} and a.deleted_at is null and j.deleted_at is null order by a.id, j.position, j.id`;

export const counts: Section = {
  name: 'counts',
  title: 'Counts and adjustments',
  about: 'Stock counts with what the ledger said, opening stock, write-offs and returns.',
  columns: [
    { title: 'Kind', width: 3 },
    { title: 'Date', width: 2 },
    { title: 'Item', width: 5 },
    { title: 'Lot or batch', width: 4 },
    { title: 'Quantity', width: 2, isNumber: true },
    { title: 'Ledger said', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'Supplier or buyer', width: 4 },
    { title: 'Reason', width: 5 },
  ],
  async *blocks(source) {
    const seen = new Set<number>();
    for await (const chunk of rowsOf(source, 'adjustment', adjustmentStatement)) {
      yield {
        rows: chunk.map((row): Cell[] => {
          seen.add(row.id);
          const { kind, day, code, quantity, ledger, party, reason } = row;
          const amount = [{ quantity }, quantityCell(ledger), row.unit];
          return [adjustmentKindLabels[kind], { day }, row.itemName, code, ...amount, party, reason];
        }),
      };
    }
    return packSentences.counts(seen.size);
  },
};
