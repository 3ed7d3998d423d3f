/** Gaps that an inspector would object to, a statement for each kind (docs/domain.md, Readiness). */
import { formatDaysAhead, formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { certificateTexts, LAPSING_DAYS } from '#contract/prove/certificates.ts';
import { daysAfter, daysUntil } from '#contract/core/values/dates.ts';
import { lotOriginLabels } from '#contract/stock/lots/lotTexts.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import {
  MAX_ENTRIES,
  readinessKinds,
  readinessScreenTexts,
  type ReadinessKind,
  type ReadinessRow,
} from '#contract/prove/readiness.ts';
import { kindOfDocument, pageOf, type DocumentKind } from '#contract/kinds.ts';
import { traceTexts } from '#contract/prove/trace.ts';
import type { Trx } from '../../core/db/tables.ts';
import { isUnproved } from '../../stock/origins/coverage.ts';
import { departures } from '../../stock/ledger/kinds.ts';
import { supplierOfLot } from '../../stock/ledger/lotSuppliers.ts';
import { lastCounts } from './lastCounts.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/ledger/itemNames.ts';

/** A row of any kind; fields that do not apply are null. */
interface GapRow {
  id: number;
  label: string;
  itemName: string | null;
  unit: string | null;
  quantity: number | null;
  day: string | null;
  /** A supplier, or a scheme and number. */
  text: string | null;
  usedOn: string | null;
  /** Thousandths. */
  ledgerQuantity: number | null;
  /** The list that shows the record. */
  listPath: string | null;
  documentKind: DocumentKind | null;
  /** Why it is so, as it was written. */
  reason: string | null;
}

type Columns = Partial<Record<keyof GapRow, RawBuilder<unknown>>>;

