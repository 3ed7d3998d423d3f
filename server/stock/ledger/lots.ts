/** Lots: quantities of one item with one origin. */
import { sql } from 'kysely';
import type { Claim, LotOrigin, LotState } from '#contract/stock/stock.ts';
import { forUpdate } from '../../core/db/locking.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import { executeKeyed, inPieces, insertNumbered, listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findItemIds, lockItems, type ItemReference } from './items.ts';
import { findBlockingMovements, type BlockingMovement } from './blockingMovements.ts';
import { moved } from './kinds.ts';
import { LotsInUseError } from './lotsInUse.ts';
import { proposeCodes, type Uncoded } from './codes.ts';
import { storedCode, type StoredCode } from '../../core/db/batchOrder.ts';
import { nameOfItem, unitOfItem, withMasters } from '../names/itemNames.ts';

/** A lot to be opened; without a code it gets one. */
export interface NewLot extends Uncoded {
  origin: LotOrigin;
  code?: StoredCode | undefined;
  supplierLotNumber?: string;
  expiresOn?: string | null;
  /** The dispatched lot that a buyer's return came from. */
  parentLotId?: number | null;
  state?: LotState | undefined;
  stateReason?: string | undefined;
  claim?: Claim | null | undefined;
  certificateId?: number | null | undefined;
  overrideReason?: string | undefined;
  /** Set for opening stock alone. */
  supplierId?: number | null | undefined;
}

async function insertLots(
  trx: Trx,
  lots: readonly NewLot[],
  codes: readonly StoredCode[],
  at: string,
): Promise<number[]> {
  return await insertNumbered(
    trx,
    'lot',
    lots.map((lot, index) => ({
      item_id: lot.itemId,
      origin: lot.origin,
      received_on: lot.receivedOn,
      ...(codes[index] ?? storedCode('')),
      supplier_lot_number: lot.supplierLotNumber ?? '',
      expires_on: lot.expiresOn ?? null,
      parent_lot_id: lot.parentLotId ?? null,
      state: lot.state ?? 'released',
      state_reason: lot.stateReason ?? '',
      claim: lot.claim ?? null,
      certificate_id: lot.certificateId ?? null,
      override_reason: lot.overrideReason ?? '',
      supplier_id: lot.supplierId ?? null,
      created_at: at,
      updated_at: at,
    })),
  );
}

/**
 * Creates empty lots of locked items and returns their ids in order; movements fill them. Throws a unique violation where
 * an item has a lot of the same code; `findUsedCodes` says so before.
 */
export async function openLots(trx: Trx, lots: readonly NewLot[], at: string): Promise<number[]> {
  // Those with codes first, so that no code is proposed that another one has.
  const coded = lots.filter(({ code }) => code !== undefined);
  const others = lots.filter(({ code }) => code === undefined);
  const codedIds = await insertLots(
    trx,
    coded,
    coded.flatMap(({ code }) => code ?? []),
    at,
  );
  const proposed = others.length > 0 ? (await proposeCodes(trx, others)).map(storedCode) : [];
  const ids = new Map([
    ...coded.map((lot, index) => [lot, codedIds[index] ?? 0] as const),
    ...(await insertLots(trx, others, proposed, at)).map((id, index) => [others[index], id] as const),
  ]);
  return lots.map((lot) => ids.get(lot) ?? 0);
}

/** Which of these codes an item has already, or is to have twice: by their index. Their items are locked. */
export async function findUsedCodes(
  trx: Trx,
  codes: readonly { itemId: number; code: string | undefined; exceptLotId?: number | null }[],
): Promise<number[]> {
  const keys = codes.map(({ itemId, code }) =>
    code === undefined ? undefined : `${itemId} ${storedCode(code).code_key}`,
  );
  const codeKeys = codes.flatMap(({ code }) => (code === undefined ? [] : [storedCode(code).code_key]));
  if (codeKeys.length === 0) return [];
  const rows = await trx
    .selectFrom('lot')
    .select(['id', 'item_id', 'code_key'])
    .where('item_id', 'in', [...new Set(codes.map(({ itemId }) => itemId))])
    .where('code_key', 'in', codeKeys)
    .where('deleted_at', 'is', null)
    .execute();
  const owners = new Map(rows.map((row) => [`${row.item_id} ${row.code_key}`, row.id]));
  return codes.flatMap(({ exceptLotId }, index) => {
    const key = keys[index];
    if (key === undefined) return [];
    const owner = owners.get(key);
    const isUsed = owner !== undefined && owner !== exceptLotId;
    return isUsed || keys.indexOf(key) < index ? [index] : [];
  });
}

