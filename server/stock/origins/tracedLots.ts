import { sql } from 'kysely';
import { inPieces } from '../../core/db/statements.ts';
import type { Claim, ItemPart, LotOrigin, LotState } from '#contract/stock/stock.ts';
import type { Trx } from '../../core/db/tables.ts';
import { moved } from '../ledger/kinds.ts';
import { supplierOfLot } from '../names/lotSuppliers.ts';
import { nameOfItem, unitOfItem, withMasters } from '../names/itemNames.ts';

/** A lot in a trace; quantities in thousandths. */
export interface TracedLot {
  lotId: number;
  itemId: number;
  itemName: string;
  unit: string;
  /** Weight of one unit; null if unknown. */
  milligrams: number | null;
  part: ItemPart;
  code: string;
  supplierLotNumber: string;
  origin: LotOrigin;
  state: LotState;
  receivedOn: string;
  expiresOn: string | null;
  /** By its run. */
  produced: number;
  /** As opening stock. */
  opening: number;
  /** All that came in. */
  quantityIn: number;
  /** Included in it, without a document: the surplus of counts less their deficits. */
  undocumented: number;
  onHand: number;
  parentLotId: number | null;
  inwardId: number | null;
  /** Supplier, if known. */
  supplierId: number | null;
  /** Claim entered by hand. */
  claim: Claim | null;
  certificateId: number | null;
  /** Its run. */
  runId: number | null;
  finishedGoodId: number | null;
  /** When it was recorded. */
  createdAt: string;
}

/** Fields of a lot that belong to its item. */
type OfItem = Pick<TracedLot, 'itemId' | 'itemName' | 'unit' | 'milligrams' | 'part'>;

/** The items of lots. */
async function findItems(trx: Trx, lots: readonly { itemId: number }[]): Promise<Map<number, OfItem>> {
  const rows = await inPieces(
    trx,
    'traced items',
    [...new Set(lots.map(({ itemId }) => itemId))],
    (chunk) => sql<OfItem>`
      select i.id as "itemId", ${nameOfItem} as "itemName", ${unitOfItem} as unit,
        i.weight as milligrams, i.part
      from item i ${withMasters}
      where i.id in ${chunk}`,
  );
  return new Map(rows.map((row) => [row.itemId, row]));
}

type LotRow = Omit<TracedLot, Exclude<keyof OfItem, 'itemId'>>;

/** Adds the fields of items to lots; items are far fewer. */
async function withItems<Row extends LotRow>(trx: Trx, rows: readonly Row[]): Promise<(Row & OfItem)[]> {
  const items = await findItems(trx, rows);
  return rows.flatMap((row) => {
    const item = items.get(row.itemId);
    return item ? { ...row, ...item } : [];
  });
}

const columns = sql`
  l.id as "lotId", l.item_id as "itemId", l.code, l.supplier_lot_number as "supplierLotNumber", l.origin, l.state,
  l.received_on as "receivedOn", l.expires_on as "expiresOn", l.produced, l.opening, ${moved('in', 'l')} as "quantityIn",
  case when l.found > l.lost then l.found - l.lost else 0 end as undocumented,
  l.on_hand as "onHand", l.parent_lot_id as "parentLotId", l.claim, l.certificate_id as "certificateId",
  g.run_id as "runId", g.id as "finishedGoodId", l.created_at as "createdAt"`;

/** Lots by their ids. */
export async function findTracedLots(trx: Trx, lotIds: readonly number[]): Promise<TracedLot[]> {
  const rows = await inPieces(
    trx,
    'traced lots',
    lotIds,
    (chunk) => sql<LotRow>`
      select ${columns}, n.inward_id as "inwardId", ${supplierOfLot} as "supplierId"
      from lot l left join inward_line n on n.lot_id = l.id left join inward w on w.id = n.inward_id
        left join finished_good g on g.lot_id = l.id
      where l.id in ${chunk} and l.deleted_at is null`,
  );
  return await withItems(trx, rows);
}

/** Outputs of runs: all lots of each run. */
export async function findTracedOutputs(
  trx: Trx,
  runIds: readonly number[],
): Promise<(TracedLot & { runId: number })[]> {
  const rows = await inPieces(
    trx,
    'traced batches',
    runIds,
    (chunk) => sql<LotRow & { runId: number }>`
      select ${columns}, null as "inwardId", null as "supplierId"
      from finished_good g join lot l on l.id = g.lot_id
      where g.run_id in ${chunk} and g.deleted_at is null and l.deleted_at is null`,
  );
  return await withItems(trx, rows);
}
