/** A change in the words of the screens: which fields from what to what, and what it did to stock. */
import { backupTexts } from '#contract/backups.ts';
import { goodLabels, goodStatusLabels } from '#contract/goods.ts';
import {
  historyTexts,
  kindLabel,
  lineText,
  stockTexts,
  type FieldChange,
  type HistoryKind,
} from '#contract/history.ts';
import { inwardLabels, inwardStatusLabels } from '#contract/inward.ts';
import { productionLabels, productionStatusLabels } from '#contract/production.ts';
import { roleLabels, userLabels } from '#contract/userLabels.ts';
import type { KeptStock, Move } from '../records/movedStock.ts';
import {
  active,
  amount,
  amountOf,
  day,
  fieldsOf,
  named,
  oneOf,
  quantity,
  quantityOf,
  textOf,
  type As,
  type Snapshot,
  type HistoryField,
} from '../records/historyFields.ts';

const { bill: billLabel, rawMaterials: lineLabel, ...inwardFields } = inwardLabels;
const { password: passwordLabel, ...userFields } = userLabels;

const bill: As = (value) => (value === true ? historyTexts.billAttached : '');

/** What is no master. */
const otherFields: Partial<Record<HistoryKind, readonly HistoryField[]>> = {
  goods: fieldsOf(goodLabels, {
    productId: named('productName'),
    quantity,
    status: oneOf(goodStatusLabels),
    manufactureDate: day,
    expiryDate: day,
  }),
  inward: [
    ...fieldsOf(inwardFields, {
      supplierId: named('supplierName'),
      inwardDate: day,
      status: oneOf(inwardStatusLabels),
      totalGst: amount,
      grandTotal: amount,
    }),
    ...fieldsOf({ hasBill: billLabel }, { hasBill: bill }),
  ],
  production: fieldsOf(productionLabels, {
    rawMaterialId: named('rawMaterialName'),
    quantity,
    productionDate: day,
    status: oneOf(productionStatusLabels),
  }),
  users: fieldsOf(userFields, { userRole: oneOf(roleLabels), status: active }),
  backups: fieldsOf({ reason: backupTexts.reason }, { reason: oneOf(backupTexts.reasons) }),
};

/** The fields of every kind of record: those of the masters are theirs to say. */
export type KindFields = (kind: HistoryKind) => readonly HistoryField[];

/** What knows the fields of the given masters, and of all that is no master. */
export function fieldsOfKinds(
  masters: readonly { resource: string; historyFields: readonly HistoryField[] }[],
): KindFields {
  const ofMasters = new Map(masters.map(({ resource, historyFields }) => [resource, historyFields]));
  return (kind) => ofMasters.get(kind) ?? otherFields[kind] ?? [];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function changesOf(fields: readonly HistoryField[], before: Snapshot | null, after: Snapshot | null): FieldChange[] {
  return fields.flatMap(({ field, label, text: write }) => {
    const [was, is] = [before && write(before), after && write(after)];
    // A quantity of another material may be the same number of another unit.
    if (before && after && was === is && isSame(before[field], after[field])) return [];
    // Of what comes or goes as a whole, only what it had is worth a line.
    if (!before || !after) return was || is ? [{ field, label, before: was, after: is }] : [];
    // Two records of one name: their ids tell them apart.
    const number = (of: Snapshot) => (was === is ? ` (${textOf(of[field])})` : '');
    return [{ field, label, before: `${was}${number(before)}`, after: `${is}${number(after)}` }];
  });
}

function linesOf(record: Snapshot | null): Map<number, Snapshot> {
  const lines: unknown = record?.['rawMaterials'];
  const found = Array.isArray(lines) ? lines.filter((line) => typeof line === 'object' && line !== null) : [];
  return new Map(found.map((line: Snapshot) => [Number(line['id']), line]));
}

function writeLine(line: Snapshot): string {
  return lineText(quantityOf(line['quantity'], line['unit']), amountOf(line['pricePerUnit']));
}

/** The lines of an inward that came, went or changed, each by its own id. */
function lineChanges(before: Snapshot | null, after: Snapshot | null): FieldChange[] {
  const [had, has] = [linesOf(before), linesOf(after)];
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((id) => {
    const [was, is] = [had.get(id), has.get(id)];
    const texts = [was ? writeLine(was) : null, is ? writeLine(is) : null] as const;
    if (texts[0] === texts[1]) return [];
    const label = `${lineLabel}: ${textOf((is ?? was)?.['rawMaterialName'])}`;
    return [{ field: `rawMaterials.${id}`, label, before: texts[0], after: texts[1] }];
  });
}

/** What is only told to have changed, since what it was and is stands nowhere. */
function untold(after: Snapshot | null): FieldChange[] {
  const told: FieldChange[] = [];
  if (after?.['passwordChanged'] === true) {
    told.push({ field: 'password', label: passwordLabel, before: '', after: historyTexts.passwordChanged });
  }
  const ended = after?.['sessionsEnded'];
  if (typeof ended === 'number') {
    const label = historyTexts.sessions;
    told.push({ field: 'sessionsEnded', label, before: '', after: historyTexts.sessionsEnded(ended) });
  }
  if (after?.['billReplaced'] === true) {
    told.push({ field: 'billAttachment', label: billLabel, before: '', after: historyTexts.billReplaced });
  }
  return told;
}

/** Which fields changed from what to what; ids as names, amounts, quantities and dates as the screens write them. */
export function describeChanges(
  fields: readonly HistoryField[],
  before: Snapshot | null,
  after: Snapshot | null,
): FieldChange[] {
  return [...changesOf(fields, before, after), ...lineChanges(before, after), ...untold(after)];
}

/** What a record is called: by its name, an invoice by its number, a production by its material. */
export function nameOf(record: Snapshot | null): string {
  const names = ['name', 'fullName', 'batchNumber', 'invoiceNumber', 'rawMaterialName'];
  return names.map((field) => textOf(record?.[field])).find((name) => name !== '') ?? '';
}

function describeMove(move: Move, { name, unit }: { name: string; unit: string }): string {
  const { kind, reverses, lotId, productions } = move;
  const write =
    kind === 'received'
      ? reverses
        ? stockTexts.takenBack
        : stockTexts.received
      : reverses
        ? stockTexts.givenBack
        : stockTexts.taken;
  const quantityText = quantityOf(Math.abs(move.quantity), unit);
  return write(quantityText, name, lotId) + (productions ? stockTexts.forProductions(productions) : '');
}

/** What a change moved in stock, in words; `materials` holds the names of all materials that it names. */
export function describeStock(
  stock: KeptStock | null,
  materials: ReadonlyMap<number, { name: string; unit: string }>,
): string[] {
  if (!stock) return [];
  const cause = stock.cause && `, ${stockTexts.because(kindLabel(stock.cause.resource), stock.cause.recordId)}`;
  return stock.moves.map((move) => {
    const material = materials.get(move.rawMaterialId) ?? { name: `raw material ${move.rawMaterialId}`, unit: '' };
    return describeMove(move, material) + (cause ?? '');
  });
}
