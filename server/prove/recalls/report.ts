/** Reach of a recall: lots, buyers and returns, computed from the ledger. */
import type { z } from 'zod';
import { recallDetail } from '#contract/prove/recalls.ts';
import { recallTexts } from '#contract/prove/recallTexts.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { findDescendants, findStarts } from '../../stock/ledger/recalled.ts';
import { sumsOf, summaryOf, type ReachedLot } from './figures.ts';
import { findNamedClaims } from '../../stock/origins/schemeClaims.ts';
import { findInProgress } from './inProgress.ts';
import {
  findLineNotes,
  findNotes,
  findReachedLots,
  findRecall,
  findRecalledBuyers,
  findReturnedLines,
  findSentLines,
  type RecallRow,
  type LineNote,
  type ReturnedLine,
} from './queries.ts';

type Db = Database | Trx;
export type RecallDetail = z.output<typeof recallDetail>;
type Buyer = RecallDetail['buyers'][number];
type Event = RecallDetail['timeline'][number];

export interface Reach {
  lots: ReachedLot[];
  buyers: Buyer[];
  notes: readonly LineNote[];
  returned: readonly ReturnedLine[];
}

/** The reached lots, without what buyers returned of them. */
async function findLots(
  db: Db,
  rootIds: readonly number[],
  orphanIds: readonly number[],
): Promise<Omit<ReachedLot, 'partsQty'>[]> {
  const roots = new Set(rootIds);
  const lotIds = await findDescendants(db, [...rootIds, ...orphanIds]);
  const inProgress = await findInProgress(db, lotIds);
  return (await findReachedLots(db, lotIds)).map((lot) => {
    return { ...lot, inProgressQty: inProgress.get(lot.lotId) ?? 0, isRoot: roots.has(lot.lotId) };
  });
}

/**
 * Splits a return at the start of a recall: quantity that came before, and parts that came since, each with its time. A
 * later correction is a further part; a reduction takes away from it.
 */
function splitReturn(parts: readonly ReturnedLine[], startedAt: string): { before: number; since: ReturnedLine[] } {
  const sumOf = (some: readonly ReturnedLine[]) => some.reduce((sum, { quantity }) => sum + quantity, 0);
  const total = sumOf(parts);
  const before = Math.min(sumOf(parts.filter(({ at }) => at < startedAt)), total);
  let left = total - before;
  const times = Map.groupBy(
    parts.filter(({ at }) => at >= startedAt),
    ({ at }) => at,
  );
  const since = [...times.values()].flatMap((some): ReturnedLine[] => {
    const quantity = Math.min(Math.max(0, sumOf(some)), left);
    left -= quantity;
    const [first] = some;
    return first && quantity > 0 ? [{ ...first, quantity }] : [];
  });
  return { before, since };
}

/**
 * The reach for a recall that began at a time: with returns since, and without lines that had nothing left with the
 * buyer.
 */
function reachSince(reach: Reach, startedAt: string): Reach {
  const before = new Map<number, number>();
  const since: ReturnedLine[] = [];
  for (const parts of Map.groupBy(reach.returned, ({ returnId }) => returnId).values()) {
    const split = splitReturn(parts, startedAt);
    for (const { dispatchLineId } of parts.slice(0, 1)) {
      before.set(dispatchLineId, (before.get(dispatchLineId) ?? 0) + split.before);
    }
    since.push(...split.since);
  }
  const buyers = reach.buyers.map((buyer) => {
    const lines = buyer.lines.map((line) => ({ ...line, returnedBeforeQty: before.get(line.dispatchLineId) ?? 0 }));
    return { ...buyer, lines: lines.filter(({ quantity, returnedBeforeQty }) => quantity > returnedBeforeQty) };
  });
  return { ...reach, buyers: buyers.filter(({ lines }) => lines.length > 0), returned: since };
}

/** The present reach of a recall, with its notes. */
export async function findReachOf(
  db: Db,
  { recallId, startedAt }: Pick<RecallRow, 'recallId' | 'startedAt'>,
): Promise<Reach> {
  const { roots, orphans } = await findStarts(db, recallId);
  const notes = await findLineNotes(db, recallId);
  return reachSince(await findReach(db, roots, { orphanIds: orphans, notes }), startedAt);
}

