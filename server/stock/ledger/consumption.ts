/** Consumption of production runs. An allocation is stable: no other document moves it (docs/domain.md, Allocation). */
import { allocateInOrder } from '#contract/stock/lots/allocationOrder.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findOpenLots, allocateFrom, type OpenLot, type Allocation } from './allocation.ts';
import { replaceMovements } from './documentMovements.ts';
import { liveMovementsOfDocument, post, type Movement } from './movements.ts';
import type { Actor } from '../../core/records/journal.ts';

/** An input of a run; quantity in thousandths. */
export interface Consumption {
  runId: number;
  productionId: number;
  itemId: number;
  quantity: number;
  productionDate: string;
  /** Chosen by hand, of its item, and as much as its quantity together; otherwise the rule of allocation.ts chooses. */
  lots?: readonly Allocation[] | undefined;
}

/** An item with less stock than needed, and how much there is, in thousandths. */
interface Shortage {
  itemId: number;
  available: number;
}

/** Thrown if inputs require more of items than is available: lists all of them, with the available thousandths. */
export class ShortageError extends Error {
  readonly shortages: readonly Shortage[];

  constructor(shortages: readonly Shortage[]) {
    super(`not enough of item ${shortages.map((shortage) => shortage.itemId).join(', ')}`);
    this.shortages = shortages;
  }
}

function consumedMovement(line: Consumption, { lotId, quantity }: Allocation): Movement {
  return {
    lotId,
    itemId: line.itemId,
    kind: 'consumed',
    quantity: -quantity,
    occurredOn: line.productionDate,
    documentKind: 'run',
    documentId: line.runId,
    lineId: line.productionId,
    reversesId: null,
  };
}

/** Throws a ShortageError with every item whose lots have less than its lines require. */
function checkCovered(consumptions: readonly Consumption[], lotsOf: readonly OpenLot[][], unchanged: number): void {
  const shortages: Shortage[] = [];
  for (const [itemId, lines] of Map.groupBy(consumptions.entries(), ([, line]) => line.itemId)) {
    const lots = new Set(lines.flatMap(([index]) => lotsOf[index] ?? []));
    const requested = lines.reduce((sum, [, { quantity }]) => sum + quantity, 0);
    const available = [...lots].reduce((sum, lot) => sum + lot.available, 0);
    if (requested > available) shortages.push({ itemId, available: available + unchanged });
  }
  if (shortages.length > 0) throw new ShortageError(shortages);
}

interface Allocated {
  movements: Movement[];
  /** Whether a lot is past its expiry date. */
  takesExpired: boolean;
}

/**
 * Allocates consumption to lots. Lines of one item are checked as a sum. `unchanged` is the allocation that an only line
 * already has. Throws a ShortageError.
 */
async function allocate(trx: Trx, consumptions: readonly Consumption[], unchanged = 0): Promise<Allocated> {
  const requested = new Map<number, number>();
  for (const { itemId, quantity } of consumptions) requested.set(itemId, (requested.get(itemId) ?? 0) + quantity);
  const lotsOf = await findOpenLots(
    trx,
    // Each line gets lots for all lines of its item: the others may consume the same ones.
    consumptions.map(({ itemId, productionDate }) => ({
      itemId,
      day: productionDate,
      quantity: requested.get(itemId) ?? 0,
    })),
  );
  checkCovered(consumptions, lotsOf, unchanged);
  let takesExpired = false;
  const movements = consumptions.flatMap((line, index) => {
    const lots = lotsOf[index] ?? [];
    const { allocations, missing } = allocateFrom(lots, line.quantity);
    if (missing > 0) throw new Error(`lots of item ${line.itemId} hold ${missing} thousandths too little`);
    const lotIds = new Set(allocations.map(({ lotId }) => lotId));
    takesExpired ||= lots.some(({ lotId, useBy }) => lotIds.has(lotId) && useBy < line.productionDate);
    return allocations.map((allocation) => consumedMovement(line, allocation));
  });
  return { movements, takesExpired };
}

const isChosen = ({ lots }: Consumption) => lots !== undefined;

function chosenMovements(line: Consumption): Movement[] {
  return (line.lots ?? []).map((allocation) => consumedMovement(line, allocation));
}

/**
 * Allocates lines without chosen lots; answers whether one is past its expiry date. The lots were read under the locks of
 * their items, so that nothing refuses them.
 */