/** The columns of a lot that posting needs. */
export interface LotRow {
  lotId: number;
  itemId: number;
  itemName: string;
  unit: string;
  code: string;
  state: LotState;
  stateReason: string;
  receivedOn: string;
  expiresOn: string | null;
  /** Thousandths. */
  onHand: number;
}

/** Lots that exist, by id. */
export async function findLots(trx: Trx, lotIds: readonly number[]): Promise<Map<number, LotRow>> {
  const ids = [...new Set(lotIds)];
  const rows = await inPieces(
    trx,
    'lots',
    ids,
    (chunk) => sql<LotRow>`
        select l.id as "lotId", l.item_id as "itemId", ${nameOfItem} as "itemName",
          ${unitOfItem} as unit, l.code, l.state, l.state_reason as "stateReason", l.received_on as "receivedOn", l.expires_on as "expiresOn",
          l.on_hand as "onHand"
        from lot l join item i on i.id = l.item_id ${withMasters}
        where l.id in ${chunk} and l.deleted_at is null`,
  );
  return new Map(rows.map((row) => [row.lotId, row]));
}

/** True if one of the lots was changed after an instant; movements do not count as changes. */
export async function areLotsChanged(trx: Trx, lotIds: readonly number[], since: string): Promise<boolean> {
  for (const chunk of piecesOf(lotIds)) {
    const query = trx.selectFrom('lot').select('id').where('id', 'in', chunk).where('updated_at', '>', since).limit(1);
    if (await query.executeTakeFirst()) return true;
  }
  return false;
}

/** Whether there are lots of a raw material or a product, whose item it locks: then none is opened meanwhile. */
export async function hasLots(trx: Trx, reference: ItemReference): Promise<boolean> {
  const itemIds = await findItemIds(trx, [reference]);
  await lockItems(trx, itemIds);
  const lot = await trx
    .selectFrom('lot')
    .select('id')
    .where('item_id', 'in', itemIds)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return lot !== undefined;
}

/** Lots with their movements and the number of their counts: a count without a difference has no movement. */
async function findCountedUse(trx: Trx, lotIds: readonly number[]): Promise<(LotUse & { counts: number })[]> {
  const { rows } = await executeKeyed(
    trx,
    `counted lot use ${lotIds.length}`,
    lotIds,
    () => sql<LotUse & { counts: number }>`
      select id as "lotId", code, state, ${moved('out', 'lot')} as "outQty", ${moved('in', 'lot')} as "inQty",
        (select count(*) from adjustment_line j join adjustment a on a.id = j.adjustment_id
          where j.lot_id = lot.id and j.deleted_at is null and a.kind = 'count' and a.deleted_at is null) as counts
      from lot where id in ${listed(lotIds)}`,
  );
  return rows;
}

/**
 * Deletes lots of deleted lines: their codes are free again. Throws a LotsInUseError if another document moved or
 * counted one, or a LotsRecalledError: a recall must not lose its lots.
 */
export async function deleteLots(trx: Trx, lotIds: readonly number[], at: string): Promise<void> {
  if (lotIds.length === 0) return;
  const use = await findCountedUse(trx, lotIds);
  const inUse = use.filter(({ outQty, inQty, counts }) => outQty > 0 || inQty > 0 || counts > 0);
  if (inUse.length > 0) throw new LotsInUseError(inUse);
  const recalled = use.filter(({ state }) => state === 'recalled');
  if (recalled.length > 0) throw new LotsRecalledError(recalled.map(({ code }) => code));
  await trx.updateTable('lot').set({ deleted_at: at, updated_at: at }).where('id', 'in', lotIds).execute();
}

