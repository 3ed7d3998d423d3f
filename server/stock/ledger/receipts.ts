/**
 * Receipts of inwards: each line is a lot, which cannot fall below the quantity that has left it
 * (docs/domain.md, Documents).
 */
import type { Claim, LotState } from '#contract/stock/stock.ts';
import type { Trx } from '../../core/db/tables.ts';
import { storedCode } from '../../core/db/batchOrder.ts';
import { LotsInUseError, type Overdrawn } from './lotsInUse.ts';
import type { LockedItems } from './items.ts';
import { deleteLots, findLotUse, openLots, redateLots } from './lots.ts';
import { liveMovementsOfDocument, post, reversalOf, type LiveMovement, type Movement } from './movements.ts';
import type { Actor } from '../../core/records/journal.ts';

/** A line of an inward in the ledger; quantity in thousandths. */
interface Receipt {
  rawMaterialId: number;
  rawMaterialName: string;
  quantity: number;
  /** Fields of a new lot; a missing code is proposed, other missing fields are empty. */
  code?: string | undefined;
  supplierLotNumber?: string | undefined;
  expiresOn?: string | null | undefined;
  claim?: Claim | null | undefined;
  certificateId?: number | null | undefined;
  overrideReason?: string | undefined;
  state?: LotState | undefined;
  stateReason?: string | undefined;
}

/** A line of an edited inward, with its lot, or null for a new one. */
export interface RevisedReceipt extends Receipt {
  lotId: number | null;
}

interface PlacedReceipt extends Receipt {
  lotId: number;
  itemId: number;
}

/** The total of an item would exceed the exact range. */
export class TotalTooLargeError extends Error {}

function checkTotals(items: LockedItems, before: readonly LiveMovement[], receipts: readonly Receipt[]): void {
  for (const { itemId, rawMaterialId, cameIn } of items.values()) {
    const was = before.reduce((sum, movement) => sum + (movement.itemId === itemId ? movement.quantity : 0), 0);
    const is = receipts.reduce((sum, line) => sum + (line.rawMaterialId === rawMaterialId ? line.quantity : 0), 0);
    if (cameIn - was + is > Number.MAX_SAFE_INTEGER) throw new TotalTooLargeError(`material ${rawMaterialId}`);
  }
}

function receivedMovement(inwardId: number, inwardDate: string, line: PlacedReceipt): Movement {
  return {
    lotId: line.lotId,
    itemId: line.itemId,
    kind: 'received',
    quantity: line.quantity,
    occurredOn: inwardDate,
    documentKind: 'inward',
    documentId: inwardId,
    lineId: line.lotId,
    reversesId: null,
  };
}

/** Creates lots for receipts without one, in the same order. */
async function placeInLots(
  trx: Trx,
  items: LockedItems,
  inwardDate: string,
  receipts: readonly RevisedReceipt[],
  at: string,
): Promise<PlacedReceipt[]> {
  const itemOf = ({ rawMaterialId }: Receipt) => items.get(rawMaterialId)?.itemId ?? 0;
  const withoutLot = receipts.filter(({ lotId }) => lotId === null);
  const lotIds = await openLots(
    trx,
    withoutLot.map((line) => ({
      itemId: itemOf(line),
      itemName: line.rawMaterialName,
      origin: 'received',
      receivedOn: inwardDate,
      code: line.code === undefined ? undefined : storedCode(line.code),
      supplierLotNumber: line.supplierLotNumber ?? '',
      expiresOn: line.expiresOn ?? null,
      claim: line.claim,
      certificateId: line.certificateId,
      overrideReason: line.overrideReason,
      state: line.state,
      stateReason: line.stateReason,
    })),
    at,
  );
  const newLots = lotIds.values();
  return receipts.map((receipt) => {
    const lotId = receipt.lotId ?? newLots.next().value;
    if (lotId === undefined) throw new Error('fewer lots were opened than receipts need');
    return { ...receipt, lotId, itemId: itemOf(receipt) };
  });
}

/**
 * Throws a LotsInUseError with each lot that more has left than it would have, surplus of counts included; a deleted
 * lot may not have been used at all.
 */
async function checkUse(trx: Trx, before: readonly LiveMovement[], receipts: readonly RevisedReceipt[]): Promise<void> {
  const after = new Map(receipts.map(({ lotId, quantity }) => [lotId, quantity]));
  const use = await findLotUse(
    trx,
    before.map(({ lotId }) => lotId),
  );
  const overdrawn = [...use.values()].flatMap((lot): Overdrawn[] => {
    const quantity = after.get(lot.lotId);
    const own = before.reduce((sum, movement) => sum + (movement.lotId === lot.lotId ? movement.quantity : 0), 0);
    const left = quantity === undefined ? -lot.wentOut : lot.cameIn - own + quantity - lot.wentOut;
    return left < 0 ? [lot] : [];
  });
  if (overdrawn.length > 0) throw new LotsInUseError(overdrawn);
}

/**
 * Posts a new inward, whose materials are locked: each receipt fills a new lot. Returns the lot ids in order. Throws a
 * TotalTooLargeError.
 */
export async function receive(
  trx: Trx,
  items: LockedItems,
  inwardId: number,
  inwardDate: string,
  receipts: readonly Receipt[],
  actor: Actor,
): Promise<number[]> {
  checkTotals(items, [], receipts);
  const lines = receipts.map((receipt) => ({ ...receipt, lotId: null }));
  const placed = await placeInLots(trx, items, inwardDate, lines, actor.at);
  await post(
    trx,
    placed.map((line) => receivedMovement(inwardId, inwardDate, line)),
    actor,
  );
  return placed.map((line) => line.lotId);
}

/**
 * Updates the movements of an edited inward: `receipts` are its new lines (none on deletion); the materials of old and
 * new lines are locked. Returns the lot of each receipt, in order. Throws a TotalTooLargeError, or a LotsInUseError
 * with each lot whose new quantity is below the quantity that has left it; then nothing is posted.
 */
export async function reviseReceipts(
  trx: Trx,
  items: LockedItems,
  inwardId: number,
  inwardDate: string,
  receipts: readonly RevisedReceipt[],
  actor: Actor,
): Promise<number[]> {
  const before = await liveMovementsOfDocument(trx, 'inward', inwardId);
  await checkUse(trx, before, receipts);
  checkTotals(items, before, receipts);
  const placed = await placeInLots(trx, items, inwardDate, receipts, actor.at);

  const isUnchanged = (movement: LiveMovement) =>
    movement.occurredOn === inwardDate &&
    placed.some((line) => line.lotId === movement.lotId && line.quantity === movement.quantity);
  const stays = new Set(before.filter(isUnchanged).map((movement) => movement.lotId));
  const reversed = before.filter((movement) => !stays.has(movement.lotId)).map(reversalOf);
  const received = placed
    .filter((line) => !stays.has(line.lotId))
    .map((line) => receivedMovement(inwardId, inwardDate, line));
  await post(trx, [...reversed, ...received], actor);
  const redated = before.filter((movement) => movement.occurredOn !== inwardDate);
  await redateLots(
    trx,
    redated.map((movement) => movement.lotId),
    inwardDate,
  );
  const placedIds = new Set(placed.map(({ lotId }) => lotId));
  const gone = before.map(({ lotId }) => lotId).filter((lotId) => !placedIds.has(lotId));
  await deleteLots(trx, gone, actor.at);
  return placed.map((line) => line.lotId);
}
