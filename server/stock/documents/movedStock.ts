/** Stock movements of a change, in the history. */
import { z } from 'zod';
import { historyKinds, kindOfDocument } from '#contract/kinds.ts';
import type { Trx } from '../../core/db/tables.ts';
import { movementKinds } from '#contract/stock/stock.ts';
import { findLotNames } from '../ledger/lots.ts';
import { MovementJournal, type Movement } from '../ledger/movements.ts';
import type { Actor } from '../../core/records/journal.ts';
import { writeWith, type Write } from '../../core/records/write.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';

/** A stored movement, with the names of its day. */
const namedMove = z.object({
  itemName: z.string(),
  unit: z.string(),
  lotId: z.int(),
  lotCode: z.string(),
  /** Signed thousandths. */
  quantity: z.int(),
  kind: z.enum(movementKinds),
  /** Whether it reverses an earlier movement. */
  reverses: z.boolean(),
});

/** Format before migration 17, when lots had no codes and only raw materials were in stock. */
const materialMove = z.object({
  rawMaterialId: z.int(),
  lotId: z.int(),
  quantity: z.int(),
  kind: z.enum(['received', 'consumed']),
  reverses: z.boolean(),
  /** The number of affected productions, in the event of the inward that moved them to other lots. */
  productions: z.int().optional(),
});
export type MaterialMove = z.output<typeof materialMove>;

const move = z.union([namedMove, materialMove]);
export type Move = z.output<typeof move>;

const material = z.object({ rawMaterialId: z.int(), rawMaterialName: z.string(), unit: z.string() });
export type NamedMaterial = z.output<typeof material>;

export const storedStock = z.object({
  moves: z.array(move),
  /** Names and units of the materials at that time, if not part of the record; before migration 17. */
  materials: z.array(material).optional(),
  /** The record whose change caused this one; before migration 17. */
  cause: z.object({ resource: z.enum(historyKinds), recordId: z.int() }).optional(),
});
export type StoredStock = z.output<typeof storedStock>;

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

/** The record in whose history a movement is stored: an input of a run that changed by itself is a production. */
function recordOf({ documentKind, documentId, lineId }: Movement, changed: ReadonlySet<string>): string {
  const production = `production ${lineId}`;
  return documentKind === 'run' && changed.has(production)
    ? production
    : `${kindOfDocument(documentKind)} ${documentId}`;
}

/** The movements of a write by the changes that they belong to, with the names of now. Throws if one belongs to none. */
async function assignMovements(
  trx: Trx,
  changes: readonly AuditEntry[],
  movements: readonly Movement[],
): Promise<(StoredStock | null)[]> {
  const changed = new Set(changes.map(({ resource, recordId }) => `${resource} ${recordId}`));
  const byRecord = Map.groupBy(movements, (movement) => recordOf(movement, changed));
  const lots = await findLotNames(
    trx,
    movements.map(({ lotId }) => lotId),
  );
  const moveOf = ({ lotId, quantity, kind, reversesId }: Movement): Move => {
    const { itemName = '', unit = '', lotCode = '' } = lots.get(lotId) ?? {};
    return { itemName, unit, lotId, lotCode, quantity, kind, reverses: reversesId !== null };
  };
  const divided = changes.map((change) => {
    const record = `${change.resource} ${change.recordId}`;
    const own = byRecord.get(record) ?? [];
    byRecord.delete(record);
    return own.length > 0 ? { moves: own.map(moveOf) } : null;
  });
  if (byRecord.size > 0) throw new Error(`no audit event for the movements of ${[...byRecord.keys()].join(', ')}`);
  return divided;
}

/** The journal of a write that may move stock. */
export const openMovementJournal = (): MovementJournal => new MovementJournal(assignMovements);

/** The write context of a document's change, in a transaction that the caller has begun. */
export function writeIn(trx: Trx, actor: Actor): Write {
  return writeWith(trx, actor, openMovementJournal());
}
