/** Lots: quantities of one item with one origin. */
import { sql } from 'kysely';
import type { LotOrigin, LotState } from '#contract/stock.ts';
import { forUpdate } from '../db/locking.ts';
import { executeKeyed, insertNumbered, listed } from '../db/statements.ts';
import type { Trx } from '../db/tables.ts';
import { lockItem } from './items.ts';
import { moved } from './kinds.ts';
import { proposeCodes, storedCode, type Uncoded } from './codes.ts';

/** Engines limit how many parameters one statement may have. */
const LOTS_AT_ONCE = 500;

/** A lot to be opened; without a code it gets one. */
export interface NewLot extends Uncoded {
  origin: LotOrigin;
}

/** Creates empty lots of locked items and returns their ids in order; movements fill them. */
export async function openLots(trx: Trx, lots: readonly NewLot[], at: string): Promise<number[]> {
  if (lots.length === 0) return [];
  const codes = await proposeCodes(trx, lots);
  return await insertNumbered(
    trx,
    'lot',
    lots.map(({ itemId, origin, receivedOn }, index) => ({
      item_id: itemId,
      origin,
      received_on: receivedOn,
      ...storedCode(codes[index] ?? ''),
      created_at: at,
      updated_at: at,
    })),
  );
}

/** Deletes lots whose lines are gone: their codes are free again. */
export async function deleteLots(trx: Trx, lotIds: readonly number[], at: string): Promise<void> {
  if (lotIds.length === 0) return;
  await trx.updateTable('lot').set({ deleted_at: at, updated_at: at }).where('id', 'in', lotIds).execute();
}

/** Changes the day on which lots came in. */
export async function redateLots(trx: Trx, lotIds: readonly number[], receivedOn: string): Promise<void> {
  if (lotIds.length === 0) return;
  await trx.updateTable('lot').set({ received_on: receivedOn }).where('id', 'in', lotIds).execute();
}

/** What people may change of a lot. */
export interface LotFields {
  code: string;
  supplierLotNumber: string;
  expiresOn: string | null;
}

export interface LotUse {
  lotId: number;
  /** What left it, net, in thousandths. */
  wentOut: number;
}

/** What has left lots, by lot id. */
export async function findLotUse(trx: Trx, lotIds: readonly number[]): Promise<Map<number, LotUse>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await executeKeyed(
    trx,
    `lot use ${lotIds.length}`,
    lotIds,
    () => sql<LotUse>`
      select id as "lotId", ${moved('out', 'lot')} as "wentOut" from lot where id in ${listed(lotIds)}`,
  );
  return new Map(rows.map((use) => [use.lotId, use]));
}

/** How a lot and its item are called. */
export interface LotName {
  lotId: number;
  lotCode: string;
  itemName: string;
  unit: string;
}

/** The names of lots and their items, by lot id. */
export async function findLotNames(trx: Trx, lotIds: readonly number[]): Promise<Map<number, LotName>> {
  const wanted = [...new Set(lotIds)];
  const names = new Map<number, LotName>();
  for (let start = 0; start < wanted.length; start += LOTS_AT_ONCE) {
    const some = wanted.slice(start, start + LOTS_AT_ONCE);
    const { rows } = await executeKeyed(
      trx,
      `lot names ${some.length}`,
      some,
      () => sql<LotName>`
        select l.id as "lotId", l.code as "lotCode", coalesce(m.name, p.name) as "itemName",
          coalesce(m.unit, p.unit) as unit
        from lot l join item i on i.id = l.item_id left join raw_material m on m.id = i.raw_material_id
          left join product p on p.id = i.product_id
        where l.id in ${listed(some)}`,
    );
    for (const row of rows) names.set(row.lotId, row);
  }
  return names;
}

/** Locks a lot, and first its item: nothing leaves it until the transaction ends. Returns whether it is there. */
export async function lockLot(trx: Trx, lotId: number): Promise<boolean> {
  const lot = await trx.selectFrom('lot').select('item_id').where('id', '=', lotId).executeTakeFirst();
  if (!lot) return false;
  await lockItem(trx, lot.item_id);
  const { rows } = await sql`select id from lot where id = ${lotId} and deleted_at is null ${forUpdate}`.execute(trx);
  return rows.length === 1;
}

/** Puts a locked lot on hold, or releases it. */
export async function changeState(
  trx: Trx,
  lotId: number,
  { state, reason, at }: { state: LotState; reason: string; at: string },
): Promise<void> {
  await trx.updateTable('lot').set({ state, state_reason: reason, updated_at: at }).where('id', '=', lotId).execute();
}

/** Changes what a locked lot is called and when it expires. Throws a unique violation where its item has such a code. */
export async function changeLot(
  trx: Trx,
  lotId: number,
  { code, supplierLotNumber, expiresOn, at }: LotFields & { at: string },
): Promise<void> {
  await trx
    .updateTable('lot')
    .set({ ...storedCode(code), supplier_lot_number: supplierLotNumber, expires_on: expiresOn, updated_at: at })
    .where('id', '=', lotId)
    .execute();
}