/** The statement of a kind in parts, so that its rows can be counted without being read or named. */
interface GapStatement {
  columns: Columns;
  /** Tables that determine the rows, up to the `where`. */
  from: RawBuilder<unknown>;
  /** Joins that find a row's names, one for each row. */
  names?: RawBuilder<unknown>;
  where?: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

interface GapKind {
  statement: (today: string) => GapStatement;
  link: (row: GapRow) => string;
  detail: (row: GapRow, today: string) => string;
  /** Only where it is a term. */
  day?: (row: GapRow) => string | null;
}

const all = sql`true`;

/** The columns of a row, from SQL. */
function selected(of: Columns): RawBuilder<GapRow> {
  const none = sql`null`;
  const {
    id = none,
    label = none,
    itemName: item = none,
    unit: inUnit = none,
    quantity = none,
    day = none,
    text = none,
    usedOn = none,
    ledgerQuantity = none,
    listPath = none,
    documentKind = none,
    reason = none,
  } = of;
  return sql<GapRow>`
    ${id} as id, ${label} as label, ${item} as "itemName", ${inUnit} as unit, ${quantity} as quantity, ${day} as day,
    ${text} as text, ${usedOn} as "usedOn", ${ledgerQuantity} as "ledgerQuantity", ${listPath} as "listPath",
    ${documentKind} as "documentKind", ${reason} as reason`;
}

function amount({ quantity, unit: inUnit }: GapRow): string {
  return quantity === null ? '' : formatQuantityWithUnit(fromThousandths(quantity), inUnit ?? '');
}

const date = (day: string | null): string => (day === null ? '' : formatDate(day));

const certificateColumns = {
  id: sql`c.id`,
  label: sql`coalesce(s.name, ${certificateTexts.own})`,
  day: sql`c.valid_to`,
  text: sql`c.scheme || ', ' || c.number`,
};

/**
 * Whether later certificates of the same holder and scheme, which have begun by a day, took the place of certificate c: for
 * all that it covers.
 */
function isReplaced(by: unknown): RawBuilder<SqlBool> {
  const later = sql`
    select 1 from certificate later
    where later.deleted_at is null and later.withdrawn_on is null and later.scheme = c.scheme
      and later.valid_to > c.valid_to and cast(later.valid_from as text) <= ${by}
      and coalesce(later.supplier_id, 0) = coalesce(c.supplier_id, 0)`;
  return sql<SqlBool>`(
    exists (${later} and later.all_items = 1)
    or (c.all_items = 0 and not exists (
      select 1 from certificate_item own where own.certificate_id = c.id and not exists (${later} and exists (
        select 1 from certificate_item further
        where further.certificate_id = later.id and further.item_id = own.item_id)))))`;
}

/** Certificates with their holders: those of inactive suppliers are history. */
const certificates = sql`certificate c left join supplier s on s.id = c.supplier_id`;
const isInUse = sql`
  c.deleted_at is null and c.withdrawn_on is null and (s.id is null or (s.status = 1 and s.deleted_at is null))`;

/** The days of the terms in which a certificate lapses, as column1, each with the day after as column2: both as text. */
function lapsingDays(today: string): RawBuilder<unknown> {
  const days = Array.from({ length: LAPSING_DAYS + 1 }, (_, index) => daysAfter(today, index));
  return sql`(values ${sql.join(days.map((day) => sql`(${day}, ${daysAfter(day, 1)})`))})`;
}

const kinds: Readonly<Record<ReadinessKind, GapKind>> = {
  beforeReceipt: {
    statement: () => ({
      columns: {
        id: sql`used.document_id`,
        label: sql`l.code`,
        itemName: nameOfItem,
        unit: unitOfItem,
        quantity: sql`used.quantity`,
        day: sql`l.received_on`,
        usedOn: sql`used.day`,
        documentKind: sql`used.document_kind`,
      },
      from: sql`(
        select v.lot_id, v.document_kind, v.document_id, v.occurred_on as day, cast(-sum(v.quantity) as bigint) as quantity
        from movement v join lot l on l.id = v.lot_id
        where v.kind in ${departures} and v.occurred_on < l.received_on
          and v.lot_id in (select early.id from lot early where early.first_used_on < early.received_on)
        group by v.lot_id, v.document_kind, v.document_id, v.occurred_on having sum(v.quantity) <> 0) used`,
      names: sql`join lot l on l.id = used.lot_id join item i on i.id = l.item_id ${withMasters}`,
      order: sql`used.day desc, used.document_id desc, l.id`,
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

async function countKind(trx: Trx, kind: ReadinessKind, today: string): Promise<number> {
  const { from, where = all } = kinds[kind].statement(today);
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from} where ${where}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Items that were counted and have no tolerance that the count could be measured by. */
async function countWithoutTolerance(trx: Trx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from item i ${withMasters}
    where coalesce(m.deleted_at, p.deleted_at) is null and i.balance_tolerance is null and i.id in (
      select l.item_id from adjustment a
      join adjustment_line j on j.adjustment_id = a.id and j.deleted_at is null join lot l on l.id = j.lot_id
      where a.kind = 'count' and a.deleted_at is null)`.execute(trx);
  return rows[0]?.count ?? 0;
}

async function findKind(trx: Trx, kind: ReadinessKind, today: string): Promise<ReadinessRow> {
  const { statement, link, detail, day = () => null } = kinds[kind];
  const { columns, from, names = sql``, where = all, order } = statement(today);
  const { rows: gaps } = await sql<GapRow>`
    select ${selected(columns)} from ${from} ${names} where ${where}
    order by ${order} limit ${MAX_ENTRIES}`.execute(trx);
  const entries = gaps.map((each) => ({
    recordId: each.id,
    label: each.label,
    detail: detail(each, today),
    link: link(each),
    day: day(each),
  }));
  // A statement of its own, since counting beside the entries would read all columns of all rows.
  const count = gaps.length < MAX_ENTRIES ? gaps.length : await countKind(trx, kind, today);
  return kind === 'beyondTolerance'
    ? { kind, count, entries, unchecked: await countWithoutTolerance(trx) }
    : { kind, count, entries };
}

/** Each kind with its entries, in a snapshot; `today` is the server's day. */
export async function findReadiness(trx: Trx, today: string): Promise<ReadinessRow[]> {
  const rows: ReadinessRow[] = [];
  for (const kind of readinessKinds) rows.push(await findKind(trx, kind, today));
  return rows;
}

/** How many there are of each kind. */
export async function countReadiness(trx: Trx, today: string): Promise<Pick<ReadinessRow, 'kind' | 'count'>[]> {
  const counts: Pick<ReadinessRow, 'kind' | 'count'>[] = [];
  for (const kind of readinessKinds) counts.push({ kind, count: await countKind(trx, kind, today) });
  return counts;
}

/** The certificates that lapse within 90 days without a later one, the first to lapse first. */
export async function findLapsing(trx: Trx, today: string): Promise<ReadinessRow['entries']> {
  return (await findKind(trx, 'certificatesLapsing', today)).entries;
}
