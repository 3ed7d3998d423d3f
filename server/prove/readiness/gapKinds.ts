/** The kinds of gaps that an inspector would object to, with a statement for each (docs/domain.md, Readiness). */
import { formatDaysAhead } from '#contract/core/values/format.ts';
import { sql, type RawBuilder } from 'kysely';
import { daysUntil } from '#contract/core/values/dates.ts';
import { lotOriginLabels } from '#contract/stock/lots/lotTexts.ts';
import { readinessScreenTexts, type ReadinessKind } from '#contract/prove/readiness.ts';
import { kindOfDocument, pageOf } from '#contract/kinds.ts';
import { traceTexts } from '#contract/prove/trace.ts';
import { madeMore } from '../../stock/origins/madeMore.ts';
import { isUnproved, suspends } from '../../stock/origins/coverage.ts';
import { departures } from '../../stock/ledger/kinds.ts';
import { supplierOfLot } from '../../stock/names/lotSuppliers.ts';
import { certificateColumns, certificates, isInUse, isReplaced, lapsingDays } from './certificateGaps.ts';
import { all, amount, date, type GapKind } from './gapKind.ts';
import { lastCounts } from './lastCounts.ts';
import { findUnderNoScheme } from './schemeGaps.ts';
import { shipmentGaps } from './shipmentGaps.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';

