/** The kinds of gaps that an inspector would object to, with a statement for each (docs/domain.md, Readiness). */
import { sql, type RawBuilder } from 'kysely';
import { lotOriginLabels } from '#contract/stock/lots/lotTexts.ts';
import type { ReadinessKind } from '#contract/prove/readiness.ts';
import { kindOfDocument, pageOf } from '#contract/kinds.ts';
import { madeMore } from '../../stock/origins/madeMore.ts';
import { isUnproved, suspends } from '../../stock/origins/coverage.ts';
import { departures } from '../../stock/ledger/kinds.ts';
import { supplierOfLot } from '../../stock/names/lotSuppliers.ts';
import { certificateColumns, certificates, isInUse, isReplaced, lapsingDays } from './certificateGaps.ts';
import { all, pageOfKind, type Columns, type GapKind, type GapRow, type GapStatement } from './gapKind.ts';
import { lastCounts } from './lastCounts.ts';
import { findUnderNoScheme } from './schemeGaps.ts';
import { shipmentGaps } from './shipmentGaps.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';

/** The names of lot l. */
const lotColumns = { label: sql`l.code`, itemName: nameOfItem, unit: unitOfItem };
const itsItem = sql`join item i on i.id = l.item_id ${withMasters}`;

/** Quantities that documents took on a day from lots, by movements v of lots l that meet a condition. */
function departuresThat(condition: RawBuilder<unknown>, columns: Columns, itsDocument = sql``): GapStatement {
  return {
    columns: {
      ...lotColumns,
      id: sql`used.document_id`,
      quantity: sql`used.quantity`,
      usedOn: sql`used.day`,
      documentKind: sql`used.document_kind`,
      ...columns,
    },
    from: sql`(
      select v.lot_id, v.document_kind, v.document_id, v.occurred_on as day, cast(-sum(v.quantity) as bigint) as quantity
      from movement v join lot l on l.id = v.lot_id where ${condition}
      group by v.lot_id, v.document_kind, v.document_id, v.occurred_on having sum(v.quantity) <> 0) used`,
    names: sql`join lot l on l.id = used.lot_id ${itsItem} ${itsDocument}`,
    order: sql`used.day desc, used.document_id desc, l.id`,
  };
}
const documentPage = ({ id, documentKind }: GapRow) => pageOf(kindOfDocument(documentKind ?? 'run'), id);

