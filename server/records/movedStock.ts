/** Stock movements of a change, in the history: its own, and those that it caused for other records. */
import { z } from 'zod';
import { type HistoryAction, type HistoryKind, historyKinds } from '#contract/history.ts';
import type { Movement } from '../stock/movements.ts';

/** A change of a record, for the history. */
export interface Change {
  action: HistoryAction;
  resource: HistoryKind;
  /** 0 if there is no record. */
  recordId: number;
  /** The record before and after, without secrets and bill bytes; null if it doesn't exist. */
  before: object | null;
  after: object | null;
}

const move = z.object({
  rawMaterialId: z.int(),
  lotId: z.int(),
  /** Signed thousandths. */
  quantity: z.int(),
  kind: z.enum(['received', 'consumed']),
  /** Whether it reverses an earlier movement. */
  reverses: z.boolean(),
  /** The number of affected productions, in the event of the inward that moved them. */
  productions: z.int().optional(),
});
export type Move = z.output<typeof move>;

const material = z.object({ rawMaterialId: z.int(), rawMaterialName: z.string(), unit: z.string() });
export type NamedMaterial = z.output<typeof material>;

export const keptStock = z.object({
  moves: z.array(move),
  /** Names and units of the materials at that time, if not part of the record. */
  materials: z.array(material).optional(),
  /** The record whose change caused this one. */
  cause: z.object({ resource: z.enum(historyKinds), recordId: z.int() }).optional(),
});
export type KeptStock = z.output<typeof keptStock>;

function moveOf({ rawMaterialId, lotId, quantity, kind, reversesId }: Movement): Move {
  return { rawMaterialId, lotId, quantity, kind, reverses: reversesId !== null };
}

/** Movements for other documents, summed by lot, since a lot may feed thousands of them. */
function summed(movements: readonly Movement[]): Move[] {
  const same = Map.groupBy(movements, ({ lotId, reversesId }) => `${lotId} ${reversesId !== null}`);
  return [...same.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const quantity = some.reduce((sum, movement) => sum + movement.quantity, 0);
    const productions = new Set(some.map(({ documentId }) => documentId)).size;
    return [{ ...moveOf(first), quantity, productions }];
  });
}

const naming = z.union([
  z.object({ rawMaterials: z.array(material) }).transform(({ rawMaterials }) => rawMaterials),
  material.transform((own) => [own]),
  z.unknown().transform(() => []),
]);

/** The raw materials of stored records with their names at that time: of an inward's lines, of a production. */
export function materialsNamed(...records: readonly (object | null)[]): NamedMaterial[] {
  const named = records.flatMap((record): NamedMaterial[] => naming.parse(record));
  return [...new Map(named.map((each) => [each.rawMaterialId, each])).values()];
}

const documentOf = ({ documentKind, documentId }: Movement) => `${documentKind} ${documentId}`;
const recordOf = ({ resource, recordId }: Change) => `${resource} ${recordId}`;

/**
 * Assigns the movements of a write to its changes: each gets those of its own document, the first also the sums of all
 * others. For each other document a further change is returned, for its own history.
 */
export function divideStock(
  changes: readonly Change[],
  movements: readonly Movement[],
): { change: Change; stock: KeptStock | null }[] {
  const byDocument = Map.groupBy(movements, documentOf);
  const own = new Set(changes.map(recordOf));
  const others = [...byDocument].filter(([document]) => !own.has(document)).map(([, some]) => some);
  const told = changes.map((change, index) => {
    const along = index === 0 ? summed(others.flat()) : [];
    const moves = [...(byDocument.get(recordOf(change)) ?? []).map(moveOf), ...along];
    return { change, stock: moves.length > 0 ? { moves } : null };
  });
  const [cause] = changes;
  const materials = cause ? materialsNamed(cause.before, cause.after) : [];
  const moved = others.flatMap((some) => {
    const [first] = some;
    if (!first || !cause) return [];
    const { documentKind: resource, documentId: recordId } = first;
    const change = { action: 'move', resource, recordId, before: null, after: null } as const;
    const because = { resource: cause.resource, recordId: cause.recordId };
    return [{ change, stock: { moves: some.map(moveOf), materials, cause: because } }];
  });
  return [...told, ...moved];
}