async function postProposed(trx: Trx, lines: readonly Consumption[], actor: Actor, unchanged = 0): Promise<boolean> {
  if (lines.length === 0) return false;
  const { movements, takesExpired } = await allocate(trx, lines, unchanged);
  await post(trx, movements, actor);
  return takesExpired;
}

/**
 * Consumes new inputs from lots: all or none. Their items are locked. Answers whether a lot may be past its expiry date:
 * chosen ones are not looked at. Throws a ShortageError, or a LotsRefusedError for lots
 * that were chosen.
 */
export async function consume(trx: Trx, lines: readonly Consumption[], actor: Actor): Promise<boolean> {
  await replaceMovements(trx, [], lines.flatMap(chosenMovements), actor);
  const proposed = lines.filter((line) => !isChosen(line));
  const takesExpired = await postProposed(trx, proposed, actor);
  return takesExpired || proposed.length < lines.length;
}

/** The part of `before` that stays allocated to a line: of its item, up to its quantity; the last allocation is freed first. */
function keepFirst(line: Consumption, before: readonly Movement[]): Movement[] {
  const ofItem = before.filter(({ itemId }) => itemId === line.itemId);
  return allocateInOrder(ofItem, line.quantity, ({ quantity }) => -quantity).map(({ lot: { lotId }, quantity }) =>
    consumedMovement(line, { lotId, quantity }),
  );
}

/**
 * Updates the allocations of one run's inputs; their old and new items are locked. Those of `removedIds` are freed. A
 * stored line keeps its lots: for a raised quantity the rest is allocated by the rule of allocation.ts, a lowered one frees
 * the last allocation first, another item is allocated anew; chosen lots replace them. Quantities that one input frees are
 * available to the others, chosen lots first. Throws a ShortageError or a LotsRefusedError.
 */
export async function reviseConsumptions(
  trx: Trx,
  runId: number,
  { lines, removedIds }: { lines: readonly Consumption[]; removedIds: readonly number[] },
  actor: Actor,
): Promise<void> {
  const lineIds = [...removedIds, ...lines.map(({ productionId }) => productionId)];
  if (lineIds.length === 0) return;
  const before = await liveMovementsOfDocument(trx, 'run', runId, lineIds);
  const storedOf = Map.groupBy(before, ({ lineId }) => lineId);
  const [chosen, proposed] = [lines.filter(isChosen), lines.filter((line) => !isChosen(line))];
  const keptMovements = (line: Consumption) => keepFirst(line, storedOf.get(line.productionId) ?? []);
  const ofChosen = chosen.flatMap(({ productionId }) => storedOf.get(productionId) ?? []);
  const ofOthers = before.filter((movement) => !ofChosen.includes(movement));
  // First the others, which only free: chosen lots are checked against what is left then.
  await replaceMovements(trx, ofOthers, proposed.flatMap(keptMovements), actor);
  await replaceMovements(trx, ofChosen, chosen.flatMap(chosenMovements), actor);
  const isStored = ({ productionId }: Consumption) => storedOf.has(productionId);
  for (const line of proposed.filter(isStored)) {
    const kept = keptMovements(line).reduce((sum, { quantity }) => sum - quantity, 0);
    if (kept < line.quantity) await postProposed(trx, [{ ...line, quantity: line.quantity - kept }], actor, kept);
  }
  const newLines = proposed.filter((line) => !isStored(line));
  await postProposed(trx, newLines, actor);
}

/** The lots that an input freed when it was deleted, at `deletedAt`, in the order of their allocation. */
export async function findReleased(
  trx: Trx,
  { runId, productionId }: Pick<Consumption, 'runId' | 'productionId'>,
  deletedAt: string,
): Promise<Allocation[]> {
  const rows = await trx
    .selectFrom('movement as v')
    .innerJoin('movement as reversal', 'reversal.reverses_id', 'v.id')
    .select(['v.lot_id as lotId', 'v.quantity as quantity'])
    .where('v.document_kind', '=', 'run')
    .where('v.document_id', '=', runId)
    .where('v.line_id', '=', productionId)
    .where('reversal.recorded_at', '=', deletedAt)
    .orderBy('v.id')
    .execute();
  return rows.map(({ lotId, quantity }) => ({ lotId, quantity: -quantity }));
}
