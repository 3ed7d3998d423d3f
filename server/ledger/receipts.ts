/** What inwards bring into stock, and what happens to production when an inward shrinks (design §2). */
import type { Trx } from '../db/tables.ts';
import { lockBalances } from './balances.ts';
import { ShortageError, type Shortage } from './consumption.ts';
import { findLots, findOpenLots, oldestFirst, openLot, redateLot, takeFrom, type OpenLot } from './lots.ts';
import {
  liveConsumptionOfLot,
  liveMovementsOfDocument,
  post,
  reversalOf,
  type Actor,
  type LiveMovement,
  type Movement,
} from './movements.ts';

/** One line of an inward as the ledger sees it; quantity in thousandths. */
export interface Receipt {
  /** The line's lot; null makes a new one. */
  lotId: number | null;
  rawMaterialId: number;
  quantity: number;
}

/** A material of which more would have come in than can be counted exactly. */
export class TooMuchError extends Error {}

interface PlacedReceipt extends Receipt {
  lotId: number;
}

function receivedMovement(inwardId: number, inwardDate: string, line: PlacedReceipt): Movement {
  return {
    lotId: line.lotId,
    rawMaterialId: line.rawMaterialId,
    kind: 'received',
    quantity: line.quantity,
    occurredOn: inwardDate,
    documentKind: 'inward',
    documentId: inwardId,
    reversesId: null,
  };
}

async function placeInLots(trx: Trx, inwardDate: string, receipts: readonly Receipt[]): Promise<PlacedReceipt[]> {
  const placed: PlacedReceipt[] = [];
  for (const receipt of receipts) {
    placed.push({ ...receipt, lotId: receipt.lotId ?? (await openLot(trx, receipt.rawMaterialId, inwardDate)) });
  }
  return placed;
}

/** What production took from a shrinking lot beyond what will be left in it: newest postings first, as movements. */
async function pushOut(trx: Trx, lotId: number, excess: number): Promise<{ undone: Movement[]; homeless: Movement[] }> {
  const undone: Movement[] = [];
  const homeless: Movement[] = [];
  let left = excess;
  for (const movement of (await liveConsumptionOfLot(trx, lotId)).toReversed()) {
    if (left === 0) break;
    const moved = Math.min(-movement.quantity, left);
    const { id: _, ...again } = movement;
    undone.push(reversalOf(movement));
    if (moved < -movement.quantity) undone.push({ ...again, quantity: movement.quantity + moved });
    homeless.push({ ...again, quantity: -moved });
    left -= moved;
  }
  return { undone, homeless };
}

/** Moves what shrinking lots of one material had given to its other open lots. */
async function shiftMaterial(trx: Trx, rawMaterialId: number, lotsAfter: readonly OpenLot[]): Promise<Movement[]> {
  const movements: Movement[] = [];
  const homeless: Movement[] = [];
  for (const lot of lotsAfter.filter(({ available }) => available < 0)) {
    const pushed = await pushOut(trx, lot.lotId, -lot.available);
    movements.push(...pushed.undone);
    homeless.push(...pushed.homeless);
  }
  if (homeless.length === 0) return [];

  const needed = -homeless.reduce((sum, movement) => sum + movement.quantity, 0);
  const changed = new Set(lotsAfter.map((lot) => lot.lotId));
  const changedHeld = (await findLots(trx, [...changed])).reduce((sum, lot) => sum + Math.max(lot.available, 0), 0);
  // The changed lots are among what the search may find at their old size, so it must look further by as much.
  const others = (await findOpenLots(trx, rawMaterialId, needed + changedHeld)).filter(
    (lot) => !changed.has(lot.lotId),
  );
  const homes = [...others, ...lotsAfter.filter(({ available }) => available > 0)].sort(oldestFirst);
  for (const movement of homeless) {
    for (const take of takeFrom(homes, -movement.quantity)) {
      movements.push({ ...movement, lotId: take.lotId, quantity: -take.quantity });
    }
  }
  return movements;
}

/** How many thousandths each lot will hold for production once `after` rules, negative where it has given more. */
async function lotsOnceChanged(
  trx: Trx,
  inwardDate: string,
  before: readonly LiveMovement[],
  after: readonly PlacedReceipt[],
): Promise<Map<number, OpenLot[]>> {
  const changes = new Map<number, number>();
  const materials = new Map<number, number>();
  for (const line of [...before.map((movement) => ({ ...movement, quantity: -movement.quantity })), ...after]) {
    changes.set(line.lotId, (changes.get(line.lotId) ?? 0) + line.quantity);
    materials.set(line.lotId, line.rawMaterialId);
  }
  const byMaterial = new Map<number, OpenLot[]>();
  for (const lot of await findLots(trx, [...changes.keys()])) {
    const rawMaterialId = materials.get(lot.lotId) ?? 0;
    const lots = byMaterial.get(rawMaterialId) ?? [];
    lots.push({ lotId: lot.lotId, receivedOn: inwardDate, available: lot.available + (changes.get(lot.lotId) ?? 0) });
    byMaterial.set(rawMaterialId, lots);
  }
  return byMaterial;
}

/**
 * Makes the ledger follow an inward: `receipts` are its lines from now on (none when it is deleted). Answers the lot of
 * each receipt, in their order. What production took from a lot that shrinks moves to other open lots of the material;
 * throws a ShortageError naming each material whose balance would fall below zero, and nothing is posted.
 */
export async function reviseReceipts(
  trx: Trx,
  inwardId: number,
  inwardDate: string,
  receipts: readonly Receipt[],
  actor: Actor,
): Promise<number[]> {
  const first = await liveMovementsOfDocument(trx, 'inward', inwardId);
  const balances = await lockBalances(
    trx,
    [...first, ...receipts].map((line) => line.rawMaterialId),
  );
  const before = await liveMovementsOfDocument(trx, 'inward', inwardId);

  const shortages: Shortage[] = [];
  for (const [rawMaterialId, { received, consumed }] of balances) {
    const given = before.reduce((sum, line) => sum + (line.rawMaterialId === rawMaterialId ? line.quantity : 0), 0);
    const kept = receipts.reduce((sum, line) => sum + (line.rawMaterialId === rawMaterialId ? line.quantity : 0), 0);
    const available = received - given + kept;
    if (available > Number.MAX_SAFE_INTEGER) throw new TooMuchError(`material ${rawMaterialId}`);
    if (consumed > available) shortages.push({ rawMaterialId, asked: consumed, available });
  }
  if (shortages.length > 0) throw new ShortageError(shortages);

  const placed = await placeInLots(trx, inwardDate, receipts);
  const lots = await lotsOnceChanged(trx, inwardDate, before, placed);
  const shifted: Movement[] = [];
  for (const [rawMaterialId, lotsAfter] of lots) shifted.push(...(await shiftMaterial(trx, rawMaterialId, lotsAfter)));

  const unchanged = (movement: LiveMovement) =>
    movement.occurredOn === inwardDate &&
    placed.some((line) => line.lotId === movement.lotId && line.quantity === movement.quantity);
  const stays = new Set(before.filter(unchanged).map((movement) => movement.lotId));
  const reversed = before.filter((movement) => !stays.has(movement.lotId)).map(reversalOf);
  const received = placed
    .filter((line) => !stays.has(line.lotId))
    .map((line) => receivedMovement(inwardId, inwardDate, line));
  await post(trx, [...reversed, ...received, ...shifted], actor);
  for (const movement of before) {
    if (movement.occurredOn !== inwardDate) await redateLot(trx, movement.lotId, inwardDate);
  }
  return placed.map((line) => line.lotId);
}
