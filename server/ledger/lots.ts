import type { Trx } from '../db/tables.ts';

const LOTS_AT_ONCE = 50;

export interface OpenLot {
  lotId: number;
  receivedOn: string;
  /** Thousandths that can still be taken. */
  available: number;
}

export interface Take {
  lotId: number;
  quantity: number;
}

/** Makes an empty lot of a raw material and answers its id; movements fill it. */
export async function openLot(trx: Trx, rawMaterialId: number, receivedOn: string): Promise<number> {
  const { id } = await trx
    .insertInto('lot')
    .values({ raw_material_id: rawMaterialId, received_on: receivedOn, received: 0, consumed: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Moves the day on which a lot counts as received. */
export async function redateLot(trx: Trx, lotId: number, receivedOn: string): Promise<void> {
  await trx.updateTable('lot').set({ received_on: receivedOn }).where('id', '=', lotId).execute();
}

/** What lots hold at present, by their ids. */
export async function findLots(trx: Trx, lotIds: readonly number[]): Promise<OpenLot[]> {
  if (lotIds.length === 0) return [];
  return await trx
    .selectFrom('lot')
    .select(({ eb }) => [
      'id as lotId',
      'received_on as receivedOn',
      eb('received', '-', eb.ref('consumed')).as('available'),
    ])
    .where('id', 'in', lotIds)
    .execute();
}

/** The oldest open lots of a material (inward date, then id): as many as hold `needed` together, or all there are. */
export async function findOpenLots(trx: Trx, rawMaterialId: number, needed: number): Promise<OpenLot[]> {
  const lots: OpenLot[] = [];
  let held = 0;
  while (held < needed) {
    const last = lots.at(-1);
    let query = trx
      .selectFrom('lot')
      .select(({ eb }) => [
        'id as lotId',
        'received_on as receivedOn',
        eb('received', '-', eb.ref('consumed')).as('available'),
      ])
      .where('raw_material_id', '=', rawMaterialId)
      .whereRef('consumed', '<', 'received')
      .orderBy('received_on')
      .orderBy('id')
      .limit(LOTS_AT_ONCE);
    if (last) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('received_on', 'id'), '>', tuple(last.receivedOn, last.lotId)),
      );
    }
    const more = await query.execute();
    lots.push(...more);
    held += more.reduce((sum, lot) => sum + lot.available, 0);
    if (more.length < LOTS_AT_ONCE) break;
  }
  return lots;
}

/** Oldest first: by the day of receipt, then by id (design §2). */
export function oldestFirst(a: OpenLot, b: OpenLot): number {
  if (a.receivedOn !== b.receivedOn) return a.receivedOn < b.receivedOn ? -1 : 1;
  return a.lotId - b.lotId;
}

/**
 * Takes `quantity` from lots in their order, over several where one doesn't hold enough, and lowers their `available` by
 * what it took. The lots must hold enough together; otherwise it throws.
 */
export function takeFrom(lots: readonly OpenLot[], quantity: number): Take[] {
  const takes: Take[] = [];
  let missing = quantity;
  for (const lot of lots) {
    const taken = Math.min(lot.available, missing);
    if (taken <= 0) continue;
    takes.push({ lotId: lot.lotId, quantity: taken });
    lot.available -= taken;
    missing -= taken;
  }
  if (missing > 0) throw new Error(`the lots hold ${missing} thousandths less than their balance says`);
  return takes;
}