/** Quantities of lots that documents took on a day, as used, of the movements v of lots l that meet a condition. */
function usesWhere(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select v.lot_id, v.document_kind, v.document_id, v.occurred_on as day, cast(-sum(v.quantity) as bigint) as quantity
    from movement v join lot l on l.id = v.lot_id where ${condition}
    group by v.lot_id, v.document_kind, v.document_id, v.occurred_on having sum(v.quantity) <> 0) used`;
}
const useColumns = {
  id: sql`used.document_id`,
  label: sql`l.code`,
  itemName: nameOfItem,
  unit: unitOfItem,
  quantity: sql`used.quantity`,
  usedOn: sql`used.day`,
  documentKind: sql`used.document_kind`,
};
const namesOfUse = sql`join lot l on l.id = used.lot_id join item i on i.id = l.item_id ${withMasters}`;
const orderOfUse = sql`used.day desc, used.document_id desc, l.id`;

export const gapKinds: Readonly<Record<ReadinessKind, GapKind>> = {
  ...shipmentGaps,
  beforeReceipt: {
    statement: () => ({
      columns: {
        ...useColumns,
        day: sql`l.received_on`,
      },
      from: usesWhere(sql`v.kind in ${departures} and v.occurred_on < l.received_on
        and v.lot_id in (select early.id from lot early where early.first_used_on < early.received_on)`),
      names: namesOfUse,
      order: orderOfUse,
    }),
    link: ({ id, documentKind }) => pageOf(kindOfDocument(documentKind ?? 'run'), id),
    detail: (row) => {
      const { documentKind, usedOn, day } = row;
      return traceTexts.usedEarly(documentKind ?? 'run', `${amount(row)} of ${row.itemName}`, date(usedOn), date(day));
    },
  },
  organicByOverride: {
    statement: () => ({
      columns: {
        id: sql`l.id`,
        label: sql`l.code`,
        itemName: nameOfItem,
        unit: unitOfItem,
        quantity: sql`case l.origin when 'received' then l.received when 'opening' then l.opening else l.found end`,
        day: sql`l.received_on`,
        text: sql`
          case l.origin when 'opening' then ${sql.lit(lotOriginLabels.opening)} || coalesce(', ' || s.name, '') when 'found' then ${sql.lit(lotOriginLabels.found)}
            else s.name || case when l.override_reason = '' then '' else ': ' || l.override_reason end end`,
      },
      from: sql`lot l left join inward_line n on n.lot_id = l.id left join inward w on w.id = n.inward_id`,
      names: sql`left join supplier s on s.id = ${supplierOfLot} join item i on i.id = l.item_id ${withMasters}`,
      where: sql`${isUnproved} and l.deleted_at is null`,
      order: sql`l.id desc`,
    }),
    link: ({ id }) => `/lots/${id}`,
    detail: (row) => `${amount(row)} of ${row.itemName}, ${date(row.day)}, ${row.text}`,
  },
  schemeUnknown: {
    found: findUnderNoScheme,
    statement: () => ({
      columns: {
        id: sql`l.id`,
        label: sql`l.code`,
        itemName: nameOfItem,
        unit: unitOfItem,
        quantity: sql`l.on_hand`,
        day: sql`l.received_on`,
      },
      from: sql`lot l`,
      names: sql`join item i on i.id = l.item_id ${withMasters}`,
      order: sql`l.id desc`,
    }),
    link: ({ id }) => `/lots/${id}`,
    detail: (row) => `${amount(row)} of ${row.itemName}, made ${date(row.day)}`,
  },
  withoutRun: {
    statement: () => ({
      columns: {
        id: sql`g.id`,
        label: sql`g.batch_number`,
        itemName: sql`p.name`,
        unit: sql`p.unit`,
        quantity: sql`g.quantity`,
        day: sql`l.received_on`,
      },
      from: sql`finished_good g`,
      names: sql`join product p on p.id = g.product_id join lot l on l.id = g.lot_id`,
      where: sql`g.run_id is null and g.deleted_at is null`,
      order: sql`g.id desc`,
    }),
    link: ({ id }) => `/production?batch=${id}`,
    detail: (row) => `${amount(row)} of ${row.itemName}, made ${date(row.day)}`,
  },
  madeMore: {
    statement: () => ({
      columns: {
        id: sql`made.run_id`,
        label: sql`(
          select g.batch_number from finished_good g where g.run_id = made.run_id and g.deleted_at is null
          order by g.id limit 1)`,
        unit: sql.lit('kg'),
        quantity: sql`cast(round(made.came_out / 1000000) as bigint)`,
        ledgerQuantity: sql`cast(round(made.went_in / 1000000) as bigint)`,
        day: sql`r.production_date`,
        reason: sql`made.gain_reason`,
      },
      from: sql`${madeMore(all)} made`,
      names: sql`join production_run r on r.id = made.run_id`,
      order: sql`r.production_date desc, made.run_id desc`,
    }),
    link: ({ id }) => `/production/${id}`,
    detail: (row) => {
      const wentIn = amount({ ...row, quantity: row.ledgerQuantity });
      return [`${amount(row)} came out of ${wentIn}, ${date(row.day)}`, row.reason].filter(Boolean).join(': ');
    },
  },
  madeEarly: {
    statement: () => ({
      columns: {
        id: sql`r.id`,
        label: sql`g.batch_number`,
        itemName: nameOfItem,
        unit: unitOfItem,
        quantity: sql`g.quantity`,
        day: sql`l.received_on`,
        usedOn: sql`r.begun_on`,
      },
      from: sql`
        production_run r join finished_good g on g.run_id = r.id and g.deleted_at is null
        join lot l on l.id = g.lot_id and l.received_on < r.begun_on`,
      names: sql`join item i on i.id = l.item_id ${withMasters}`,
      where: sql`r.first_made_on < r.begun_on and r.deleted_at is null`,
      order: sql`l.received_on desc, g.id desc`,
    }),
    link: ({ id }) => `/production/${id}`,
    detail: (row) =>
      `${amount(row)} of ${row.itemName}, made ${date(row.day)}; its first input is of ${date(row.usedOn)}`,
  },
  soldWithoutBuyer: {
    statement: () => ({
      columns: {
        id: sql`d.id`,
        label: sql`l.code`,
        itemName: nameOfItem,
        unit: unitOfItem,
        quantity: sql`x.quantity`,
        day: sql`d.dispatch_date`,
      },
      from: sql`dispatch d`,
      // One line each: only a batch that is set to sold by hand has no buyer (server/stock/ledger/handSales.ts).
      names: sql`
        join dispatch_line x on x.dispatch_id = d.id and x.deleted_at is null
        join lot l on l.id = x.lot_id join item i on i.id = l.item_id ${withMasters}`,
      where: sql`d.buyer_id is null and d.deleted_at is null`,
      order: sql`d.id desc`,
    }),
    link: ({ id }) => `/dispatches/${id}`,
    detail: (row) => `${amount(row)} of ${row.itemName}, ${date(row.day)}`,
  },
  beyondTolerance: {
    statement: () => ({
      columns: { id: sql`i.id`, label: nameOfItem, unit: unitOfItem, quantity: sql`i.found - i.lost` },
      from: sql`item i ${withMasters}`,
      where: sql`coalesce(m.deleted_at, p.deleted_at) is null and i.balance_tolerance is not null
        and abs(i.found - i.lost) * 100000.0
          > i.balance_tolerance * 1.0 * (i.opening + i.received + i.produced + i.returned_by_buyer)`,
      order: sql`i.id`,
    }),
    link: ({ id }) => `/mass-balance?itemId=${id}&withProducts=false`,
    detail: (row) => `${amount(row)} found or lost in counts`,
  },
  countsOvertaken: {
    statement: () => ({
      columns: {
        id: sql`c.id`,
        label: sql`l.code`,
        itemName: nameOfItem,
        unit: unitOfItem,
        quantity: sql`c.quantity`,
        day: sql`c.day`,
        ledgerQuantity: sql`c.ledger`,
      },
      from: lastCounts,
      names: sql`join lot l on l.id = c.lot_id join item i on i.id = l.item_id ${withMasters}`,
      where: sql`c.ledger <> c.quantity`,
      order: sql`c.day desc, c.id desc, c.lot_id`,
    }),
    link: () => '/adjustments/count',
    detail: (row) => {
      const now = amount({ ...row, quantity: row.ledgerQuantity });
      return `${amount(row)} of ${row.itemName} counted ${date(row.day)}; by the ledger it was ${now}`;
    },
  },
  certificatesSuspended: {
    statement: (today) => ({
      columns: { ...certificateColumns, day: sql`p.from_day`, reason: sql`c.body` },
      from: sql`${certificates} join certification_body_suspension p on ${suspends(today)}`,
      where: sql`${isInUse} and c.valid_from <= ${today} and c.valid_to >= ${today}`,
      order: sql`p.from_day desc, c.id`,
    }),
    link: ({ id }) => `/certificates/${id}`,
    detail: ({ text, day, reason }) => `${text}, ${reason} suspended from ${date(day)}`,
  },
  certificatesLapsed: {
    statement: (today) => ({
      columns: certificateColumns,
      from: certificates,
      where: sql`${isInUse} and c.valid_to < ${today} and not ${isReplaced(today)}`,
      order: sql`c.valid_to desc, c.id`,
    }),
    link: ({ id }) => `/certificates/${id}`,
    detail: ({ text, day }, today) =>
      `${text}, lapsed ${date(day)}, ${readinessScreenTexts.since(daysUntil(day ?? today, today))}`,
  },
  certificatesLapsing: {
    statement: (today) => ({
      columns: certificateColumns,
      from: sql`${certificates} join ${lapsingDays(today)} lapse on lapse.column1 = cast(c.valid_to as text)`,
      // A replacement leaves no day uncovered.
      where: sql`${isInUse} and not ${isReplaced(sql`lapse.column2`)}`,
      order: sql`c.valid_to, c.id`,
    }),
    link: ({ id }) => `/certificates/${id}`,
    detail: ({ text, day }, today) =>
      `${text}, valid to ${date(day)}, ${formatDaysAhead(daysUntil(today, day ?? today))}`,
    day: ({ day }) => day,
  },
  billsMissing: {
    statement: () => ({
      columns: {
        id: sql`w.id`,
        label: sql`w.invoice_number`,
        day: sql`w.inward_date`,
        text: sql`s.name`,
        reason: sql`w.bill_follows`,
      },
      from: sql`inward w`,
      names: sql`join supplier s on s.id = w.supplier_id`,
      where: sql`w.bill_id is null and w.deleted_at is null`,
      order: sql`w.id desc`,
    }),
    link: ({ id }) => `/inward/${id}`,
    detail: ({ text, day, reason }) => [text, date(day), reason].filter(Boolean).join(', '),
  },
  afterExpiry: {
    statement: () => ({
      columns: {
        ...useColumns,
        day: sql`l.expires_on`,
        reason: sql`coalesce(r.after_expiry_reason, d.after_expiry_reason)`,
      },
      from: usesWhere(sql`v.kind in ('consumed', 'dispatched') and v.occurred_on > l.expires_on
        and v.lot_id in (select expired.id from lot expired where expired.taken_expired_on is not null)`),
      names: sql`
        ${namesOfUse}
        left join production_run r on used.document_kind = 'run' and r.id = used.document_id
        left join dispatch d on used.document_kind = 'dispatch' and d.id = used.document_id`,
      order: orderOfUse,
    }),
    link: ({ id, documentKind }) => pageOf(kindOfDocument(documentKind ?? 'run'), id),
    detail: (row) => {
      const { documentKind, usedOn, day, reason } = row;
      return traceTexts.takenExpired(documentKind ?? 'run', `${amount(row)} of ${row.itemName}`, {
        day: date(usedOn),
        expiresOn: date(day),
        reason: reason ?? '',
      });
    },
  },
  expiredWithStock: {
    statement: (today) => ({
      columns: {
        id: sql`l.id`,
        label: sql`l.code`,
        itemName: nameOfItem,
        unit: unitOfItem,
        quantity: sql`l.on_hand`,
        day: sql`l.expires_on`,
      },
      from: sql`lot l`,
      names: sql`join item i on i.id = l.item_id ${withMasters}`,
      where: sql`l.on_hand > 0 and l.expires_on is not null and l.use_by < ${today} and l.deleted_at is null`,
      order: sql`l.use_by, l.id`,
    }),
    link: ({ id }) => `/lots/${id}`,
    detail: (row) => `${amount(row)} of ${row.itemName}, expired ${date(row.day)}`,
  },
  withoutGrams: {
    statement: () => ({
      columns: {
        id: sql`i.id`,
        label: nameOfItem,
        listPath: sql`case when i.product_id is null then '/rawmaterials' else '/products' end`,
        unit: unitOfItem,
      },
      from: sql`item i ${withMasters}`,
      where: sql`coalesce(m.deleted_at, p.deleted_at) is null and i.part <> 'packaging' and i.weight is null
        and i.opening + i.received + i.produced + i.found > 0`,
      order: sql`i.id`,
    }),
    link: ({ label, listPath }) => `${listPath}?search=${encodeURIComponent(label)}`,
    detail: ({ unit: inUnit }) => inUnit ?? '',
  },
};
