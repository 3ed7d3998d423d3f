/**
 * The ledger: the only code that changes stock.
 *
 * A lot is a quantity of one item with one origin. A movement is one change of one lot: a signed quantity, its kind, its
 * calendar day, and the line of the document that caused it. Movements are only ever added; a document that is edited or
 * deleted adds reversals of what it had moved. A movement is live while nothing reverses it.
 *
 * Invariants that the rest of the system relies on:
 * - each total of a lot is the sum of its movements of that kind, and each total of an item the sum over its lots;
 * - no total is ever negative, nor is what is on hand: CHECK constraints hold it whatever code or person writes;
 * - movements refuse update and delete by triggers; another stores the day of each lot's first use.
 * verify.ts recomputes all of it. Everything here is in whole thousandths of the item's unit.
 */
import { movementKinds, quantityTexts, type MovementKind } from '#contract/stock/stock.ts';
import { conflict } from '../../core/http/errors.ts';
import { sql } from 'kysely';
import type { DocumentKind } from '#contract/kinds.ts';
import { isCheckViolation } from '../../core/db/faults.ts';
import { piecesOf } from '../../core/db/pieces.ts';
import { executeKeyed, insertRows, listed } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import type { Actor, Journal } from '../../core/records/journal.ts';
import { signOf, totalOf } from './kinds.ts';

export interface Movement {
  lotId: number;
  itemId: number;
  kind: MovementKind;
  /** Signed change of the stock in thousandths. */
  quantity: number;
  occurredOn: string;
  documentKind: DocumentKind;
  documentId: number;
  /** The line of the document: the lot of an inward line, the production of a run. */
  lineId: number;
  reversesId: number | null;
}

export interface LiveMovement extends Movement {
  id: number;
}

/** Net changes of totals, by kind. */
type Change = Map<MovementKind, number>;

/** Net changes of totals, by lot or item. */
function netChanges(movements: readonly Movement[], idOf: (movement: Movement) => number): [number, Change][] {
  const changes = new Map<number, Change>();
  for (const movement of movements) {
    const { kind, quantity } = movement;
    const change: Change = changes.get(idOf(movement)) ?? new Map();
    change.set(kind, (change.get(kind) ?? 0) + signOf(kind) * quantity);
    changes.set(idOf(movement), change);
  }
  return [...changes].filter(([, change]) => [...change.values()].some((quantity) => quantity !== 0));
}

/** Whether nothing goes out, so that a total can leave its bounds by its size alone. */
function onlyGrows(changes: readonly [number, Change][]): boolean {
  return changes.every(([, change]) => [...change].every(([kind, quantity]) => quantity * signOf(kind) >= 0));
}

/**
 * Updates totals in one statement. A total that would leave its bounds breaks a CHECK, and nothing is posted; throws
 * a 409 if it is one that would be larger than a number holds exactly.
 */
async function moveTotals(trx: Trx, table: 'lot' | 'item', changes: readonly [number, Change][]): Promise<void> {
  try {
    await updateTotals(trx, table, changes);
  } catch (error) {
    if (!isCheckViolation(error) || !onlyGrows(changes)) throw error;
    throw conflict(quantityTexts.tooLarge);
  }
}

async function updateTotals(trx: Trx, table: 'lot' | 'item', changes: readonly [number, Change][]): Promise<void> {
  const moved = movementKinds.filter((kind) => changes.some(([, change]) => change.has(kind)));
  const rows = changes.map(([id, change]) => [id, ...moved.map((kind) => change.get(kind) ?? 0)]);
  const key = `${table} totals ${moved.join()} ${rows.length}`;
  const { numAffectedRows } = await executeKeyed(trx, key, rows.flat(), () => {
    const columns = moved.map((kind) => totalOf[kind]);
    const values = rows.map((row) => listed(row.map((value) => sql`cast(${value} as bigint)`)));
    const sums = columns.map(
      (column) => sql`${sql.ref(column)} = ${sql.ref(`t.${column}`)} + ${sql.ref(`change.${column}`)}`,
    );
    return sql`
      with change (id, ${sql.join(columns.map((column) => sql.ref(column)))}) as (values ${sql.join(values)})
      update ${sql.table(table)} as t set ${sql.join(sums)} from change where t.id = change.id`;
  });
  if (numAffectedRows === BigInt(changes.length)) return;
  throw new Error(`missing row in ${table} (${changes.map(([id]) => id).join(', ')}); nothing was posted`);
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
      line_id: movement.lineId,
      reverses_id: movement.reversesId,
      recorded_at: actor.at,
      recorded_by: actor.userId,
    })),
  );
}

/**
 * Appends movements and updates the totals of their lots and items, in the caller's transaction. The caller has locked
 * the items (items.ts) and chosen lots with enough stock; an overdraft of a lot or an item throws and rolls back.
 */
export async function post(trx: Trx, movements: readonly Movement[], actor: Actor): Promise<void> {
  await append(trx, movements, actor);
  for (const chunk of piecesOf(netChanges(movements, (movement) => movement.lotId))) {
    await moveTotals(trx, 'lot', chunk);
  }
  for (const chunk of piecesOf(netChanges(movements, (movement) => movement.itemId))) {
    await moveTotals(trx, 'item', chunk);
  }
  if (actor.journal instanceof MovementJournal) actor.journal.add(movements);
}

/** Each change's part of the movements of a write, as the history stores it. */
type AssignMovements = (
  trx: Trx,
  changes: readonly AuditEntry[],
  movements: readonly Movement[],
) => Promise<(object | null)[]>;

/** The movements that a write has posted and the history does not have yet. */
export class MovementJournal implements Journal {
  #movements: Movement[] = [];
  readonly #assign: AssignMovements;

  constructor(assign: AssignMovements) {
    this.#assign = assign;
  }

  get isEmpty(): boolean {
    return this.#movements.length === 0;
  }

  add(movements: readonly Movement[]): void {
    this.#movements.push(...movements);
  }

  async take(trx: Trx, changes: readonly AuditEntry[]): Promise<(object | null)[]> {
    const movements = this.#movements;
    this.#movements = [];
    return await this.#assign(trx, changes, movements);
  }
}

/** The reversal of `movement`, on the same day. */
export function reversalOf({ id, ...movement }: LiveMovement): Movement {
  return { ...movement, quantity: -movement.quantity, reversesId: id };
}

/** Movements that nothing reverses, in posting order. */
export function liveMovements(trx: Trx) {
  return trx
    .selectFrom('movement as v')
    .innerJoin('lot as l', 'l.id', 'v.lot_id')
    .where('v.reverses_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('movement as reversal').select('reversal.id').whereRef('reversal.reverses_id', '=', 'v.id')),
      ),
    )
    .select([
      'v.id as id',
      'v.lot_id as lotId',
      'l.item_id as itemId',
      'v.kind as kind',
      'v.quantity as quantity',
      'v.occurred_on as occurredOn',
      'v.document_kind as documentKind',
      'v.document_id as documentId',
      'v.line_id as lineId',
      'v.reverses_id as reversesId',
    ])
    .orderBy('v.id');
}

/** The live movements of a document, or of one of its lines, in posting order. */
export async function liveMovementsOfDocument(
  trx: Trx,
  kind: DocumentKind,
  id: number,
  lineIds?: readonly number[],
): Promise<LiveMovement[]> {
  const all = liveMovements(trx).where('v.document_kind', '=', kind).where('v.document_id', '=', id);
  return await (lineIds === undefined ? all : all.where('v.line_id', 'in', lineIds)).execute();
}
