/** Productions as the specification has them, and the stock of raw materials beside them. */
import { sql, type NotNull, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type {
  productionDayRow,
  productionLotRecord,
  productionRecord,
  productionReportRow,
} from '#contract/make/production.ts';
import type { stockRecord } from '#contract/stock/items/materialStock.ts';
import { productionStatuses } from '#contract/documentStatus.ts';
import { executeKeyed, param, prepared } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import type { ListSource } from '../../core/lists/listing.ts';
import { anyOf, matchesByWords, isTermId, stateBegins } from '../../core/lists/search.ts';
import { freeQuantity, heldQuantity } from '../../stock/ledger/free.ts';
import { matchingMaterials } from '../../stock/names/materialNames.ts';
import { withSupplier } from '../../stock/names/lotSuppliers.ts';

export type Production = z.output<typeof productionRecord>;
export type ProductionLot = z.output<typeof productionLotRecord>;

const columns = sql<Production>`
  p.id as "productionId", p.run_id as "runId", p.raw_material_id as "rawMaterialId", m.name as "rawMaterialName", m.unit,
  p.quantity, p.production_date as "productionDate", p.status, p.created_at as "createdAt", p.updated_at as "updatedAt"`;
const rowId = sql<number>`p.id`;
// Products are inputs of runs, but no productions of the specification.
const isProduction = sql<SqlBool>`p.deleted_at is null and p.raw_material_id is not null`;
// A left join, so that both engines drop the join where the name isn't needed.
const from = sql`production p left join raw_material m on m.id = p.raw_material_id`;

/** Productions, newest first; searched by the material's name or id and by status. */
export const productionList: ListSource<Production> = {
  columns,
  from,
  where: isProduction,
  counted: 'production',
  states: productionStatuses,
  matches: (term) =>
    anyOf(
      sql`p.raw_material_id in (${matchingMaterials(term)})`,
      term.state && stateBegins('p.status'),
      term.id && isTermId('p.raw_material_id'),
    ),
  sort: {
    productionId: rowId,
    rawMaterialName: sql`lower(m.name)`,
    quantity: sql`p.quantity`,
    productionDate: sql`p.production_date`,
    status: sql`p.status`,
  },
  defaultSort: { by: 'productionId', order: 'desc' },
  id: rowId,
};

const materialId = sql<number>`m.id`;

/** The stock of every raw material, by name. */
export const stockList: ListSource<z.output<typeof stockRecord>> = {
  columns: sql`
    m.id as "rawMaterialId", i.id as "itemId", m.name as "rawMaterialName", m.unit, i.opening + i.received as "totalInwardQty",
    i.consumed as "usedQty", i.on_hand - i.opening - i.received + i.consumed as "adjustedQty", i.on_hand as "balanceQty",
    ${heldQuantity} as "onHoldQty",
    m.min_production_quantity as "minProductionQuantity"`,
  from: sql`raw_material m join item i on i.raw_material_id = m.id`,
  where: sql`m.deleted_at is null`,
  counted: 'raw_material',
  filters: {
    hasStock: (equalsParam) => sql`case when i.on_hand > 0 then 1 else 0 end ${equalsParam}`,
    belowReorder: (equalsParam) => sql`
      case when i.reorder_level > ${freeQuantity} then 'true' else 'false' end ${equalsParam}`,
  },
  matches: (term) => matchesByWords(term, 'raw_material_words', 'm.id', ['m.name']),
  sort: {
    rawMaterialName: sql`lower(m.name)`,
    rawMaterialId: materialId,
    totalInwardQty: sql`i.opening + i.received`,
    usedQty: sql`i.consumed`,
    balanceQty: sql`i.on_hand`,
  },
  defaultSort: { by: 'rawMaterialName', order: 'asc' },
  id: materialId,
};

/** The stock of one raw material, unless it is deleted. */
export async function findStock(db: Database, id: number): Promise<z.output<typeof stockRecord> | undefined> {
  const { rows } = await sql<z.output<typeof stockRecord>>`
    select ${stockList.columns} from ${stockList.from} where ${stockList.where} and m.id = ${id}`.execute(db);
  return rows[0];
}

/** Consumption, newest date first. */
export const reportList: ListSource<z.output<typeof productionReportRow>> = {
  columns: sql`p.raw_material_id as "rawmaterialID", p.production_date as "productionDate", p.quantity, p.status`,
  from,
  where: isProduction,
  counted: 'production',
  matches: (term) => sql`p.raw_material_id in (${matchingMaterials(term)})`,
  sort: { productionDate: sql`p.production_date` },
  defaultSort: { by: 'productionDate', order: 'desc' },
  id: rowId,
};

type Day = z.output<typeof productionDayRow>;
type DayRow = Pick<Day, 'productionDate'>;

/** Dates with consumption, newest first; searched by the consumed materials. */
export const dayList: ListSource<DayRow> = {
  columns: sql`d.production_date as "productionDate"`,
  from: sql`(select production_date from production_day group by production_date having sum(records) > 0) d`,
  where: sql`true`,
  matches: (term) => sql`d.production_date in (
    select p.production_date from production p
    where ${isProduction} and p.raw_material_id in (${matchingMaterials(term)}))`,
  sort: { productionDate: sql`d.production_date` },
  defaultSort: { by: 'productionDate', order: 'desc' },
  id: sql`d.production_date`,
};

/** Adds their consumption to dates, by one statement; a date's first report is its newest. */
export async function withConsumption(snapshot: Trx, days: readonly DayRow[]): Promise<Day[]> {
  if (days.length === 0) return [];
  const reports = await snapshot
    .selectFrom('production')
    .select([
      'production_date as productionDate',
      'run_id as runId',
      'raw_material_id as rawmaterialID',
      'quantity',
      'status',
    ])
    .where(
      'production_date',
      'in',
      days.map(({ productionDate }) => productionDate),
    )
    .where('deleted_at', 'is', null)
    .$narrowType<{ rawmaterialID: NotNull }>()
    .where('raw_material_id', 'is not', null)
    .orderBy('production_date')
    .orderBy('id', 'desc')
    .execute();
  const byDay = Map.groupBy(reports, (report) => report.productionDate);
  return days.flatMap(({ productionDate }) => {
    const ofDay = byDay.get(productionDate) ?? [];
    const [first] = ofDay;
    const runsOf = (some: typeof ofDay) => new Set(some.map(({ runId }) => runId)).size;
    const runsInProgress = runsOf(ofDay.filter(({ status }) => status === 'in_progress'));
    const rawMaterials = ofDay.map(({ rawmaterialID, quantity }) => ({ rawmaterialID, quantity }));
    return first ? [{ productionDate, status: first.status, runs: runsOf(ofDay), runsInProgress, rawMaterials }] : [];
  });
}

const productionById = prepared(
  () => sql<Production>`select ${columns} from ${from} where p.id = ${param('id')} and ${isProduction}`,
);

/** One production, unless it is deleted. */
export async function findProduction(db: Database | Trx, id: number): Promise<Production | undefined> {
  return (await productionById(db, { id }))[0];
}

type LotRow = Omit<ProductionLot, 'beforeReceipt'> & { beforeReceipt: number };

const lotsOfProduction = prepared(
  () => sql<LotRow>`
    select l.id as "lotId", l.code as "lotCode", w.id as "inwardId", w.invoice_number as "invoiceNumber",
      s.name as "supplierName", l.received_on as "inwardDate", cast(-sum(v.quantity) as bigint) as quantity,
      case when l.received_on > p.production_date then 1 else 0 end as "beforeReceipt"
    from production p
      join movement v on v.document_kind = 'run' and v.document_id = p.run_id and v.line_id = p.id
      join lot l on l.id = v.lot_id ${withSupplier}
    where p.id = ${param('id')} and v.kind = 'consumed'
    group by l.id, l.code, w.id, w.invoice_number, s.name, l.received_on, p.production_date
    having sum(v.quantity) <> 0
    order by l.received_on, l.id`,
);

/** The current allocations of a production to lots, oldest lot first. */
export async function findProductionLots(db: Database | Trx, id: number): Promise<ProductionLot[]> {
  const lots = await lotsOfProduction(db, { id });
  return lots.map((lot) => ({ ...lot, beforeReceipt: lot.beforeReceipt === 1 }));
}

/** The quantity of each material's newest production by date, excluding `exceptId`; by material id. */
export async function findLastQuantities(
  db: Database | Trx,
  rawMaterialIds: readonly number[],
  exceptId = 0,
): Promise<Map<number, number>> {
  const uniqueIds = [...new Set(rawMaterialIds)];
  const values = uniqueIds.flatMap((id) => [id, exceptId]);
  const { rows } = await executeKeyed(db, `last quantities ${uniqueIds.length}`, values, () => {
    // One index range per material: a combined query would read all productions of these materials.
    const newestProductions = uniqueIds.map(
      (id) => sql`
        select * from (
          select raw_material_id as "rawMaterialId", quantity from production
          where raw_material_id = ${id} and id <> ${exceptId} and deleted_at is null
          order by production_date desc, id desc limit 1) as newest`,
    );
    return sql<{ rawMaterialId: number; quantity: number }>`${sql.join(newestProductions, sql` union all `)}`;
  });
  return new Map(rows.map(({ rawMaterialId, quantity }) => [rawMaterialId, quantity]));
}
