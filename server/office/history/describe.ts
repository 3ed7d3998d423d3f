/** Describes a change in the words of the screens: changed fields, and stock movements. */
import type { FieldChange } from '#contract/core/history.ts';
import { kindLabel } from '#contract/kinds.ts';
import { stockTexts } from '#contract/stock/movementTexts.ts';
import type { StoredStock, Move } from '../../stock/documents/movedStock.ts';
import {
  quantityOf,
  textOf,
  type HistoryField,
  type HistoryLines,
  type RecordHistory,
  type Snapshot,
} from '../../core/records/historyFields.ts';

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function changesOf(fields: readonly HistoryField[], before: Snapshot | null, after: Snapshot | null): FieldChange[] {
  return fields.flatMap(({ field, label, text: write }) => {
    const [was, is] = [before && write(before), after && write(after)];
    // Different ids or quantities may read the same, for two records or units of one name; equal texts and lists are
    // unchanged.
    const isNumber = typeof after?.[field] === 'number';
    if (before && after && was === is && (!isNumber || isSame(before[field], after[field]))) return [];
    // For an added or removed record, only fields with a value are listed.
    if (!before || !after) return was || is ? [{ field, label, before: was, after: is }] : [];
    // Distinguishes two records of the same name by their ids.
    const number = (of: Snapshot) => (was === is ? ` (${textOf(of[field])})` : '');
    return [{ field, label, before: `${was}${number(before)}`, after: `${is}${number(after)}` }];
  });
}

function linesOf(record: Snapshot | null, { list, id }: HistoryLines): Map<number, Snapshot> {
  const lines: unknown = record?.[list];
  const records = Array.isArray(lines) ? lines.filter((line) => typeof line === 'object' && line !== null) : [];
  const own = records.filter((line: Snapshot) => line[id] !== undefined);
  return new Map(own.map((line: Snapshot) => [Number(line[id]), line]));
}

/** Changes of a line's lot; events of older versions have none. */
function lotChanges(was: Snapshot, is: Snapshot, { fields }: HistoryLines): FieldChange[] {
  return was['lotCode'] === undefined ? [] : changesOf(fields, was, is);
}

/** Added, removed and changed lines, matched by id. */
function lineChanges(before: Snapshot | null, after: Snapshot | null, lines: HistoryLines): FieldChange[] {
  const [had, has] = [linesOf(before, lines), linesOf(after, lines)];
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((id) => {
    const [was, is] = [had.get(id), has.get(id)];
    const texts = [was ? lines.text(was) : null, is ? lines.text(is) : null] as const;
    const label = lines.label(is ?? was ?? {});
    const ofLot =
      was && is ? lotChanges(was, is, lines).map((change) => ({ ...change, label: `${label}, ${change.label}` })) : [];
    if (texts[0] === texts[1]) return ofLot;
    return [{ field: `${lines.list}.${id}`, label, before: texts[0], after: texts[1] }, ...ofLot];
  });
}

/** The changed fields with their values; ids as names, amounts, quantities and dates formatted as on screens. */
export function describeChanges(
  { historyFields, historyLines }: RecordHistory,
  before: Snapshot | null,
  after: Snapshot | null,
): FieldChange[] {
  const changes = changesOf(historyFields, before, after);
  if (!historyLines) return changes;
  const below = changesOf(historyLines.below ?? [], before, after);
  return [...changes, ...lineChanges(before, after, historyLines), ...below];
}

type Names = ReadonlyMap<number, { name: string; unit: string }>;

function describeMove(move: Move, materials: Names): string {
  const { kind, reverses, lotId } = move;
  if ('itemName' in move) {
    const { itemName, unit, lotCode } = move;
    return stockTexts.moved(kind, reverses, quantityOf(Math.abs(move.quantity), unit), itemName, lotCode);
  }
  const { rawMaterialId, productions } = move;
  const { name, unit } = materials.get(rawMaterialId) ?? { name: `raw material ${rawMaterialId}`, unit: '' };
  const text = stockTexts.moved(kind, reverses, quantityOf(Math.abs(move.quantity), unit), name, lotId);
  return text + (productions ? stockTexts.forProductions(productions) : '');
}

/** Describes the stock movements of a change; `materials` holds the names that old versions stored separately. */
export function describeStock(stock: StoredStock | null, materials: Names): string[] {
  if (!stock) return [];
  const cause = stock.cause && `, ${stockTexts.because(kindLabel(stock.cause.resource), stock.cause.recordId)}`;
  return stock.moves.map((move) => describeMove(move, materials) + (cause ?? ''));
}
