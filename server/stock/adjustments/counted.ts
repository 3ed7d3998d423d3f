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
import { documentKey, findDocumentLabels } from '../ledger/documentLabels.ts';
import type { LotRow } from '../ledger/lots.ts';
import { changeBy } from './changes.ts';
import { findOpened, findRecounted, type Adjustment, type AdjustmentLine } from './queries.ts';
import type { AdjustmentBody, MatchedLine } from './rules.ts';

/** A lot of which a count is to say something else, and the first day that this changes. */
interface Recounted {
  lotId: number;
  lotCode: string;
  since: string;
}

/** Quantities that other documents took from lots by a day, each with its label. */
async function findConsumingDocuments(trx: Trx, lotIds: readonly number[], date: string) {
  const counts = new Set((await findCounts(trx, lotIds)).map(documentKey));
  const moved = await findBlockingMovements(trx, lotIds);
  return await withLabels(
    trx,
    moved.filter((each) => each.occurredOn <= date && !counts.has(documentKey(each))),
  );
}

async function withLabels(trx: Trx, movements: readonly BlockingMovement[]) {
  const labels = await findDocumentLabels(trx, movements);
  return movements.map((each) => ({ ...each, label: labels.get(documentKey(each)) ?? '' }));
}

/** The later counts of lots, each with its label. `id` is the count that they are later than; undefined for a new one. */
async function findLaterCounts(trx: Trx, recounted: readonly Recounted[], id: number | undefined) {
  const sinceOf = new Map(recounted.map(({ lotId, since }) => [lotId, since]));
  const [first] = [...sinceOf.values()].toSorted();
  if (first === undefined) return [];
  const isLater = ({ lotId, documentId, occurredOn }: BlockingMovement) => {
    const since = sinceOf.get(lotId) ?? occurredOn;
    if (documentId === id) return false;
    return occurredOn > since || (occurredOn === since && id !== undefined && documentId > id);
  };
  return await withLabels(trx, (await findCounts(trx, [...sinceOf.keys()], first)).filter(isLater));
}

type Labelled = BlockingMovement & { label: string };

function documentsOf(movements: readonly Labelled[]): BlockingDocument[] {
  const byKey = new Map(movements.map((each) => [documentKey(each), each]));
  return [...byKey.values()].map(({ documentKind: kind, documentId: id, label }) => ({ kind, id, label }));
}

/** The sentence for a lot that was counted later; undefined for one that was not. */
function sentenceOf({ lotId, lotCode }: Recounted, counts: readonly Labelled[]): string | undefined {
  const laterCounts = counts.filter((count) => count.lotId === lotId);
  if (laterCounts.length === 0) return undefined;
  return stockRefusals.countedSince(
    lotCode,
    laterCounts.map(({ label }) => label),
  );
}

/** Whether a line of a count differs from the ledger. */
function moves(line: AdjustmentLine): boolean {
  return changeBy('count', line)[1] !== 0;
}

/** The first day on which a line of a count differs from before; undefined if it is the same. */
function changedSince({ line, before: lineBefore }: MatchedLine, date: string, before: Adjustment | undefined) {
  if (!lineBefore || !before) return date;
  if (before.date === date) return line.quantity === lineBefore.quantity ? undefined : date;
  return moves(lineBefore) && before.date < date ? before.date : date;
}

/**
 * Checks a new version of a count against later counts and uses: errors by the fields of its lines, and sentences for
 * lines that it removes. The items of all its lots are locked.
 */
export async function checkCount(
  trx: Trx,
  { kind, date }: AdjustmentBody,
  placed: readonly (MatchedLine & { lot: LotRow | undefined; ledgerQuantity: number | null })[],
  before: Adjustment | undefined,
): Promise<{ errors: FieldErrors; removedLineTexts: string[]; documents: BlockingDocument[] }> {
  const errors: FieldErrors = {};
  if (kind !== 'count') return { errors, removedLineTexts: [], documents: [] };
  const opened = new Set(await findOpened(trx, kind, before?.lines ?? []));
  const changed = placed.flatMap((each, index) => {
    const since = each.lot && changedSince(each, date, before);
    return each.lot && since ? { ...each.lot, lotCode: each.lot.code, since, field: `lines.${index}.lotId` } : [];
  });
  const keptLineIds = new Set(placed.map((each) => each.before?.adjustmentLineId));
  // A lot that is deleted with its line reports its counts itself.
  const isRemoved = (line: AdjustmentLine) =>
    !keptLineIds.has(line.adjustmentLineId) && !opened.has(line.lotId) && moves(line);
  const removed = (before?.lines ?? []).filter(isRemoved).map((line) => ({ ...line, since: before?.date ?? date }));
  const counts = await findLaterCounts(trx, [...changed, ...removed], before?.adjustmentId);
  for (const lot of changed) {
    const sentence =
      lot.receivedOn > date && !opened.has(lot.lotId)
        ? stockRefusals.countedBeforeReceipt(lot.lotCode, formatDate(lot.receivedOn))
        : sentenceOf(lot, counts);
    if (sentence !== undefined) errors[lot.field] = [sentence];
  }
  const overdrawn = placed.flatMap(({ lot, ledgerQuantity }) => (lot && (ledgerQuantity ?? 0) < 0 ? lot : []));
  const consuming = await findConsumingDocuments(
    trx,
    overdrawn.map(({ lotId }) => lotId),
    date,
  );
  for (const [index, { lot }] of placed.entries()) {
    if (!lot || !overdrawn.includes(lot) || errors[`lines.${index}.lotId`]) continue;
    const labels = consuming.filter(({ lotId }) => lotId === lot.lotId).map(({ label }) => label);
    errors[`lines.${index}.lotId`] = [stockRefusals.foundIsUsed(lot.code, formatDate(date), labels)];
  }
  const documents = documentsOf([...counts, ...consuming]);
  return { errors, removedLineTexts: removed.flatMap((lot) => sentenceOf(lot, counts) ?? []), documents };
}

/**
 * Throws 409 if lots in which a count has a difference were counted later: neither deleting nor restoring it may
 * falsify those counts. Their items are locked.
 */
export async function checkNotCountedLater(trx: Trx, { adjustmentId, kind, date, lines }: Adjustment): Promise<void> {
  if (kind !== 'count') return;
  const opened = new Set(await findOpened(trx, kind, lines));
  const moved = lines.filter((line) => moves(line) && !opened.has(line.lotId));
  const recounted = moved.map((line) => ({ ...line, since: date }));
  const counts = await findLaterCounts(trx, recounted, adjustmentId);
  if (counts.length === 0) return;
  const sentences = recounted.flatMap((lot) => sentenceOf(lot, counts) ?? []);
  throw conflict(sentences.join(' '), undefined, documentsOf(counts));
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

/** Throws 409 if lots in which a restored count finds or loses something came in after its day by now. */
export function checkReceived({ date, lines }: Adjustment, lots: ReadonlyMap<number, LotRow>): void {
  const sentences = lines.filter(moves).flatMap(({ lotId, lotCode }) => {
    const receivedOn = lots.get(lotId)?.receivedOn ?? date;
    return receivedOn > date ? stockRefusals.countedBeforeReceipt(lotCode, formatDate(receivedOn)) : [];
  });
  if (sentences.length > 0) throw conflict(sentences.join(' '));
}
