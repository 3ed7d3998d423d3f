/** Consumption of stock: oldest lot first, over several lots if necessary (design §2). */
import type { Trx } from '../db/tables.ts';
import type { LockedBalances } from './balances.ts';
import { findLots, findOpenLots, oldestFirst, takeFrom } from './lots.ts';
import {
  liveMovementsOfDocument,
  post,
  reversalOf,
  type Actor,
  type LiveMovement,
  type Movement,
} from './movements.ts';

/** A production in the ledger; quantity in thousandths. */
export interface Consumption {
  productionId: number;
  rawMaterialId: number;
  quantity: number;
  productionDate: string;
}

/** A material with less stock than needed; both numbers in thousandths. */
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
 * Allocates productions and releases `released` (live movements of edited productions) in the same posting. Lines of
 * one material are checked as a sum. Throws a ShortageError naming every material in short supply; then nothing is
 * posted.
 */
async function takeAndRelease(
  trx: Trx,
  balances: LockedBalances,
  consumptions: readonly Consumption[],
  released: readonly LiveMovement[],
  actor: Actor,
): Promise<void> {
  const asked = sumBy(consumptions.map((line) => [line.rawMaterialId, line.quantity]));
  const releasedByMaterial = sumBy(released.map((movement) => [movement.rawMaterialId, -movement.quantity]));
  const releasedByLot = sumBy(released.map((movement) => [movement.lotId, -movement.quantity]));

  const shortages: Shortage[] = [];
  for (const [rawMaterialId, quantity] of asked) {
    const balance = balances.get(rawMaterialId) ?? { received: 0, consumed: 0 };
    const available = balance.received - balance.consumed + (releasedByMaterial.get(rawMaterialId) ?? 0);
    if (quantity > available) shortages.push({ rawMaterialId, asked: quantity, available });
  }
  if (shortages.length > 0) throw new ShortageError(shortages);

  // Released quantities may be in lots that were empty, which the search for open lots doesn't find.
  const emptied = await findLots(trx, [...releasedByLot.keys()]);
  const open = await findOpenLots(trx, asked);
  const lots = [...new Map([...[...open.values()].flat(), ...emptied].map((lot) => [lot.lotId, lot])).values()];
  for (const lot of lots) lot.available += releasedByLot.get(lot.lotId) ?? 0;
  const lotsByMaterial = Map.groupBy(lots.sort(oldestFirst), (lot) => lot.rawMaterialId);

  const taken = consumptions.flatMap((line) =>
    takeFrom(lotsByMaterial.get(line.rawMaterialId) ?? [], line.quantity).map(({ lotId, quantity }): Movement => ({
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

/** Allocates new productions: all or, with a ShortageError, none. `balances` contains their materials. */
export async function consume(
  trx: Trx,
  balances: LockedBalances,
  consumptions: readonly Consumption[],
  actor: Actor,
): Promise<void> {
  await takeAndRelease(trx, balances, consumptions, [], actor);
}

/**
 * Updates the movements of an edited production; `balances` contains its old and new material. If material and quantity
 * are unchanged, the lots stay and only the day moves; otherwise the old allocation is released and a new one is made,
 * oldest lot first. Throws a ShortageError.
 */
export async function reviseConsumption(
  trx: Trx,
  balances: LockedBalances,
  consumption: Consumption,
  actor: Actor,
): Promise<void> {
  const before = await liveMovementsOfDocument(trx, 'production', consumption.productionId);
  const taken = -before.reduce((sum, movement) => sum + movement.quantity, 0);
  const sameMaterial = before.every((movement) => movement.rawMaterialId === consumption.rawMaterialId);
  if (!sameMaterial || taken !== consumption.quantity) {
    await takeAndRelease(trx, balances, [consumption], before, actor);
    return;
  }
  const moved = before.filter((movement) => movement.occurredOn !== consumption.productionDate);
  const again = moved.map(({ id: _, ...movement }) => ({ ...movement, occurredOn: consumption.productionDate }));
  await post(trx, [...moved.map(reversalOf), ...again], actor);
}

/** Releases the allocation of a production, whose material is locked. */
export async function releaseConsumption(trx: Trx, productionId: number, actor: Actor): Promise<void> {
  const released = await liveMovementsOfDocument(trx, 'production', productionId);
  await post(trx, released.map(reversalOf), actor);
}
