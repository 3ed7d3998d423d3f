/** An item and all that is made of it: its lots, the runs that took of them, and the lots that those made. */
import { sql } from 'kysely';
import type { MovementKind } from '#contract/stock.ts';
import { inPieces } from '../db/pieces.ts';
import type { Trx } from '../db/tables.ts';
import { findReturns, type Return } from '../stock/flows.ts';
import { moved } from '../stock/kinds.ts';
import type { Input, Output } from '../stock/origins.ts';
import { findWeighedItems, type WeighedItem } from './items.ts';
import type { Period } from './statement.ts';

/** A lot of an item or of what is made of it; quantities in thousandths. */
export interface FamilyLot {
  lotId: number;
  itemId: number;
  /** All that came in. */
  quantityIn: number;
  onHand: number;
  parentLotId: number | null;
}

export interface FamilyFlows {
  lots: Map<number, FamilyLot>;
  /** What runs took of those lots. */
  consumed: Input[];
  /** All that those runs made. */
  outputs: Map<number, Output[]>;
  returns: Return[];
  /** The items of the lots and outputs. */
  items: ReadonlyMap<number, WeighedItem>;
}

const columns = sql`
  l.id as "lotId", l.item_id as "itemId", ${moved('in', 'l')} as "quantityIn", l.on_hand as "onHand",
  l.parent_lot_id as "parentLotId"`;

const findLots = async (trx: Trx, lotIds: readonly number[]) =>
  await inPieces(
    trx,
    'balanced lots',
    lotIds,
    (some) => sql<FamilyLot>`select ${columns} from lot l where l.id in ${some} and l.deleted_at is null`,
  );

interface MadeLot extends FamilyLot {
  runId: number;
  produced: number;
}

const findMadeLots = async (trx: Trx, runIds: readonly number[]) =>
  await inPieces(
    trx,
    'balanced batches',
    runIds,
    (some) => sql<MadeLot>`
      select ${columns}, g.run_id as "runId", l.produced
      from finished_good g join lot l on l.id = g.lot_id
      where g.run_id in ${some} and g.deleted_at is null and l.deleted_at is null`,
  );

const findUses = async (trx: Trx, lotIds: readonly number[]) =>
  await inPieces(
    trx,
    'balanced uses',
    lotIds,
    (some) => sql<Input>`
      select lot_id as "lotId", document_id as "runId", cast(-sum(quantity) as bigint) as quantity
      from movement where kind = 'consumed' and lot_id in ${some}
      group by lot_id, document_id having sum(quantity) <> 0`,
  );

/** Reads what was made of lots, a level at a time, each lot and run once; no further than so many levels of runs. */
export async function findFamilyFlows(
  trx: Trx,
  lotIds: readonly number[],
  levels = Number.POSITIVE_INFINITY,
): Promise<FamilyFlows> {
  const lots = new Map<number, FamilyLot>();
  const consumed: Input[] = [];
  const made = new Map<number, MadeLot[]>();
  const returns: Return[] = [];
  let next = await findLots(trx, lotIds);
  for (let level = 0; level < levels && next.length > 0; level += 1) {
    for (const lot of next) lots.set(lot.lotId, lot);
    const ids = next.map(({ lotId }) => lotId);
    const found = new Map<number, FamilyLot>();
    const runs = new Set<number>();
    for (const use of await findUses(trx, ids)) {
      consumed.push(use);
      if (!made.has(use.runId)) runs.add(use.runId);
    }
    for (const runId of runs) made.set(runId, []);
    for (const lot of await findMadeLots(trx, [...runs])) {
      made.get(lot.runId)?.push(lot);
      if (!lots.has(lot.lotId)) found.set(lot.lotId, lot);
    }
    const back = await findReturns(trx, ids);
    for (const each of back) returns.push(each);
    const returned = back.map(({ lotId }) => lotId).filter((lotId) => !lots.has(lotId));
    for (const lot of await findLots(trx, returned)) found.set(lot.lotId, lot);
    next = [...found.values()];
  }
  const itemIds = new Set([...lots.values()].map(({ itemId }) => itemId));
  for (const own of made.values()) for (const { itemId } of own) itemIds.add(itemId);
  const items = await findWeighedItems(trx, 'id', itemIds);
  const outputs = new Map<number, Output[]>();
  for (const [runId, own] of made) {
    const outputOf = ({ lotId, itemId, produced: quantity }: MadeLot): Output => {
      return { runId, lotId, itemId, quantity, milligrams: items.get(itemId)?.milligrams ?? null };
    };
    outputs.set(runId, own.map(outputOf));
  }
  return { lots, consumed, outputs, returns, items };
}

/** What was on hand of a lot before a period, or moved within it by a kind, net; in thousandths, never 0. */
export interface LotSum {
  lotId: number;
  kind: MovementKind | 'before';
  quantity: number;
}

interface Moved {
  lotId: number;
  kind: MovementKind;
  day: string;
  quantity: number;
}

/**
 * The sums of lots over a period. What was there before it follows from what is there now, so that only the movements
 * since are read.
 */
export async function findLotSums(
  trx: Trx,
  lots: ReadonlyMap<number, FamilyLot>,
  { from, to }: Period,
): Promise<LotSum[]> {
  const movements = await inPieces(
    trx,
    'balanced movements',
    [...lots.keys()],
    (some) => sql<Moved>`
      select lot_id as "lotId", kind, occurred_on as day, quantity
      from movement where lot_id in ${some} and occurred_on >= ${from}`,
    [from],
  );
  const ofLots = Map.groupBy(movements, ({ lotId }) => lotId);
  const sums: LotSum[] = [];
  for (const { lotId, onHand } of lots.values()) {
    let before = onHand;
    const within = new Map<MovementKind, number>();
    for (const { kind, day, quantity } of ofLots.get(lotId) ?? []) {
      before -= quantity;
      if (day <= to) within.set(kind, (within.get(kind) ?? 0) + quantity);
    }
    if (before !== 0) sums.push({ lotId, kind: 'before', quantity: before });
    for (const [kind, quantity] of within) if (quantity !== 0) sums.push({ lotId, kind, quantity });
  }
  return sums;
}
