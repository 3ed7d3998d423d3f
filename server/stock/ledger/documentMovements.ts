/**
 * The movements of documents: inwards, the inputs of runs, batches, dispatches, adjustments. Callers pass all requested
 * movements; unchanged ones stay, so that no other document's lots change.
 */
import type { MovementKind } from '#contract/stock/stock.ts';
import type { DocumentKind } from '#contract/kinds.ts';
import type { Trx } from '../../core/db/tables.ts';
import { LotsInUseError } from './lotsInUse.ts';
import { signOf } from './kinds.ts';
import { findLots, findLotUse, type LotRow } from './lots.ts';
import { liveMovementsOfDocument, post, reversalOf, type LiveMovement, type Movement } from './movements.ts';
import type { Actor } from '../../core/records/journal.ts';

/** Kinds that take nothing from a lot on hold or recalled (docs/domain.md, Lots). */
const refusesHeld: ReadonlySet<MovementKind> = new Set(['consumed', 'dispatched']);

/** A lot that is missing, held or too small for a document. */
export interface RefusedLot {
  lotId: number;
  why: 'unknown' | 'held' | 'short';
  lot: LotRow | undefined;
  /** Thousandths that are available to the document, its present share included. */
  available: number;
}

/** Thrown if a document names lots that cannot cover it: lists all of them, each with the reason. */
export class LotsRefusedError extends Error {
  readonly lots: readonly RefusedLot[];

  constructor(lots: readonly RefusedLot[]) {
    super(`lots ${lots.map(({ lotId, why }) => `${lotId} (${why})`).join(', ')} were refused`);
    this.lots = lots;
  }
}

/** Thrown if less would be dispatched of recalled lots: their recalls would lose buyers. */
export class SentRecalledError extends Error {
  readonly lots: readonly LotRow[];

  constructor(lots: readonly LotRow[]) {
    super(`lots ${lots.map(({ code }) => code).join(', ')} are recalled, and were dispatched`);
    this.lots = lots;
  }
}

/** Whether less is dispatched by a line than before. */
function lowersDispatch(before: readonly Movement[], requested: readonly Movement[]): boolean {
  return before.some(({ kind, lineId, quantity }) => {
    return kind === 'dispatched' && !requested.some((other) => other.lineId === lineId && other.quantity <= quantity);
  });
}

function outOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { kind, quantity }) => sum + (signOf(kind) === -1 ? -quantity : 0), 0);
}

function netOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { quantity }) => sum + quantity, 0);
}

function intoOf(movements: readonly Movement[]): number {
  return netOf(movements) + outOf(movements);
}

function isMoreUsed(before: readonly Movement[], requested: readonly Movement[]): boolean {
  return outOf(requested.filter(({ kind }) => refusesHeld.has(kind))) > outOf(before);
}

/**
 * Throws if a lot is unknown, is held and would be used more, is recalled and would be dispatched less, or has too
 * little for its outgoing quantities. Lots that lose nothing are not read: callers have opened or locked them.
 */
async function checkLots(trx: Trx, before: readonly Movement[], requested: readonly Movement[]): Promise<void> {
  const refused: RefusedLot[] = [];
  const inUse: number[] = [];
  const recalled: LotRow[] = [];
  const [hadByLot, hasByLot] = [before, requested].map((movements) => Map.groupBy(movements, ({ lotId }) => lotId));
  const changes = [...new Set([...before, ...requested].map(({ lotId }) => lotId))]
    .map((lotId) => ({ lotId, had: hadByLot?.get(lotId) ?? [], has: hasByLot?.get(lotId) ?? [] }))
    .filter(({ had, has }) => netOf(has) < netOf(had) || isMoreUsed(had, has) || lowersDispatch(had, has));
  const lots = await findLots(
    trx,
    changes.map(({ lotId }) => lotId),
  );
  for (const { lotId, had, has } of changes) {
    const lot = lots.get(lotId);
    const onHand = lot?.onHand ?? 0;
    const isMoreTaken = isMoreUsed(had, has);
    const isShort = onHand - netOf(had) + netOf(has) < 0;
    const available = onHand + outOf(had);
    if (lot?.state === 'recalled' && lowersDispatch(had, has)) recalled.push(lot);
    if (!lot) refused.push({ lotId, why: 'unknown', lot, available: 0 });
    else if (isShort && intoOf(has) < intoOf(had)) inUse.push(lotId);
    else if (isShort) refused.push({ lotId, why: 'short', lot, available });
    else if (isMoreTaken && lot.state !== 'released') refused.push({ lotId, why: 'held', lot, available });
  }
  if (recalled.length > 0) throw new SentRecalledError(recalled);
  if (inUse.length > 0) throw new LotsInUseError([...(await findLotUse(trx, inUse)).values()]);
  if (refused.length > 0) throw new LotsRefusedError(refused);
}

function isSame(a: Movement, b: Movement): boolean {
  return (
    a.lotId === b.lotId &&
    a.kind === b.kind &&
    a.quantity === b.quantity &&
    a.occurredOn === b.occurredOn &&
    a.lineId === b.lineId
  );
}

/** A document, or some lines of it. */
interface DocumentReference {
  documentKind: DocumentKind;
  documentId: number;
  lineIds?: readonly number[];
}

/**
 * Replaces the movements of a document, or of some of its lines, by `requested`: none on deletion. The items of all its lots,
 * old and new, are locked. Throws a LotsRefusedError, a LotsInUseError with lots that more has left than they would have,
 * or a SentRecalledError; then nothing is posted.
 */
export async function reviseMovements(
  trx: Trx,
  { documentKind, documentId, lineIds }: DocumentReference,
  requested: readonly Movement[],
  actor: Actor,
): Promise<void> {
  const before = await liveMovementsOfDocument(trx, documentKind, documentId, lineIds);
  await replaceMovements(trx, before, requested, actor);
}

/** Replaces movements as `reviseMovements` does, where the present ones were read already; a new document has none. */
export async function replaceMovements(
  trx: Trx,
  before: readonly LiveMovement[],
  requested: readonly Movement[],
  actor: Actor,
): Promise<void> {
  await checkLots(trx, before, requested);
  const unmatched = [...requested];
  const stays = (movement: LiveMovement): boolean => {
    const index = unmatched.findIndex((other) => isSame(movement, other));
    if (index >= 0) unmatched.splice(index, 1);
    return index >= 0;
  };
  const removed = before.filter((movement) => !stays(movement));
  await post(trx, [...removed.map(reversalOf), ...unmatched], actor);
}
