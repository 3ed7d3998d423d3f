/**
 * The ledger: the only code that changes stock.
 *
 * A lot is one line of one inward: so much of one raw material, received on one day. A movement is one change of one
 * lot: a signed quantity, its kind, its calendar day, and the document that caused it. Movements are only ever added; a
 * document that is edited or deleted adds reversals of what it had moved. A movement is live while nothing reverses it.
 *
 * What the rest of the system relies on:
 * - lot.received is the sum of its `received` movements, lot.consumed minus the sum of its `consumed` ones;
 * - balance holds the same two sums per raw material;
 * - 0 <= consumed <= received on both, which CHECK constraints hold whatever code or person writes;
 * - movements refuse update and delete by triggers.
 * verify.ts recomputes all of it. Everything here is in whole thousandths of the material's unit.
 */
import { sql } from 'kysely';
import { executeKeyed, insertRows, listed } from '../db/statements.ts';
import type { DocumentKind, MovementKind, Trx } from '../db/tables.ts';

/** Engines limit how many parameters one statement may have. */
const ROWS_AT_ONCE = 500;

/** The user's id and a UTC timestamp. */
export interface Actor {
  userId: number;
  at: string;
  /** Called for every posting, for the history. */
  onPosted?: (movements: readonly Movement[]) => void;
}

export interface Movement {
  lotId: number;
  rawMaterialId: number;
  kind: MovementKind;
  /** Signed change of the stock in thousandths. */
  quantity: number;
  occurredOn: string;
  documentKind: DocumentKind;
  documentId: number;
  reversesId: number | null;
}

export interface LiveMovement extends Movement {
  id: number;
}

interface Change {
  received: number;
  consumed: number;
}

function* inPieces<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) yield rows.slice(start, start + ROWS_AT_ONCE);
}

/** Net changes of cached totals, by lot or material. */
function netChanges(movements: readonly Movement[], idOf: (movement: Movement) => number): [number, Change][] {
  const changes = new Map<number, Change>();
  for (const movement of movements) {
    const change = changes.get(idOf(movement)) ?? { received: 0, consumed: 0 };
    if (movement.kind === 'received') change.received += movement.quantity;
    else change.consumed -= movement.quantity;
    changes.set(idOf(movement), change);
  }
  return [...changes].filter(([, change]) => change.received !== 0 || change.consumed !== 0);
}

/** Updates cached totals in one statement; throws if one would leave its bounds. */
async function moveTotals(trx: Trx, table: 'lot' | 'balance', changes: readonly [number, Change][]): Promise<void> {
  const rows = changes.map(([id, { received, consumed }]) => [id, received, consumed]);
  const { numAffectedRows } = await executeKeyed(trx, `${table} totals ${rows.length}`, rows.flat(), () => {
    const id = sql.ref(table === 'lot' ? 't.id' : 't.raw_material_id');
    const counted = table === 'balance' ? sql`, version = t.version + 1` : sql``;
    const values = rows.map((row) => listed(row.map((value) => sql`cast(${value} as bigint)`)));
    return sql`
      with change (id, received, consumed) as (values ${sql.join(values)})
      update ${sql.table(table)} as t
      set received = t.received + change.received, consumed = t.consumed + change.consumed ${counted}
      from change
      where ${id} = change.id and t.consumed + change.consumed between 0 and t.received + change.received`;
  });
  if (numAffectedRows === BigInt(changes.length)) return;
  const ids = changes.map(([id]) => id).join(', ');
  throw new Error(`${table} ${ids}: one of them would be overdrawn; nothing was posted`);
}

async function append(trx: Trx, movements: readonly Movement[], actor: Actor): Promise<void> {
  await insertRows(
    trx,
    'movement',
    movements.map((movement) => ({
      lot_id: movement.lotId,
      kind: movement.kind,
      quantity: movement.quantity,
      occurred_on: movement.occurredOn,
      document_kind: movement.documentKind,
      document_id: movement.documentId,
      reverses_id: movement.reversesId,
      recorded_at: actor.at,
      recorded_by: actor.userId,
    })),
  );
}

/**
 * Appends movements and updates the totals of their lots and materials, in the caller's transaction. The caller has
 * locked the materials (balances.ts) and chosen lots with enough stock; an overdraft of a lot or a material throws and
 * rolls back.
 */
export async function post(trx: Trx, movements: readonly Movement[], actor: Actor): Promise<void> {
  for (const some of inPieces(movements)) await append(trx, some, actor);
  for (const some of inPieces(netChanges(movements, (movement) => movement.lotId))) {
    await moveTotals(trx, 'lot', some);
  }
  for (const some of inPieces(netChanges(movements, (movement) => movement.rawMaterialId))) {
    await moveTotals(trx, 'balance', some);
  }
  actor.onPosted?.(movements);
}

/** The reversal of `movement`, on the same day. */
export function reversalOf({ id, ...movement }: LiveMovement): Movement {
  return { ...movement, quantity: -movement.quantity, reversesId: id };
}

function live(trx: Trx) {
  return trx
    .selectFrom('movement as m')
    .innerJoin('lot as l', 'l.id', 'm.lot_id')
    .where('m.reverses_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('movement as r').select('r.id').whereRef('r.reverses_id', '=', 'm.id'))),
    )
    .select([
      'm.id as id',
      'm.lot_id as lotId',
      'l.raw_material_id as rawMaterialId',
      'm.kind as kind',
      'm.quantity as quantity',
      'm.occurred_on as occurredOn',
      'm.document_kind as documentKind',
      'm.document_id as documentId',
      'm.reverses_id as reversesId',
    ])
    .orderBy('m.id');
}

/** The live movements of a document, in posting order. */
export async function liveMovementsOfDocument(trx: Trx, kind: DocumentKind, id: number): Promise<LiveMovement[]> {
  return await live(trx).where('m.document_kind', '=', kind).where('m.document_id', '=', id).execute();
}

/** The live consumption of a lot, in posting order. */
export async function liveConsumptionOfLot(trx: Trx, lotId: number): Promise<LiveMovement[]> {
  return await live(trx).where('m.lot_id', '=', lotId).where('m.kind', '=', 'consumed').execute();
}
