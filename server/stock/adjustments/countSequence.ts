/**
 * Counts of a lot follow each other by day, those of one day in the order of entry: a later change of an earlier
 * surplus or deficit would falsify a count (decision 83).
 */
import { stockRefusals } from '#contract/stock/stockRefusals.ts';
import type { BlockingDocument, FieldErrors } from '#contract/core/errors.ts';
import { formatDate } from '#contract/core/values/format.ts';
import type { Trx } from '../../core/db/tables.ts';
import { conflict } from '../../core/http/errors.ts';
import { findBlockingMovements, findCounts, type BlockingMovement } from '../ledger/blockingMovements.ts';
import { documentKey, findDocumentLabels } from '../names/documentLabels.ts';
import type { LotRow } from '../ledger/lots.ts';
import { stockChangeOf } from './movements.ts';
import type { PreparedLine } from './lotOfLine.ts';
import { findOpened, findRecounted, type Adjustment, type AdjustmentLine } from './queries.ts';
import type { AdjustmentBody } from './rules.ts';

/** A lot whose counted quantity changes, and the first day on which it does. */
interface ChangedCount {
  lotId: number;
  lotCode: string;
  since: string;
}

type LabelledMovement = BlockingMovement & { label: string };

async function withLabels(trx: Trx, movements: readonly BlockingMovement[]): Promise<LabelledMovement[]> {
  const labels = await findDocumentLabels(trx, movements);
  return movements.map((each) => ({ ...each, label: labels.get(documentKey(each)) ?? '' }));
}

/** Quantities that documents other than counts consumed or dispatched from lots by a day. */
async function findConsumption(trx: Trx, lotIds: readonly number[], date: string): Promise<LabelledMovement[]> {
  const counts = new Set((await findCounts(trx, lotIds)).map(documentKey));
  const movements = await findBlockingMovements(trx, lotIds);
  return await withLabels(
    trx,
    movements.filter((each) => each.occurredOn <= date && !counts.has(documentKey(each))),
  );
}

/** The counts of lots that are later than the one with this id; undefined for a new one. */
async function findLaterCounts(
  trx: Trx,
  changed: readonly ChangedCount[],
  id: number | undefined,
): Promise<LabelledMovement[]> {
  const sinceOf = new Map(changed.map(({ lotId, since }) => [lotId, since]));
  const [first] = [...sinceOf.values()].toSorted();
  if (first === undefined) return [];
  const isLater = ({ lotId, documentId, occurredOn }: BlockingMovement) => {
    const since = sinceOf.get(lotId) ?? occurredOn;
    if (documentId === id) return false;
    return occurredOn > since || (occurredOn === since && id !== undefined && documentId > id);
  };
  return await withLabels(trx, (await findCounts(trx, [...sinceOf.keys()], first)).filter(isLater));
}

function documentsOf(movements: readonly LabelledMovement[]): BlockingDocument[] {
  const byKey = new Map(movements.map((each) => [documentKey(each), each]));
  return [...byKey.values()].map(({ documentKind: kind, documentId: id, label }) => ({ kind, id, label }));
}

/** The sentence for a lot with later counts; undefined for one without. */
function countedSinceText({ lotId, lotCode }: ChangedCount, laterCounts: readonly LabelledMovement[]) {
  const labels = laterCounts.filter((count) => count.lotId === lotId).map(({ label }) => label);
  return labels.length === 0 ? undefined : stockRefusals.countedSince(lotCode, labels);
}

/** Whether a line of a count differs from the ledger. */
function differs(line: AdjustmentLine): boolean {
  return stockChangeOf('count', line).quantity !== 0;
}

/** The first day on which a line of a count changes; undefined if it stays as it was. */
function changedSince({ line, storedLine }: PreparedLine, date: string, before: Adjustment | undefined) {
  if (!storedLine || !before) return date;
  if (before.date === date) return line.quantity === storedLine.quantity ? undefined : date;
  return differs(storedLine) && before.date < date ? before.date : date;
}

/** The lots of new and changed lines, each with the field of its line. */
function changedLots(prepared: readonly PreparedLine[], date: string, before: Adjustment | undefined) {
  return prepared.flatMap((each, index) => {
    const since = changedSince(each, date, before);
    const field = `lines.${index}.lotId`;
    return each.lot && since ? [{ ...each.lot, lotCode: each.lot.code, since, field }] : [];
  });
}

