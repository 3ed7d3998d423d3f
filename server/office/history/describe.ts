/** Describes events in the words of the screens: changed fields, and stock movements. */
import type { FieldChange, HistoryEvent } from '#contract/core/history.ts';
import { kindLabel, type HistoryKind } from '#contract/kinds.ts';
import { stockTexts } from '#contract/stock/movementTexts.ts';
import type { Trx } from '../../core/db/tables.ts';
import {
  materialsNamed,
  type MaterialMove,
  type Move,
  type NamedMaterial,
  type StoredStock,
} from '../../stock/documents/movedStock.ts';
import {
  nameIn,
  quantityOf,
  textOf,
  type HistoryField,
  type HistoryLines,
  type RecordHistory,
  type Snapshot,
} from '../../core/records/historyFields.ts';
import { deletedAmong, kindOfRecord, namesOf, parsedEvent, type EventRow, type ParsedEvent } from './queries.ts';

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
function describeStock(stock: StoredStock | null, materials: Names): string[] {
  if (!stock) return [];
  const cause = stock.cause && `, ${stockTexts.because(kindLabel(stock.cause.resource), stock.cause.recordId)}`;
  return stock.moves.map((move) => describeMove(move, materials) + (cause ?? ''));
}

/** Old versions stored only the id of a material's category; its present name is added. */
function withCategory(record: Snapshot | null, names: ReadonlyMap<number, { name: string }>): Snapshot | null {
  const id = record?.['categoryId'];
  if (!record || typeof id !== 'number' || 'categoryName' in record) return record;
  return { ...record, categoryName: names.get(id)?.name ?? '' };
}

/** Movements without names, as versions before migration 17 stored them. */
function oldMoves({ stock }: ParsedEvent): MaterialMove[] {
  return stock?.moves.filter((move): move is MaterialMove => 'rawMaterialId' in move) ?? [];
}

/** The raw materials of an event, by their names at that time. */
function ownMaterials({ before, after, stock }: ParsedEvent): NamedMaterial[] {
  return [...materialsNamed(before, after), ...(stock?.materials ?? [])];
}

/** How the history writes each kind of record. */
export type HistoryOfKind = (kind: HistoryKind) => RecordHistory;

/** Describes events, with names at that time, or present names where an older version stored none. */
export async function describeEvents(
  snapshot: Trx,
  rows: readonly EventRow[],
  historyOf: HistoryOfKind,
): Promise<HistoryEvent[]> {
  const events = rows.map(parsedEvent);
  const categoryIds = events
    .filter(({ kind }) => kind === 'materials')
    .flatMap(({ before, after }) => [before, after])
    .flatMap((record) => (record && !('categoryName' in record) ? [record['categoryId']] : []))
    .filter((id) => typeof id === 'number');
  const named = new Map(events.map((each) => [each, ownMaterials(each)]));
  const materialIds = events.flatMap((each) => {
    const known = new Set(named.get(each)?.map(({ rawMaterialId }) => rawMaterialId));
    return oldMoves(each)
      .map(({ rawMaterialId }) => rawMaterialId)
      .filter((id) => !known.has(id));
  });
  const categories = await namesOf(snapshot, 'category', new Set(categoryIds));
  const presentNames = await namesOf(snapshot, 'raw_material', new Set(materialIds));
  const deleted = await deletedAmong(snapshot, events);
  return events.map((each) => {
    const { before, after, stock, ...event } = each;
    const records = [withCategory(before, categories), withCategory(after, categories)] as const;
    const own = (named.get(each) ?? []).map(
      ({ rawMaterialId, rawMaterialName: name, unit }) => [rawMaterialId, { name, unit }] as const,
    );
    const materials = new Map([...presentNames, ...own]);
    const [moved] = oldMoves(each);
    const material = moved && materials.get(moved.rawMaterialId)?.name;
    const history = historyOf(event.kind);
    const { historyName = nameIn('name') } = history;
    return {
      ...event,
      recordName: historyName(after ?? before ?? {}) || (material ?? ''),
      recordDeleted: deleted.has(`${kindOfRecord(each)} ${event.recordId}`),
      changes: describeChanges(history, ...records),
      stock: describeStock(stock, materials),
    };
  });
}