export const gapKinds: Readonly<Record<ReadinessKind, GapKind>> = {
  ...shipmentGaps,
  beforeReceipt: {
    statement: () =>
      departuresThat(
        sql`v.kind in ${departures} and v.occurred_on < l.received_on
          and v.lot_id in (select early.id from lot early where early.first_used_on < early.received_on)`,
        { day: sql`l.received_on` },
      ),
    link: documentPage,
  },
  organicByOverride: {
    statement: () => ({
      columns: {
        id: sql`l.id`,
        ...lotColumns,
        quantity: sql`case l.origin when 'received' then l.received when 'opening' then l.opening else l.found end`,
        day: sql`l.received_on`,
        text: sql`
          case l.origin when 'opening' then ${sql.lit(lotOriginLabels.opening)} || coalesce(', ' || s.name, '') when 'found' then ${sql.lit(lotOriginLabels.found)}
            else s.name || case when l.override_reason = '' then '' else ': ' || l.override_reason end end`,
      },
      from: sql`lot l left join inward_line n on n.lot_id = l.id left join inward w on w.id = n.inward_id`,
      names: sql`left join supplier s on s.id = ${supplierOfLot} ${itsItem}`,
      where: sql`${isUnproved} and l.deleted_at is null`,
      order: sql`l.id desc`,
    }),
    link: pageOfKind('lots'),
  },
  schemeUnknown: {
    findIds: findUnderNoScheme,
    statement: () => ({
      columns: {
        id: sql`l.id`,
        ...lotColumns,
        quantity: sql`l.on_hand`,
        day: sql`l.received_on`,
      },
      from: sql`lot l`,
      names: itsItem,
      order: sql`l.id desc`,
    }),
    link: pageOfKind('lots'),
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
  },
  madeMore: {
    statement: () => ({
      columns: {
        id: sql`made.run_id`,
        label: sql`(
          select g.batch_number from finished_good g where g.run_id = made.run_id and g.deleted_at is null
          order by g.id limit 1)`,
        unit: sql.lit('kg'),
        quantity: sql`cast(round(made.output_mass / 1000000) as bigint)`,
        otherQuantity: sql`cast(round(made.input_mass / 1000000) as bigint)`,
        day: sql`r.production_date`,
        reason: sql`made.gain_reason`,
      },
      from: sql`${madeMore(all)} made`,
      names: sql`join production_run r on r.id = made.run_id`,
      order: sql`r.production_date desc, made.run_id desc`,
    }),
    link: pageOfKind('runs'),
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
      names: itsItem,
      where: sql`r.first_made_on < r.begun_on and r.deleted_at is null`,
      order: sql`l.received_on desc, g.id desc`,
    }),
    link: pageOfKind('runs'),
  },
  soldWithoutBuyer: {
    statement: () => ({
      columns: {
        id: sql`d.id`,
        ...lotColumns,
        quantity: sql`x.quantity`,
        day: sql`d.dispatch_date`,
      },
      from: sql`dispatch d`,
      // One line each: only a batch that is set to sold by hand has no buyer (server/stock/ledger/handSales.ts).
      names: sql`
        join dispatch_line x on x.dispatch_id = d.id and x.deleted_at is null
        join lot l on l.id = x.lot_id ${itsItem}`,
      where: sql`d.buyer_id is null and d.deleted_at is null`,
      order: sql`d.id desc`,
    }),
    link: pageOfKind('dispatches'),
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
  },
  countsOvertaken: {
    statement: () => ({
      columns: {
        id: sql`c.id`,
        ...lotColumns,
        quantity: sql`c.quantity`,
        day: sql`c.day`,
        otherQuantity: sql`c.ledger`,
      },
      from: lastCounts,
      names: sql`join lot l on l.id = c.lot_id ${itsItem}`,
      where: sql`c.ledger <> c.quantity`,
      order: sql`c.day desc, c.id desc, c.lot_id`,
    }),
    link: () => '/adjustments/count',
  },
  certificatesSuspended: {
    statement: (today) => ({
      columns: { ...certificateColumns, day: sql`p.from_day`, reason: sql`c.body` },
      from: sql`${certificates} join certification_body_suspension p on ${suspends(today)}`,
      where: sql`${isInUse} and c.valid_from <= ${today} and c.valid_to >= ${today}`,
      order: sql`p.from_day desc, c.id`,
    }),
    link: pageOfKind('certificates'),
  },
  certificatesLapsed: {
    statement: (today) => ({
      columns: certificateColumns,
      from: certificates,
      where: sql`${isInUse} and c.valid_to < ${today} and not ${isReplaced(today)}`,
      order: sql`c.valid_to desc, c.id`,
    }),
    link: pageOfKind('certificates'),
  },
  certificatesLapsing: {
    statement: (today) => ({
      columns: certificateColumns,
      from: sql`${certificates} join ${lapsingDays(today)} lapse on lapse.column1 = cast(c.valid_to as text)`,
      // A replacement leaves no day uncovered.
      where: sql`${isInUse} and not ${isReplaced(sql`lapse.column2`)}`,
      order: sql`c.valid_to, c.id`,
    }),
    link: pageOfKind('certificates'),
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
    link: pageOfKind('inward'),
  },
  afterExpiry: {
    statement: () =>
      departuresThat(
        sql`v.kind in ('consumed', 'dispatched') and v.occurred_on > l.expires_on
          and v.lot_id in (select expired.id from lot expired where expired.taken_expired_on is not null)`,
        { day: sql`l.expires_on`, reason: sql`coalesce(r.after_expiry_reason, d.after_expiry_reason)` },
        sql`
          left join production_run r on used.document_kind = 'run' and r.id = used.document_id
          left join dispatch d on used.document_kind = 'dispatch' and d.id = used.document_id`,
      ),
    link: documentPage,
  },
  expiredWithStock: {
    statement: (today) => ({
      columns: {
        id: sql`l.id`,
        ...lotColumns,
        quantity: sql`l.on_hand`,
        day: sql`l.expires_on`,
      },
      from: sql`lot l`,
      names: itsItem,
      where: sql`l.on_hand > 0 and l.expires_on is not null and l.use_by < ${today} and l.deleted_at is null`,
      order: sql`l.use_by, l.id`,
    }),
    link: pageOfKind('lots'),
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
  },
};
