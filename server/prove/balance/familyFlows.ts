/** An item and all products made from it: its lots, the runs that used them, and their outputs. */
import { sql } from 'kysely';
import type { MovementKind } from '#contract/stock/stock.ts';
import { inPieces } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findReturns, type Return } from '../../stock/origins/flows.ts';
import { moved } from '../../stock/ledger/kinds.ts';
import type { Input, Output } from '../../stock/origins/origins.ts';
import { findWeighedItems, type WeighedItem } from './items.ts';
import type { Period } from './statement.ts';

/** A lot of an item or of a product made from it; quantities in thousandths. */
export interface FamilyLot {
  lotId: number;
  itemId: number;
  /** All that came in. */
  quantityIn: number;
  onHand: number;
  consumed: number;
  /** Surplus of counts. */
  found: number;
  /** The run that produced it from the item. */
  runId: number | null;
}

/** An output of a run, and its day. */
interface OutputLot extends FamilyLot, Output {
  runId: number;
  day: string;
}

/** Quantity of a lot that a run consumed on a day. */
interface Use extends Input {
  day: string;
}

export interface FamilyFlows {
  lots: Map<number, FamilyLot | OutputLot>;
  /** Inputs of each run from those lots. */
  inputs: Map<number, Use[]>;
  /** All outputs of each of those runs. */
  outputs: Map<number, OutputLot[]>;
  /** Returns of buyers, by the lot that each created. */
  returned: Map<number, Return>;
  /** The items of the lots. */
  items: ReadonlyMap<number, WeighedItem>;
}

const columns = sql`
  l.id as "lotId", l.item_id as "itemId", ${moved('in', 'l')} as "quantityIn", l.on_hand as "onHand", l.consumed, l.found`;

const findLots = async (trx: Trx, lotIds: readonly number[]) =>
  await inPieces(
    trx,
    'balanced lots',
    lotIds,
    (chunk) => sql<FamilyLot>`
      select ${columns}, null as "runId" from lot l where l.id in ${chunk} and l.deleted_at is null`,
  );

const findOutputs = async (trx: Trx, runIds: readonly number[]) =>
  await inPieces(
    trx,
    'balanced batches',
    runIds,
    (chunk) => sql<OutputLot>`
      select ${columns}, g.run_id as "runId", l.received_on as day, l.produced as quantity, null as milligrams
      from finished_good g join lot l on l.id = g.lot_id
      where g.run_id in ${chunk} and g.deleted_at is null and l.deleted_at is null`,
  );

const findUses = async (trx: Trx, lotIds: readonly number[]) =>
  await inPieces(
    trx,
    'balanced uses',
    lotIds,
    (chunk) => sql<Use>`
      select lot_id as "lotId", document_id as "runId", occurred_on as day, cast(-sum(quantity) as bigint) as quantity
      from movement where kind = 'consumed' and lot_id in ${chunk}
      group by lot_id, document_id, occurred_on having sum(quantity) <> 0`,
  );

/** Reads the descendants of lots, a level at a time, each lot and run once; at most `levels` levels of runs. */
export async function findFamilyFlows(
  trx: Trx,
  lotIds: readonly number[],
  levels = Number.POSITIVE_INFINITY,
): Promise<FamilyFlows> {
  const lots: FamilyFlows['lots'] = new Map();
  const inputs: FamilyFlows['inputs'] = new Map();
  const outputs: FamilyFlows['outputs'] = new Map();
  const returned: FamilyFlows['returned'] = new Map();
  let level: FamilyLot[] = [];
  const add = (lot: FamilyLot) => {
    if (lots.has(lot.lotId)) return;
    lots.set(lot.lotId, lot);
    level.push(lot);
  };
  for (const lot of await findLots(trx, lotIds)) add(lot);
  for (let count = 0; count < levels && level.length > 0; count += 1) {
    const own = level;
    level = [];
    const used = own.filter(({ consumed }) => consumed > 0).map(({ lotId }) => lotId);
    const runs = new Set<number>();
    for (const use of await findUses(trx, used)) {
      const known = inputs.get(use.runId);
      if (known) known.push(use);
      else inputs.set(use.runId, [use]);
      if (!outputs.has(use.runId)) runs.add(use.runId);
    }
    for (const runId of runs) outputs.set(runId, []);
    for (const lot of await findOutputs(trx, [...runs])) {
      outputs.get(lot.runId)?.push(lot);
      const known = lots.get(lot.lotId);
      // One of the item's own lots, produced from others of it.
      if (known) known.runId = lot.runId;
      else add(lot);
    }
    const ids = own.map(({ lotId }) => lotId);
    for (const each of await findReturns(trx, ids)) returned.set(each.lotId, each);
    const others = [...returned.keys()].filter((lotId) => !lots.has(lotId));
    for (const lot of await findLots(trx, others)) add(lot);
  }
  const itemIds = new Set<number>();
  for (const { itemId } of lots.values()) itemIds.add(itemId);
  const items = await findWeighedItems(trx, 'id', itemIds);
  for (const own of outputs.values()) {
    for (const lot of own) lot.milligrams = items.get(lot.itemId)?.milligrams ?? null;
  }
  return { lots, inputs, outputs, returned, items };
}

/** Stock of a lot before a period, or its net movement of one kind within it; in thousandths, never 0. */
export interface LotSum {
  lotId: number;
  kind: MovementKind | 'before';
  quantity: number;
}

export interface Moved {
  lotId: number;
  kind: MovementKind;
  day: string;
  quantity: number;
}

/**
 * The sums of lots over a period. The opening stock is derived from the present one, so that only later movements are
 * read.
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
    (chunk) => sql<Moved>`
      select lot_id as "lotId", kind, occurred_on as day, quantity
      from movement where lot_id in ${chunk} and occurred_on >= ${from}`,
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
