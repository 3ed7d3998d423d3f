/** Describes a change in the words of the screens: changed fields, and stock movements. */
import { eventTexts } from '#contract/stock/eventTexts.ts';
import { adjustmentLabels } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { adjustmentKindLabels } from '#contract/documentStatus.ts';
import { claimLabels, claimTexts } from '#contract/stock/claims/claims.ts';
import { historyTexts, type FieldChange } from '#contract/core/history.ts';
import { lineText, stockTexts } from '#contract/stock/movementTexts.ts';
import { kindLabel } from '#contract/kinds.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import { lotLabels } from '#contract/stock/lots/lotTexts.ts';
import { inwardLabels, inwardLineLabels } from '#contract/buy/inwardTexts.ts';
import { userLabels } from '#contract/core/accounts/users.ts';
import type { StoredStock, Move } from '../../stock/documents/movedStock.ts';
import {
  amount,
  amountOf,
  day,
  fieldsOf,
  listOf,
  named,
  oneOf,
  quantityOf,
  textOf,
  type Snapshot,
  type HistoryField,
} from '../../core/records/historyFields.ts';

const { bill: billLabel, rawMaterials: lineLabel } = inwardLabels;

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

/** The lines of a kind of document: their field, and their texts. */
interface Lines {
  list: string;
  id: string;
  label: (line: Snapshot) => string;
  text: (line: Snapshot) => string;
  /** Fields of the line's lot. */
  ofLot: readonly HistoryField[];
}

const linesOfKinds: readonly Lines[] = [
  {
    list: 'rawMaterials',
    id: 'id',
    label: (line) => `${lineLabel}: ${textOf(line['rawMaterialName'])}`,
    text: (line) => lineText(quantityOf(line['quantity'], line['unit']), amountOf(line['pricePerUnit'])),
    ofLot: fieldsOf(
      {
        lotCode: lotLabels.code,
        supplierLotNumber: lotLabels.supplierLotNumber,
        expiresOn: lotLabels.expiresOn,
        claim: claimTexts.claim,
        certificateId: claimTexts.certificate,
        overrideReason: claimTexts.overrideReason,
        transactionCertificate: claimTexts.transactionCertificate,
      },
      { expiresOn: day, claim: oneOf(claimLabels), certificateId: named('certificateNumber') },
    ),
  },
  {
    list: 'lines',
    id: 'adjustmentLineId',
    label: (line) => `${textOf(line['itemName'])}, ${textOf(line['lotCode'])}`,
    // The moved or counted quantity.
    text: (line) =>
      [quantityOf(line['quantity'], line['unit']), textOf(line['reason'])].filter((text) => text !== '').join(', '),
    ofLot: fieldsOf(
      {
        lotCode: lotLabels.code,
        expiresOn: lotLabels.expiresOn,
        pricePerUnit: inwardLineLabels.pricePerUnit,
        supplierId: adjustmentLabels.supplierId,
      },
      { expiresOn: day, pricePerUnit: amount, supplierId: named('supplierName') },
    ),
  },
];

function linesOf(record: Snapshot | null, { list, id }: Lines): Map<number, Snapshot> {
  const lines: unknown = record?.[list];
  const records = Array.isArray(lines) ? lines.filter((line) => typeof line === 'object' && line !== null) : [];
  const own = records.filter((line: Snapshot) => line[id] !== undefined);
  return new Map(own.map((line: Snapshot) => [Number(line[id]), line]));
}

/** Changes of a line's lot; events of older versions have none. */
function lotChanges(was: Snapshot, is: Snapshot, { ofLot }: Lines): FieldChange[] {
  return was['lotCode'] === undefined ? [] : changesOf(ofLot, was, is);
}

/** Added, removed and changed lines, matched by id. */
function lineChanges(before: Snapshot | null, after: Snapshot | null, lines: Lines): FieldChange[] {
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

/** Changes whose values are not stored: password, sessions, bill. */
function markerChanges(after: Snapshot | null): FieldChange[] {
  const changes: FieldChange[] = [];
  if (after?.['passwordChanged'] === true) {
    changes.push({ field: 'password', label: userLabels.password, before: '', after: historyTexts.passwordChanged });
  }
  const ended = after?.['sessionsEnded'];
  if (typeof ended === 'number') {
    const label = historyTexts.sessions;
    changes.push({ field: 'sessionsEnded', label, before: '', after: historyTexts.sessionsEnded(ended) });
  }
  if (after?.['billReplaced'] === true) {
    changes.push({ field: 'billAttachment', label: billLabel, before: '', after: eventTexts.billReplaced });
  }
  return changes;
}

/** The changed fields with their values; ids as names, amounts, quantities and dates formatted as on screens. */
export function describeChanges(
  fields: readonly HistoryField[],
  before: Snapshot | null,
  after: Snapshot | null,
): FieldChange[] {
  return [
    ...changesOf(fields, before, after),
    ...linesOfKinds.flatMap((lines) => lineChanges(before, after, lines)),
    ...markerChanges(after),
  ];
}

/** A run's name by its outputs, else by its day. */
function nameOfRun({ outputs, productionDate }: Snapshot): string {
  const batches = listOf(({ batchNumber }) => textOf(batchNumber))(outputs, {});
  return batches || documentTexts.run(day(productionDate, {}));
}

/** The label of a record: its name; of an invoice its number, of a production its material, of an adjustment its day. */
export function nameOf(record: Snapshot | null): string {
  if (record && 'inputs' in record) return nameOfRun(record);
  const adjustment = oneOf(adjustmentKindLabels)(record?.['kind'], record ?? {});
  if (typeof record?.['adjustmentId'] === 'number')
    return documentTexts.adjustment(adjustment, day(record['date'], record));
  const names = [
    'name',
    'fullName',
    'batchNumber',
    'invoiceNumber',
    'code',
    'rawMaterialName',
    'productName',
    'title',
    'number',
  ];
  return names.map((field) => textOf(record?.[field])).find((name) => name !== '') ?? '';
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
