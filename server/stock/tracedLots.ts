import { sql } from 'kysely';
import type { Claim, ItemPart, LotOrigin } from '#contract/stock.ts';
import { inPieces } from '../db/pieces.ts';
import type { Trx } from '../db/tables.ts';
import { moved } from './kinds.ts';
import { milligramsPerUnit } from './weights.ts';

/** A lot as a trace tells of it; quantities in thousandths. */
export interface TracedLot {
  lotId: number;
  itemId: number;
  itemName: string;
  unit: string;
  /** Of one unit; null where unknown. */
  milligrams: number | null;
  part: ItemPart;
  code: string;
  supplierLotNumber: string;
  origin: LotOrigin;
  receivedOn: string;
  expiresOn: string | null;
  quantityIn: number;
  onHand: number;
  parentLotId: number | null;
  inwardId: number | null;
  supplierId: number | null;
  /** As said of it by hand. */
  claim: Claim | null;
  certificateId: number | null;
  /** The run that made it. */
  runId: number | null;
  finishedGoodId: number | null;
}

/** Lots by their ids. */
export async function findTracedLots(trx: Trx, lotIds: readonly number[]): Promise<TracedLot[]> {
  return await inPieces<TracedLot>(
    trx,
    'traced lots',
    lotIds,
    (some) => sql<TracedLot>`
      select l.id as "lotId", l.item_id as "itemId", coalesce(m.name, p.name) as "itemName",
        coalesce(m.unit, p.unit) as unit, ${milligramsPerUnit} as milligrams, i.part, l.code,
        l.supplier_lot_number as "supplierLotNumber", l.origin, l.received_on as "receivedOn",
        l.expires_on as "expiresOn", ${moved('in', 'l')} as "quantityIn", l.on_hand as "onHand",
        l.parent_lot_id as "parentLotId", n.inward_id as "inwardId",
        w.supplier_id as "supplierId", l.claim, l.certificate_id as "certificateId", g.run_id as "runId", g.id as "finishedGoodId"
      from lot l join item i on i.id = l.item_id left join raw_material m on m.id = i.raw_material_id
        left join product p on p.id = i.product_id left join inward_line n on n.lot_id = l.id
        left join inward w on w.id = n.inward_id
        left join finished_good g on g.lot_id = l.id
      where l.id in ${some} and l.deleted_at is null`,
  );
}