/** Thrown if recalled lots would be deleted; by their codes. */
export class LotsRecalledError extends Error {
  readonly codes: readonly string[];

  constructor(codes: readonly string[]) {
    super(`lots ${codes.join(', ')} are recalled`);
    this.codes = codes;
  }
}

/** A lot can't be restored: another one has its code by now. */
export class LotCodeTakenError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the code ${code} is used by another lot`);
    this.code = code;
  }
}

/** Undeletes empty lots of locked items. Throws a LotCodeTakenError. */
export async function restoreLots(trx: Trx, lotIds: readonly number[], at: string): Promise<void> {
  if (lotIds.length === 0) return;
  const { rows } = await sql<{ code: string }>`
    select deleted.code from lot deleted
    join lot other on other.item_id = deleted.item_id and other.code_key = deleted.code_key and other.deleted_at is null
    where deleted.id in ${listed(lotIds)} and deleted.deleted_at is not null
    order by deleted.id limit 1`.execute(trx);
  const [taken] = rows;
  if (taken) throw new LotCodeTakenError(taken.code);
  await trx.updateTable('lot').set({ deleted_at: null, updated_at: at }).where('id', 'in', lotIds).execute();
}

/** Thrown if lots would come in after an adjustment took from them, or found something in them. */
export class LotsTakenEarlierError extends Error {
  readonly taken: readonly BlockingMovement[];

  constructor(taken: readonly BlockingMovement[]) {
    super(`lots ${taken.map(({ lotId }) => lotId).join(', ')} were taken from earlier`);
    this.taken = taken;
  }
}

/**
 * Changes the day on which lots came in. Throws a LotsTakenEarlierError where a later one would be after an adjustment;
 * runs and dispatches may come before (docs/domain.md, Allocation).
 */
export async function redateLots(trx: Trx, lotIds: readonly number[], receivedOn: string): Promise<void> {
  if (lotIds.length === 0) return;
  const query = trx.selectFrom('lot').select('id').where('id', 'in', lotIds).where('received_on', '<', receivedOn);
  const postponed = (await query.execute()).map(({ id }) => id);
  const taken = (await findBlockingMovements(trx, postponed)).filter(
    ({ documentKind, occurredOn }) => documentKind === 'adjustment' && occurredOn < receivedOn,
  );
  if (taken.length > 0) throw new LotsTakenEarlierError(taken);
  await trx.updateTable('lot').set({ received_on: receivedOn }).where('id', 'in', lotIds).execute();
}

/** Claim of a lot, with its reason. */
export interface LotClaimFields {
  claim: Claim | null;
  certificateId: number | null;
  overrideReason: string;
}

/** Editable fields of a lot. */
interface LotFields extends LotClaimFields {
  code: string;
  supplierLotNumber: string;
  expiresOn: string | null;
  /** Set for opening stock alone. */
  supplierId: number | null;
}

interface LotUse {
  lotId: number;
  code: string;
  state: LotState;
  /** Net outgoing quantity, in thousandths. */
  outQty: number;
  /** Net incoming quantity, in thousandths. */
  inQty: number;
}

/** Incoming and outgoing quantities of lots, net of reversals, by lot id. */
export async function findLotUse(trx: Trx, lotIds: readonly number[]): Promise<Map<number, LotUse>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await executeKeyed(
    trx,
    `lot use ${lotIds.length}`,
    lotIds,
    () => sql<LotUse>`
      select id as "lotId", code, state, ${moved('out', 'lot')} as "outQty", ${moved('in', 'lot')} as "inQty"
      from lot where id in ${listed(lotIds)}`,
  );
  return new Map(rows.map((use) => [use.lotId, use]));
}

/** How a lot and its item are called. */
interface LotName {
  lotId: number;
  lotCode: string;
  itemName: string;
  unit: string;
  deletedAt: string | null;
}

/** The names of lots and their items, by lot id; of deleted ones too. */
export async function findLotNames(trx: Trx, lotIds: readonly number[]): Promise<Map<number, LotName>> {
  const ids = [...new Set(lotIds)];
  const rows = await inPieces(
    trx,
    'lot names',
    ids,
    (chunk) => sql<LotName>`
        select l.id as "lotId", l.code as "lotCode", ${nameOfItem} as "itemName",
          ${unitOfItem} as unit, l.deleted_at as "deletedAt"
        from lot l join item i on i.id = l.item_id ${withMasters}
        where l.id in ${chunk}`,
  );
  return new Map(rows.map((row) => [row.lotId, row]));
}

/** Locks a lot, and first its item: nothing leaves it until the transaction ends. Returns whether it exists. */
export async function lockLot(trx: Trx, lotId: number): Promise<boolean> {
  const lot = await trx.selectFrom('lot').select('item_id').where('id', '=', lotId).executeTakeFirst();
  if (!lot) return false;
  await lockItems(trx, [lot.item_id]);
  const { rows } = await sql`select id from lot where id = ${lotId} and deleted_at is null ${forUpdate}`.execute(trx);
  return rows.length === 1;
}

/** Holds, recalls or releases locked lots, at most 500. */
export async function changeState(
  trx: Trx,
  lotIds: readonly number[],
  { state, reason, at }: { state: LotState; reason: string; at: string },
): Promise<void> {
  await trx.updateTable('lot').set({ state, state_reason: reason, updated_at: at }).where('id', 'in', lotIds).execute();
}

/** Changes the code and the expiry date of a lot whose item is locked. */
export async function renameLot(
  trx: Trx,
  lotId: number,
  { code, expiresOn, at }: { code: StoredCode; expiresOn: string | null; at: string },
): Promise<void> {
  await trx
    .updateTable('lot')
    .set({ ...code, expires_on: expiresOn, updated_at: at })
    .where('id', '=', lotId)
    .execute();
}

/** A lot whose expiry date follows that of the one that it came back of. */
export interface RedatedReturn {
  lotId: number;
  code: string;
  before: string | null;
  after: string | null;
}

/** Assigns the new expiry date to returns of a lot, to any depth, that have the old one. The lot's item is locked. */
export async function redateReturns(
  trx: Trx,
  lotId: number,
  { before, after, at }: { before: string | null; after: string | null; at: string },
): Promise<RedatedReturn[]> {
  if (before === after) return [];
  const { rows } = await sql<{ lotId: number; code: string; deletedAt: string | null }>`
    with recursive returned(id) as (
      select id from lot where parent_lot_id = ${lotId}
      union select l.id from lot l inner join returned r on l.parent_lot_id = r.id)
    update lot set expires_on = ${after}, updated_at = ${at}
    where id in (select id from returned) and expires_on is not distinct from ${before}
    returning id as "lotId", code, deleted_at as "deletedAt"`.execute(trx);
  // Deleted ones follow too, since they may be restored.
  return rows.flatMap(({ deletedAt, ...row }) => (deletedAt === null ? { ...row, before, after } : []));
}

/**
 * Changes code, supplier lot number, expiry date and claim of a locked lot; missing fields stay. Throws a unique
 * violation if its item already has the code.
 */
export async function changeLot(
  trx: Trx,
  lotId: number,
  { code, supplierLotNumber, expiresOn, supplierId, at, ...claimed }: Partial<LotFields> & { at: string },
): Promise<void> {
  const { claim, certificateId, overrideReason } = claimed;
  await trx
    .updateTable('lot')
    .set({
      ...(code === undefined ? {} : storedCode(code)),
      ...(supplierLotNumber === undefined ? {} : { supplier_lot_number: supplierLotNumber }),
      ...(expiresOn === undefined ? {} : { expires_on: expiresOn }),
      ...(claim === undefined ? {} : { claim }),
      ...(certificateId === undefined ? {} : { certificate_id: certificateId }),
      ...(overrideReason === undefined ? {} : { override_reason: overrideReason }),
      ...(supplierId === undefined ? {} : { supplier_id: supplierId }),
      updated_at: at,
    })
    .where('id', '=', lotId)
    .execute();
}