/** Everything made from lots, and its buyers, with the notes of a recall and the batches that it held without a run. */
export async function findReach(
  db: Db,
  rootIds: readonly number[],
  { orphanIds = [], notes = [] }: { orphanIds?: readonly number[]; notes?: readonly LineNote[] } = {},
): Promise<Reach> {
  const lots = await findLots(db, rootIds, orphanIds);
  const sent = await findSentLines(
    db,
    lots.map(({ lotId }) => lotId),
  );
  const returned = await findReturnedLines(
    db,
    sent.map(({ dispatchLineId }) => dispatchLineId),
  );
  const noted = new Map(notes.map((note) => [note.dispatchLineId, note]));
  const back = Map.groupBy(returned, ({ dispatchLineId }) => dispatchLineId);
  const lines = sent.map(({ buyerId, ...line }) => {
    const returnedQty = (back.get(line.dispatchLineId) ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
    const note = noted.get(line.dispatchLineId);
    // A return or a correction of the dispatch may come after the note.
    const left = Math.max(0, line.quantity - returnedQty);
    const destroyedQty = Math.min(note?.destroyedQty ?? 0, left);
    const { notifiedAt = null, notifiedBy = '', answer = '' } = note ?? {};
    const outQty = left - destroyedQty;
    return { buyerId, ...line, returnedQty, destroyedQty, outQty, notifiedAt, notifiedBy, answer };
  });
  const ofBuyers = Map.groupBy(lines, ({ buyerId }) => buyerId);
  const parties = await findRecalledBuyers(
    db,
    [...ofBuyers.keys()].flatMap((buyerId) => buyerId ?? []),
  );
  const unrecorded = { buyerId: null, name: recallTexts.unrecordedBuyer, phone: '', email: '', address: '' };
  const buyers = [...parties, ...(ofBuyers.has(null) ? [unrecorded] : [])].map((party): Buyer => {
    const own = ofBuyers.get(party.buyerId) ?? [];
    return { ...party, lines: own.map(({ buyerId: _, ...line }) => line) };
  });
  const linesOf = Map.groupBy(lines, ({ lotId }) => lotId);
  const withParts = lots.map((lot): ReachedLot => {
    const partsQty = (linesOf.get(lot.lotId) ?? []).reduce((sum, { returnedQty }) => sum + returnedQty, 0);
    return { ...lot, partsQty };
  });
  return { lots: withParts, buyers, notes, returned };
}

/** Notices to buyers, their answers and returns, each with its time. */
function eventsOf({ buyers, notes, returned }: Reach): Event[] {
  const lines = new Map(
    buyers.flatMap(({ name, lines: own }) => own.map((line) => [line.dispatchLineId, { ...line, name }] as const)),
  );
  const events = new Map<string, Event>();
  const add = (kind: Event['kind'], lineId: number, at: string | null, text: string, quantity = 0) => {
    const line = lines.get(lineId);
    if (!line || at === null) return;
    const key = [kind, line.name, at, text].join('\n');
    const before = events.get(key);
    const sent = [{ unit: line.unit, quantity }];
    events.set(key, { at, kind, who: line.name, text, quantities: sumsOf([...(before?.quantities ?? []), ...sent]) });
  };
  for (const { dispatchLineId, notifiedAt, notifiedBy, answer, answeredAt, destroyedQty } of notes) {
    add('notified', dispatchLineId, notifiedAt, notifiedBy);
    add('answered', dispatchLineId, answeredAt, answer, destroyedQty);
  }
  for (const { dispatchLineId, quantity, at } of returned) add('returned', dispatchLineId, at, '', quantity);
  return [...events.values()];
}

/** The figures of a recall that began at a time. */
export function summaryAt(reach: Reach, startedAt: string): RecallDetail['summary'] {
  const { lots, buyers } = reachSince(reach, startedAt);
  return summaryOf(lots, buyers);
}

/** The report of a recall as it is now. */
export async function findDetail(db: Db, recall: RecallRow): Promise<RecallDetail> {
  const { recallId, startedAt, startedBy, reason, closedAt, closedBy, conclusion, report: _, ...rest } = recall;
  const reach = await findReachOf(db, recall);
  const claims = await findNamedClaims(
    db,
    reach.lots.map(({ lotId }) => lotId),
  );
  const own = { quantities: [] };
  const timeline: Event[] = [
    { at: startedAt, kind: 'begun', who: startedBy, text: reason, ...own },
    ...eventsOf(reach),
    ...(await findNotes(db, recallId)).map((note): Event => ({ ...note, kind: 'note', ...own })),
    ...(closedAt === null
      ? []
      : [{ at: closedAt, kind: 'closed' as const, who: closedBy ?? '', text: conclusion, ...own }]),
  ];
  return {
    ...rest,
    recallId,
    startedAt,
    startedBy,
    reason,
    closedAt,
    conclusion,
    summary: summaryOf(reach.lots, reach.buyers),
    lots: reach.lots.map((lot) => ({ ...lot, ...claims.get(lot.lotId) })),
    buyers: reach.buyers,
    // Among events of the same moment, a later position here means later.
    timeline: timeline.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).toReversed(),
  };
}

/** One recall; a closed one as it was when closed. Undefined if it does not exist. */
export async function findRecallDetail(db: Db, id: number): Promise<RecallDetail | undefined> {
  const recall = await findRecall(db, id);
  if (!recall) return undefined;
  const { report } = recall;
  return report === null ? await findDetail(db, recall) : recallDetail.parse(JSON.parse(report));
}

/** Recalls that ran in a period, from a timestamp to before another, the oldest first; without a period all. */
export async function findRecalls(db: Db, period: { begin: string; end: string } | undefined): Promise<RecallDetail[]> {
  const all = db.selectFrom('recall').select('id').where('deleted_at', 'is', null).orderBy('id');
  const selected = period
    ? all
        .where('created_at', '<', period.end)
        .where((is) => is.or([is('closed_at', 'is', null), is('closed_at', '>=', period.begin)]))
    : all;
  const recalls: RecallDetail[] = [];
  for (const { id } of await selected.execute()) {
    const recall = await findRecallDetail(db, id);
    if (recall) recalls.push(recall);
  }
  return recalls;
}
