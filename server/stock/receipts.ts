/** Receipts of inwards, and reallocation of production when an inward shrinks (design §2). */
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

/** A line of an inward in the ledger; quantity in thousandths. */
export interface Receipt {
  rawMaterialId: number;
  quantity: number;
}

/** A line of an edited inward, with its lot, or null for a new one. */
export interface RevisedReceipt extends Receipt {
  lotId: number | null;
}

interface PlacedReceipt extends Receipt {
  lotId: number;
}

/** The total of a material would exceed the exact range. */
export class TooMuchError extends Error {}

function totalOf(lines: readonly Receipt[], rawMaterialId: number): number {
  return lines.reduce((sum, line) => sum + (line.rawMaterialId === rawMaterialId ? line.quantity : 0), 0);
}

/** Throws if a material's total would be too large, or would no longer cover its consumption. */
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

/** Creates lots for receipts without one, and keeps their order. */
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

/** Posts a new inward: each receipt fills a new lot. Returns the lot ids in order. */
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

/** Reversals of the consumption that a shrinking lot can no longer cover: newest postings first. */
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

/** Reallocates consumption from shrinking lots of one material to its other open lots. */
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
  // The search may find the changed lots at their old size, so it must cover that much more.
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

/** What the changed lots will have available after the edit, by material; negative if consumption exceeds it. */
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
 * Updates the movements of an edited inward: `receipts` are its new lines (none on deletion); `balances` contains the
 * materials of old and new lines. Returns the lot of each receipt, in order. Consumption from a shrinking lot is
 * reallocated to other open lots of the material. Throws a ShortageError naming each material whose balance would
 * become negative; then nothing is posted.
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