/** The lots of removed lines that differed. One that the count opened is deleted with its line, which checks its counts. */
function removedLots(prepared: readonly PreparedLine[], before: Adjustment | undefined, opened: ReadonlySet<number>) {
  if (!before) return [];
  const keptLineIds = new Set(prepared.map((each) => each.storedLine?.adjustmentLineId));
  return before.lines
    .filter((line) => !keptLineIds.has(line.adjustmentLineId) && !opened.has(line.lotId) && differs(line))
    .map((line) => ({ ...line, since: before.date }));
}

/** The lots that would have less than nothing by the end of the counted day, each with the field of its line. */
function overdrawnLots(prepared: readonly PreparedLine[]) {
  return prepared.flatMap(({ lot, ledgerQuantity }, index) =>
    lot && (ledgerQuantity ?? 0) < 0 ? [{ ...lot, field: `lines.${index}.lotId` }] : [],
  );
}

interface CountFaults {
  errors: FieldErrors;
  /** Sentences for removed lines, which have no field. */
  removedLineTexts: string[];
  documents: BlockingDocument[];
}

/** Faults of a new version of a count by later counts and by uses of its lots. The items of all its lots are locked. */
export async function findCountFaults(
  trx: Trx,
  { kind, date }: AdjustmentBody,
  prepared: readonly PreparedLine[],
  before: Adjustment | undefined,
): Promise<CountFaults> {
  const errors: FieldErrors = {};
  if (kind !== 'count') return { errors, removedLineTexts: [], documents: [] };
  const opened = new Set(await findOpened(trx, kind, before?.lines ?? []));
  const changed = changedLots(prepared, date, before);
  const removed = removedLots(prepared, before, opened);
  const laterCounts = await findLaterCounts(trx, [...changed, ...removed], before?.adjustmentId);
  for (const lot of changed) {
    const isReceivedLater = lot.receivedOn > date && !opened.has(lot.lotId);
    const text = isReceivedLater
      ? stockRefusals.countedBeforeReceipt(lot.lotCode, formatDate(lot.receivedOn))
      : countedSinceText(lot, laterCounts);
    if (text !== undefined) errors[lot.field] = [text];
  }
  const overdrawn = overdrawnLots(prepared);
  const overdrawnIds = overdrawn.map(({ lotId }) => lotId);
  const consumption = await findConsumption(trx, overdrawnIds, date);
  for (const { lotId, code, field } of overdrawn) {
    const labels = consumption.filter((each) => each.lotId === lotId).map(({ label }) => label);
    errors[field] ??= [stockRefusals.foundIsUsed(code, formatDate(date), labels)];
  }
  const removedLineTexts = removed.flatMap((lot) => countedSinceText(lot, laterCounts) ?? []);
  return { errors, removedLineTexts, documents: documentsOf([...laterCounts, ...consumption]) };
}

/**
 * Throws 409 if lots in which a count differs were counted later: neither deleting nor restoring it may falsify those
 * counts. Their items are locked.
 */
export async function checkNotCountedLater(trx: Trx, { adjustmentId, kind, date, lines }: Adjustment): Promise<void> {
  if (kind !== 'count') return;
  const opened = new Set(await findOpened(trx, kind, lines));
  const changed = lines
    .filter((line) => differs(line) && !opened.has(line.lotId))
    .map((line) => ({ ...line, since: date }));
  const laterCounts = await findLaterCounts(trx, changed, adjustmentId);
  if (laterCounts.length === 0) return;
  const sentences = changed.flatMap((lot) => countedSinceText(lot, laterCounts) ?? []);
  throw conflict(sentences.join(' '), undefined, documentsOf(laterCounts));
}

/**
 * Throws 409 if earlier counts changed after a restored one was deleted: its surplus or deficit would no longer match
 * the ledger. The items of its lots are locked.
 */
export async function checkNotRecounted(trx: Trx, adjustment: Adjustment, deletedAt: string): Promise<void> {
  const recounted = await findRecounted(trx, adjustment, deletedAt);
  const falsified = adjustment.lines.filter(({ lotId }) => recounted.has(lotId));
  if (falsified.length > 0) throw conflict(falsified.map(({ lotCode }) => stockRefusals.recounted(lotCode)).join(' '));
}

/** Throws 409 for lots in which a restored count differs and whose receipt is now dated after it. */
export function checkReceived({ date, lines }: Adjustment, lots: ReadonlyMap<number, LotRow>): void {
  const sentences = lines.filter(differs).flatMap(({ lotId, lotCode }) => {
    const receivedOn = lots.get(lotId)?.receivedOn ?? date;
    return receivedOn > date ? stockRefusals.countedBeforeReceipt(lotCode, formatDate(receivedOn)) : [];
  });
  if (sentences.length > 0) throw conflict(sentences.join(' '));
}
