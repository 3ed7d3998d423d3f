/** What a production run takes from stock. What it was given stays: no other document moves it (design §2). */
import type { Trx } from '../db/tables.ts';
import { findOpenLots, takeFrom, type OpenLot } from './allocation.ts';
import type { LockedItems } from './items.ts';
import {
  liveMovementsOfDocument,
  post,
  postedAgain,
  reversalOf,
  type Actor,
  type LiveMovement,
  type Movement,
} from './movements.ts';

/** An input of a run; quantity in thousandths. */
export interface Consumption {
  runId: number;
  productionId: number;
  rawMaterialId: number;
  quantity: number;
  productionDate: string;
}

/** A material with less stock than needed, and how much there is, in thousandths. */
export interface Shortage {
  rawMaterialId: number;
  available: number;
}

export class ShortageError extends Error {
  readonly shortages: readonly Shortage[];

  constructor(shortages: readonly Shortage[]) {
    super(`not enough of material ${shortages.map((shortage) => shortage.rawMaterialId).join(', ')}`);
    this.shortages = shortages;
  }
}

function itemOf(items: LockedItems, { rawMaterialId }: Consumption): number {
  return items.get(rawMaterialId)?.itemId ?? 0;
}

/** Throws naming every material of which the lots hold less than its lines ask. */
function checkCovered(consumptions: readonly Consumption[], lotsOf: readonly OpenLot[][], kept: number): void {
  const shortages: Shortage[] = [];
  for (const [rawMaterialId, lines] of Map.groupBy(consumptions.entries(), ([, line]) => line.rawMaterialId)) {
    const lots = new Set(lines.flatMap(([index]) => lotsOf[index] ?? []));
    const asked = lines.reduce((sum, [, { quantity }]) => sum + quantity, 0);
    const available = [...lots].reduce((sum, lot) => sum + lot.available, 0);
    if (asked > available) shortages.push({ rawMaterialId, available: available + kept });
  }
  if (shortages.length > 0) throw new ShortageError(shortages);
}

/**
 * Allocates consumption to lots. Lines of one material are checked as a sum. `kept` is what an only line has already.
 * Throws a ShortageError.
 */
async function allocate(
  trx: Trx,
  items: LockedItems,
  consumptions: readonly Consumption[],
  kept = 0,
): Promise<Movement[]> {
  const asked = new Map<number, number>();
  for (const line of consumptions) {
    asked.set(line.rawMaterialId, (asked.get(line.rawMaterialId) ?? 0) + line.quantity);
  }
  const lotsOf = await findOpenLots(
    trx,
    // Each line is given lots for all lines of its material: the others may take from the same ones.
    consumptions.map((line) => ({
      itemId: itemOf(items, line),
      day: line.productionDate,
      quantity: asked.get(line.rawMaterialId) ?? 0,
    })),
  );
  checkCovered(consumptions, lotsOf, kept);
  return consumptions.flatMap((line, index) => {
    const { takes, missing } = takeFrom(lotsOf[index] ?? [], line.quantity);
    if (missing > 0) throw new Error(`lots of material ${line.rawMaterialId} hold ${missing} thousandths too little`);
    return takes.map(({ lotId, quantity }): Movement => ({
      lotId,
      itemId: itemOf(items, line),
      kind: 'consumed',
      quantity: -quantity,
      occurredOn: line.productionDate,
      documentKind: 'run',
      documentId: line.runId,
      lineId: line.productionId,
      reversesId: null,
    }));
  });
}

/** Allocates new productions: all or, with a ShortageError, none. Their materials are locked. */
export async function consume(
  trx: Trx,
  items: LockedItems,
  consumptions: readonly Consumption[],
  actor: Actor,
): Promise<void> {
  await post(trx, await allocate(trx, items, consumptions), actor);
}

/** What stays of `before` when only `quantity` thousandths are needed: the last taken is given back first. */
function keepFirst(before: readonly LiveMovement[], quantity: number): { movement: LiveMovement; kept: number }[] {
  let left = quantity;
  return before.map((movement) => {
    const kept = Math.min(-movement.quantity, left);
    left -= kept;
    return { movement, kept };
  });
}

/**
 * Updates the movements of an edited production, whose old and new materials are locked. It keeps the lots that it has:
 * a raised quantity takes the rest by the rule of allocation.ts, a lowered one gives back what was taken last, another
 * material is taken anew. Throws a ShortageError.
 */
export async function reviseConsumption(
  trx: Trx,
  items: LockedItems,
  consumption: Consumption,
  actor: Actor,
): Promise<void> {
  const { runId, productionId, quantity, productionDate } = consumption;
  const before = await liveMovementsOfDocument(trx, 'run', runId, productionId);
  const isOther = before.some(({ itemId }) => itemId !== itemOf(items, consumption));
  const stays = keepFirst(before, isOther ? 0 : quantity);
  const kept = stays.reduce((sum, each) => sum + each.kept, 0);
  const more = quantity - kept;
  const taken = more > 0 ? await allocate(trx, items, [{ ...consumption, quantity: more }], kept) : [];
  const revised = stays.flatMap(({ movement, kept: left }): Movement[] => {
    if (left === -movement.quantity && movement.occurredOn === productionDate) return [];
    const again = left > 0 ? [postedAgain(movement, { quantity: -left, occurredOn: productionDate })] : [];
    return [reversalOf(movement), ...again];
  });
  await post(trx, [...revised, ...taken], actor);
}

/** Gives back what a production took; its material is locked. */
export async function releaseConsumption(
  trx: Trx,
  { runId, productionId }: Pick<Consumption, 'runId' | 'productionId'>,
  actor: Actor,
): Promise<void> {
  const taken = await liveMovementsOfDocument(trx, 'run', runId, productionId);
  await post(trx, taken.map(reversalOf), actor);
}
