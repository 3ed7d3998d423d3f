/** What inwards bring into stock, and what happens to production when an inward shrinks (design §2). */
import type { Trx } from '../db/tables.ts';
import type { LockedBalances } from './balances.ts';
import { ShortageError, type Shortage } from './consumption.ts';
import { findLots, findOpenLots, oldestFirst, openLots, redateLots, takeFrom, type OpenLot } from './lots.ts';
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
  rawMaterialId: number;
  quantity: number;
}

/** A line of an edited inward: it keeps its lot, or gets a new one where that is null. */
export interface RevisedReceipt extends Receipt {
  lotId: number | null;
}

interface PlacedReceipt extends Receipt {
  lotId: number;
}

/** A material of which more would have come in than can be counted exactly. */
export class TooMuchError extends Error {}

function totalOf(lines: readonly Receipt[], rawMaterialId: number): number {
  return lines.reduce((sum, line) => sum + (line.rawMaterialId === rawMaterialId ? line.quantity : 0), 0);
}

/** Throws where the sums of the materials couldn't be kept, or would no longer cover what production took of them. */
function checkBalances(balances: LockedBalances, before: readonly Receipt[], after: readonly Receipt[]): void {
  const shortages: Shortage[] = [];
  for (const [rawMaterialId, { received, consumed }] of balances) {
    const available = received - totalOf(before, rawMaterialId) + totalOf(after, rawMaterialId);
    if (available > Number.MAX_SAFE_INTEGER) throw new TooMuchError(`material ${rawMaterialId}`);
    if (consumed > available) shortages.push({ rawMaterialId, asked: consumed, available });
  }
  if (shortages.length > 0) throw new ShortageError(shortages);
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

/** Gives a new lot to each receipt that has none, and keeps their order. */
async function placeInLots(
  trx: Trx,
  inwardDate: string,
  receipts: readonly RevisedReceipt[],
): Promise<PlacedReceipt[]> {
  const homeless = receipts.filter(({ lotId }) => lotId === null);
  const lotIds = await openLots(
    trx,
    homeless.map(({ rawMaterialId }) => ({ rawMaterialId, receivedOn: inwardDate })),
  );
  const newLots = lotIds.values();
  return receipts.map((receipt) => {
    const lotId = receipt.lotId ?? newLots.next().value;
    if (lotId === undefined) throw new Error('fewer lots were opened than receipts need');
    return { ...receipt, lotId };
  });
}

/** Brings a new inward into stock: each receipt fills a lot of its own, whose ids are answered in their order. */
export async function receive(
  trx: Trx,
  balances: LockedBalances,
  inwardId: number,
  inwardDate: string,
  receipts: readonly Receipt[],
  actor: Actor,
): Promise<number[]> {
  checkBalances(balances, [], receipts);
  const placed = await placeInLots(
    trx,
    inwardDate,
    receipts.map((receipt) => ({ ...receipt, lotId: null })),
  );
  await post(
    trx,
    placed.map((line) => receivedMovement(inwardId, inwardDate, line)),
    actor,
  );
  return placed.map((line) => line.lotId);
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
  const open = await findOpenLots(trx, new Map([[rawMaterialId, needed + changedHeld]]));
  const others = [...open.values()].flat().filter((lot) => !changed.has(lot.lotId));
  const homes = [...others, ...lotsAfter.filter(({ available }) => available > 0)].sort(oldestFirst);
  for (const movement of homeless) {
    for (const take of takeFrom(homes, -movement.quantity)) {
      movements.push({ ...movement, lotId: take.lotId, quantity: -take.quantity });
    }
  }
  return movements;
}

/** What the changed lots will hold for production once `after` rules, by material; negative where one has given more. */
async function lotsOnceChanged(
  trx: Trx,
  inwardDate: string,
  before: readonly LiveMovement[],
  after: readonly PlacedReceipt[],
): Promise<Map<number, OpenLot[]>> {
  const changes = new Map<number, number>();
  for (const { lotId, quantity } of before) changes.set(lotId, (changes.get(lotId) ?? 0) - quantity);
  for (const { lotId, quantity } of after) changes.set(lotId, (changes.get(lotId) ?? 0) + quantity);
  const lots = (await findLots(trx, [...changes.keys()])).map((lot) => ({
    ...lot,
    receivedOn: inwardDate,
    available: lot.available + (changes.get(lot.lotId) ?? 0),
  }));
  return Map.groupBy(lots, (lot) => lot.rawMaterialId);
}

/**
 * Makes the ledger follow an edited inward: `receipts` are its lines from now on (none when it is deleted), and their
 * materials as well as those of its lines so far are in `balances`. Answers the lot of each receipt, in their order. What
 * production took from a lot that shrinks moves to other open lots of the material; throws a ShortageError naming each
 * material whose balance would fall below zero, and nothing is posted.
 */
export async function reviseReceipts(
  trx: Trx,
  balances: LockedBalances,
  inwardId: number,
  inwardDate: string,
  receipts: readonly RevisedReceipt[],
  actor: Actor,
): Promise<number[]> {
  const before = await liveMovementsOfDocument(trx, 'inward', inwardId);
  checkBalances(balances, before, receipts);
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
  const redated = before.filter((movement) => movement.occurredOn !== inwardDate);
  await redateLots(
    trx,
    redated.map((movement) => movement.lotId),
    inwardDate,
  );
  return placed.map((line) => line.lotId);
}
