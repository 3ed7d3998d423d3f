/** What production takes out of stock: oldest lot first, over several lots where one isn't enough (design §2). */
import type { Trx } from '../db/tables.ts';
import { lockBalances } from './balances.ts';
import { findLots, findOpenLots, oldestFirst, takeFrom, type OpenLot } from './lots.ts';
import {
  liveMovementsOfDocument,
  post,
  reversalOf,
  type Actor,
  type LiveMovement,
  type Movement,
} from './movements.ts';

/** One production as the ledger sees it; quantity in thousandths. */
export interface Consumption {
  productionId: number;
  rawMaterialId: number;
  quantity: number;
  productionDate: string;
}

/** A material of which more is asked than there is; both numbers in thousandths. */
export interface Shortage {
  rawMaterialId: number;
  asked: number;
  available: number;
}

export class ShortageError extends Error {
  readonly shortages: readonly Shortage[];

  constructor(shortages: readonly Shortage[]) {
    super(`not enough of material ${shortages.map((shortage) => shortage.rawMaterialId).join(', ')}`);
    this.shortages = shortages;
  }
}

function sumBy(entries: Iterable<readonly [number, number]>): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [key, quantity] of entries) sums.set(key, (sums.get(key) ?? 0) + quantity);
  return sums;
}

/**
 * Takes what productions consume and gives back `released` (live movements of productions that are being edited) in the
 * same posting. Lines of one material count together. Throws a ShortageError naming every material of which there isn't
 * enough; nothing is posted then.
 */
async function takeAndRelease(
  trx: Trx,
  consumptions: readonly Consumption[],
  released: readonly LiveMovement[],
  actor: Actor,
): Promise<void> {
  const asked = sumBy(consumptions.map((line) => [line.rawMaterialId, line.quantity]));
  const releasedByMaterial = sumBy(released.map((movement) => [movement.rawMaterialId, -movement.quantity]));
  const releasedByLot = sumBy(released.map((movement) => [movement.lotId, -movement.quantity]));
  const balances = await lockBalances(trx, [...asked.keys(), ...releasedByMaterial.keys()]);

  const shortages: Shortage[] = [];
  for (const [rawMaterialId, quantity] of asked) {
    const balance = balances.get(rawMaterialId) ?? { received: 0, consumed: 0 };
    const available = balance.received - balance.consumed + (releasedByMaterial.get(rawMaterialId) ?? 0);
    if (quantity > available) shortages.push({ rawMaterialId, asked: quantity, available });
  }
  if (shortages.length > 0) throw new ShortageError(shortages);

  const lots = new Map<number, OpenLot[]>();
  for (const [rawMaterialId, quantity] of asked) {
    const ofMaterial = released.filter((movement) => movement.rawMaterialId === rawMaterialId);
    const emptied = await findLots(trx, [...new Set(ofMaterial.map((movement) => movement.lotId))]);
    const open = await findOpenLots(trx, rawMaterialId, quantity);
    const candidates = new Map([...open, ...emptied].map((lot) => [lot.lotId, lot]));
    for (const lot of candidates.values()) lot.available += releasedByLot.get(lot.lotId) ?? 0;
    lots.set(rawMaterialId, [...candidates.values()].sort(oldestFirst));
  }

  const taken = consumptions.flatMap((line) =>
    takeFrom(lots.get(line.rawMaterialId) ?? [], line.quantity).map(({ lotId, quantity }): Movement => ({
      lotId,
      rawMaterialId: line.rawMaterialId,
      kind: 'consumed',
      quantity: -quantity,
      occurredOn: line.productionDate,
      documentKind: 'production',
      documentId: line.productionId,
      reversesId: null,
    })),
  );
  await post(trx, [...released.map(reversalOf), ...taken], actor);
}

/** Takes what new productions consume: all of them or, with a ShortageError, none. */
export async function consume(trx: Trx, consumptions: readonly Consumption[], actor: Actor): Promise<void> {
  await takeAndRelease(trx, consumptions, [], actor);
}

/**
 * Makes the ledger follow an edited production. Where material and quantity stay, the lots stay too and only the day
 * moves; otherwise what it had taken goes back and is taken anew, oldest lot first. Throws a ShortageError.
 */
export async function reviseConsumption(trx: Trx, consumption: Consumption, actor: Actor): Promise<void> {
  // The lock comes before the reading: an inward that is edited meanwhile may shift this production to other lots.
  const first = await liveMovementsOfDocument(trx, 'production', consumption.productionId);
  await lockBalances(trx, [consumption.rawMaterialId, ...first.map((movement) => movement.rawMaterialId)]);
  const before = await liveMovementsOfDocument(trx, 'production', consumption.productionId);
  const taken = -before.reduce((sum, movement) => sum + movement.quantity, 0);
  const sameMaterial = before.every((movement) => movement.rawMaterialId === consumption.rawMaterialId);
  if (!sameMaterial || taken !== consumption.quantity) {
    await takeAndRelease(trx, [consumption], before, actor);
    return;
  }
  const moved = before.filter((movement) => movement.occurredOn !== consumption.productionDate);
  const again = moved.map(({ id: _, ...movement }) => ({ ...movement, occurredOn: consumption.productionDate }));
  await post(trx, [...moved.map(reversalOf), ...again], actor);
}

/** Gives back all that a production had taken. */
export async function releaseConsumption(trx: Trx, productionId: number, actor: Actor): Promise<void> {
  const first = await liveMovementsOfDocument(trx, 'production', productionId);
  await lockBalances(
    trx,
    first.map((movement) => movement.rawMaterialId),
  );
  await takeAndRelease(trx, [], await liveMovementsOfDocument(trx, 'production', productionId), actor);
}
