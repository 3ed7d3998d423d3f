/** Consumption of production runs. An allocation is stable: no other document moves it (docs/domain.md, Allocation). */
import type { Trx } from '../../core/db/tables.ts';
import { findOpenLots, takeFrom, type OpenLot, type Take } from './allocation.ts';
import { postMovements, reviseMovements } from './documents.ts';
import {
  liveMovementsOfDocument,
  post,
  postedAgain,
  reversalOf,
  type LiveMovement,
  type Movement,
} from './movements.ts';
import type { Actor } from '../../core/records/journal.ts';

/** An input of a run; quantity in thousandths. */
export interface Consumption {
  runId: number;
  productionId: number;
  itemId: number;
  quantity: number;
  productionDate: string;
  /** Chosen by hand, of its item, and as much as its quantity together; otherwise the rule of allocation.ts chooses. */
  lots?: readonly Take[] | undefined;
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

function consumed(line: Consumption, { lotId, quantity }: Take): Movement {
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

/** Throws naming every item of which the lots hold less than its lines ask. */
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

/**
 * Allocates consumption to lots. Lines of one item are checked as a sum. `unchanged` is the allocation that an only line
 * already has. Throws a ShortageError.
 */
async function allocate(trx: Trx, consumptions: readonly Consumption[], unchanged = 0): Promise<Movement[]> {
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
  return consumptions.flatMap((line, index) => {
    const { takes, missing } = takeFrom(lotsOf[index] ?? [], line.quantity);
    if (missing > 0) throw new Error(`lots of item ${line.itemId} hold ${missing} thousandths too little`);
    return takes.map((take) => consumed(line, take));
  });
}

/**
 * Takes new inputs from lots: all or none. Their items are locked. Throws a ShortageError, or a LotsRefusedError for lots
 * that were chosen.
 */
export async function consume(trx: Trx, consumptions: readonly Consumption[], actor: Actor): Promise<void> {
  const chosen = consumptions.flatMap((line) => (line.lots ?? []).map((take) => consumed(line, take)));
  if (chosen.length > 0) await postMovements(trx, chosen, actor);
  const others = consumptions.filter(({ lots }) => lots === undefined);
  if (others.length > 0) await post(trx, await allocate(trx, others), actor);
}

/**
 * The part of `before` that stays allocated when only `quantity` thousandths are needed: the last allocation is
 * freed first.
 */
function splitAllocation(
  before: readonly LiveMovement[],
  quantity: number,
): { movement: LiveMovement; unchanged: number }[] {
  let left = quantity;
  return before.map((movement) => {
    const unchanged = Math.min(-movement.quantity, left);
    left -= unchanged;
    return { movement, unchanged };
  });
}

/** An input after it freed its surplus, with the quantity that it still needs. */
interface Shortfall {
  line: Consumption;
  unchanged: number;
  more: number;
}

/** Leaves the lots of an edited input that may stay, with its new day, and reverses the others. */
async function freeSurplus(trx: Trx, line: Consumption, actor: Actor): Promise<Shortfall> {
  const { runId, productionId, itemId, quantity, productionDate } = line;
  const before = await liveMovementsOfDocument(trx, 'run', runId, [productionId]);
  const isOther = before.some((movement) => movement.itemId !== itemId);
  const stays = splitAllocation(before, isOther ? 0 : quantity);
  const unchanged = stays.reduce((sum, each) => sum + each.unchanged, 0);
  const revised = stays.flatMap(({ movement, unchanged: left }): Movement[] => {
    if (left === -movement.quantity && movement.occurredOn === productionDate) return [];
    const again = left > 0 ? [postedAgain(movement, { quantity: -left, occurredOn: productionDate })] : [];
    return [reversalOf(movement), ...again];
  });
  await post(trx, revised, actor);
  return { line, unchanged, more: quantity - unchanged };
}

/** Makes the inputs of a run take the lots that were chosen for them, together: two lines may change places. */
async function reviseChosen(trx: Trx, chosen: readonly Consumption[], actor: Actor): Promise<void> {
  const [first] = chosen;
  if (!first) return;
  const lineIds = chosen.map(({ productionId }) => productionId);
  const requested = chosen.flatMap((line) => (line.lots ?? []).map((take) => consumed(line, take)));
  await reviseMovements(trx, { documentKind: 'run', documentId: first.runId, lineIds }, requested, actor);
}

/**
 * Updates the allocations of one run's inputs; their old and new items are locked. Inputs that `stay` keep their lots:
 * a raised quantity takes the rest by the rule of allocation.ts, a lowered one frees the last allocation first,
 * another item is allocated anew; chosen lots replace them. Quantities that one input frees are available to the
 * others, chosen lots first. Throws a ShortageError or a LotsRefusedError.
 */
export async function reviseConsumptions(
  trx: Trx,
  { stay, fresh = [] }: { stay: readonly Consumption[]; fresh?: readonly Consumption[] },
  actor: Actor,
): Promise<void> {
  const isChosen = ({ lots }: Consumption) => lots !== undefined;
  const shortfalls: Shortfall[] = [];
  for (const line of stay) if (!isChosen(line)) shortfalls.push(await freeSurplus(trx, line, actor));
  await reviseChosen(trx, [...stay, ...fresh].filter(isChosen), actor);
  for (const { line, unchanged, more } of shortfalls) {
    if (more > 0) await post(trx, await allocate(trx, [{ ...line, quantity: more }], unchanged), actor);
  }
  await consume(
    trx,
    fresh.filter((line) => !isChosen(line)),
    actor,
  );
}

/** Frees the allocation of an input; its item is locked. */
export async function releaseConsumption(
  trx: Trx,
  { runId, productionId }: Pick<Consumption, 'runId' | 'productionId'>,
  actor: Actor,
): Promise<void> {
  const taken = await liveMovementsOfDocument(trx, 'run', runId, [productionId]);
  await post(trx, taken.map(reversalOf), actor);
}

/** The lots that an input freed when it was deleted, at `deletedAt`, in the order of their allocation. */
export async function findReleased(
  trx: Trx,
  { runId, productionId }: Pick<Consumption, 'runId' | 'productionId'>,
  deletedAt: string,
): Promise<Take[]> {
  const rows = await trx
    .selectFrom('movement as m')
    .innerJoin('movement as r', 'r.reverses_id', 'm.id')
    .select(['m.lot_id as lotId', 'm.quantity as quantity'])
    .where('m.document_kind', '=', 'run')
    .where('m.document_id', '=', runId)
    .where('m.line_id', '=', productionId)
    .where('r.recorded_at', '=', deletedAt)
    .orderBy('m.id')
    .execute();
  return rows.map(({ lotId, quantity }) => ({ lotId, quantity: -quantity }));
}
