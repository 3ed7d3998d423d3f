/**
 * Receipts of inwards: each line is a lot, which cannot fall below the quantity that has left it, nor be taken out once
 * anything has moved or counted it (docs/domain.md, Documents).
 */
import type { Claim, LotState } from '#contract/stock/stock.ts';
import type { Trx } from '../../core/db/tables.ts';
import { storedCode } from '../../core/db/batchOrder.ts';
import { replaceMovements } from './documentMovements.ts';
import type { LockedItems } from './items.ts';
import { deleteLots, openLots, redateLots } from './lots.ts';
import { liveMovementsOfDocument, type LiveMovement, type Movement } from './movements.ts';
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

interface ReceiptInLot extends Receipt {
  lotId: number;
  itemId: number;
}

/** The total of an item would exceed the exact range. */
export class TotalTooLargeError extends Error {}

function checkTotals(items: LockedItems, before: readonly LiveMovement[], receipts: readonly Receipt[]): void {
  for (const { itemId, rawMaterialId, inQty } of items.values()) {
    const storedQuantity = before.reduce(
      (sum, movement) => sum + (movement.itemId === itemId ? movement.quantity : 0),
      0,
    );
    const newQuantity = receipts.reduce(
      (sum, line) => sum + (line.rawMaterialId === rawMaterialId ? line.quantity : 0),
      0,
    );
    if (inQty - storedQuantity + newQuantity > Number.MAX_SAFE_INTEGER)
      throw new TotalTooLargeError(`material ${rawMaterialId}`);
  }
}

function receivedMovement(inwardId: number, inwardDate: string, line: ReceiptInLot): Movement {
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
async function openMissingLots(
  trx: Trx,
  items: LockedItems,
  inwardDate: string,
  receipts: readonly RevisedReceipt[],
  at: string,
): Promise<ReceiptInLot[]> {
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

/** Replaces the movements of an inward, which are `before`, by those of its receipts. */
async function replaceReceipts(
  trx: Trx,
  items: LockedItems,
  { inwardId, inwardDate, before }: { inwardId: number; inwardDate: string; before: readonly LiveMovement[] },
  receipts: readonly RevisedReceipt[],
  actor: Actor,
): Promise<number[]> {
  checkTotals(items, before, receipts);
  const received = await openMissingLots(trx, items, inwardDate, receipts, actor.at);
  const requested = received.map((line) => receivedMovement(inwardId, inwardDate, line));
  await replaceMovements(trx, before, requested, actor);
  const lotIds = received.map(({ lotId }) => lotId);
  const stay = new Set(lotIds);
  const lotsOf = (movements: readonly LiveMovement[]) => movements.map(({ lotId }) => lotId);
  await redateLots(trx, lotsOf(before.filter(({ occurredOn }) => occurredOn !== inwardDate)), inwardDate);
  await deleteLots(trx, lotsOf(before.filter(({ lotId }) => !stay.has(lotId))), actor.at);
  return lotIds;
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
  const lines = receipts.map((receipt) => ({ ...receipt, lotId: null }));
  return await replaceReceipts(trx, items, { inwardId, inwardDate, before: [] }, lines, actor);
}

/**
 * Updates the movements of an edited inward: `receipts` are its new lines (none on deletion); the materials of old and
 * new lines are locked. Returns the lot of each receipt, in order. Throws a TotalTooLargeError, a LotsInUseError with each
 * lot whose new quantity is below the quantity that has left it, or that goes although another document moved or counted
 * it, or a LotsRecalledError.
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
  return await replaceReceipts(trx, items, { inwardId, inwardDate, before }, receipts, actor);
}
