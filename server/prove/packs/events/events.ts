/**
 * Events of a standard format for other systems: each change of a document is an event, and a later edit declares it
 * wrong and adds the valid one. Movements are never changed: a reversal names the movements, and so the event, that
 * were wrong. Parties of documents, and the adoption of a batch by a run, have no movements: they are read from the
 * history.
 */
import { sql } from 'kysely';
import type { MovementKind } from '#contract/stock/stock.ts';
import type { Replaced } from '#contract/prove/packs.ts';
import { documentKinds, type DocumentKind } from '#contract/kinds.ts';
import { piecesOf } from '../../../core/db/pieces.ts';
import { inPieces } from '../../../core/db/statements.ts';
import type { Trx } from '../../../core/db/tables.ts';
import { signOf } from '../../../stock/ledger/kinds.ts';
import type { Documents } from '../scope.ts';
import { findPartyChanges, findAdoptions, type PartyChange } from './corrections.ts';

/** A document: a run with its batches. */
export interface EventDocument {
  kind: DocumentKind;
  id: number;
}

/** Thousandths of a lot, above 0. */
export interface Amount {
  lotId: number;
  quantity: number;
}

/** Kind of event; the kinds of movements in a run are one step. */
export type Step = Exclude<MovementKind, 'consumed'> | 'transformed';

/** Unique key of an event. */
export interface EventKey {
  document: EventDocument;
  step: Step;
  recordedAt: string;
}

export interface PackEvent extends EventKey {
  day: string;
  /** Earlier party of the document, if it was corrected; undefined if unchanged. */
  partyId: number | null | undefined;
  into: Amount[];
  outOf: Amount[];
  /** Set once it was declared wrong. */
  wrong: { declaredAt: string; correctedBy: EventKey[]; reason: Replaced } | null;
}

interface Moved {
  id: number;
  lotId: number;
  kind: MovementKind;
  quantity: number;
  day: string;
  documentKind: DocumentKind;
  documentId: number;
  reversesId: number | null;
  recordedAt: string;
}

interface Draft {
  event: PackEvent;
  live: Moved[];
}

const DOCUMENTS_PER_BATCH = 200;

function stepOf({ kind, documentKind }: Moved, document: EventDocument): Step {
  if (document.kind === 'run' || documentKind === 'run' || kind === 'consumed') return 'transformed';
  return kind;
}

function amountsOf(moved: readonly Moved[], direction: 1 | -1): Amount[] {
  const sums = new Map<number, number>();
  for (const { lotId, kind, quantity } of moved) {
    if (signOf(kind) === direction) sums.set(lotId, (sums.get(lotId) ?? 0) + quantity * direction);
  }
  return [...sums].map(([lotId, quantity]) => ({ lotId, quantity })).filter(({ quantity }) => quantity > 0);
}

/** The events of one document, from its movements and the changes of its parties, each in order. */
function eventsOf(
  document: EventDocument,
  movements: readonly Moved[],
  corrections: readonly PartyChange[] = [],
): PackEvent[] {
  const drafts: Draft[] = [];
  const draftOf = new Map<number, Draft>();
  const movedAt = Map.groupBy(movements, (movement) => movement.recordedAt);
  const correctedAt = new Map(corrections.map((correction) => [correction.at, correction]));
  let partyId = corrections[0]?.before;
  for (const recordedAt of [...new Set([...movedAt.keys(), ...correctedAt.keys()])].toSorted()) {
    const together = movedAt.get(recordedAt) ?? [];
    const correction = correctedAt.get(recordedAt);
    if (correction) partyId = correction.after;
    const reversed = new Set(together.flatMap(({ reversesId }) => reversesId ?? []));
    const current = drafts.filter(({ event, live }) => event.wrong === null && live.length > 0);
    const wrong = new Set(correction ? current : [...reversed].flatMap((id) => draftOf.get(id) ?? []));
    const staying = [...wrong].flatMap(({ live }) => live.filter(({ id }) => !reversed.has(id)));
    const added = together.filter(({ reversesId, id }) => reversesId === null && !reversed.has(id));
    const fresh: PackEvent[] = [];
    for (const [step, live] of Map.groupBy([...staying, ...added], (movement) => stepOf(movement, document))) {
      const days = live.map(({ day }) => day).sort();
      const [into, outOf] = [amountsOf(live, 1), amountsOf(live, -1)];
      const event = { document, step, day: days.at(-1) ?? '', recordedAt, partyId, into, outOf, wrong: null };
      const draft: Draft = { event, live };
      for (const { id } of live) draftOf.set(id, draft);
      drafts.push(draft);
      fresh.push(event);
    }
    for (const { event } of wrong) {
      const correctedBy = fresh.filter(({ step }) => step === event.step);
      const reason = correctedBy.length === 0 ? 'withdrawn' : correction ? 'party' : 'changed';
      event.wrong = { declaredAt: recordedAt, correctedBy, reason };
    }
  }
  return drafts.map(({ event }) => event).filter(({ into, outOf }) => into.length + outOf.length > 0);
}

async function findMovements(trx: Trx, kind: DocumentKind, ids: readonly number[]): Promise<Moved[]> {
  return await inPieces(
    trx,
    `packed movements ${kind}`,
    ids,
    (chunk) => sql<Moved>`
      select id, lot_id as "lotId", kind, quantity, occurred_on as day, document_kind as "documentKind",
        document_id as "documentId", reverses_id as "reversesId", recorded_at as "recordedAt"
      from movement where document_kind = ${sql.lit(kind)} and document_id in ${chunk} order by document_id, id`,
  );
}

/** The batches of runs, deleted ones too, and the runs of batches. */
async function findBatchesOfRuns(trx: Trx, runIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await inPieces(
    trx,
    'packed batches of runs',
    runIds,
    (chunk) => sql<{ id: number; runId: number }>`
      select id, run_id as "runId" from finished_good where run_id in ${chunk} order by id`,
  );
  return new Map(rows.map(({ id, runId }) => [id, runId]));
}

async function runsOf(trx: Trx, goodIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await inPieces(
    trx,
    'packed batches with a run',
    goodIds,
    (chunk) => sql<{ id: number; runId: number }>`
      select id, run_id as "runId" from finished_good where id in ${chunk} and run_id is not null`,
  );
  return new Map(rows.map(({ id, runId }) => [id, runId]));
}

/** The movements of a batch before a run adopted it; without a time, none. */
const before = (movements: readonly Moved[], adoptedAt = ''): Moved[] =>
  movements.filter(({ recordedAt }) => recordedAt < adoptedAt);

/** The movements of a batch from the view of its run: those in effect at its adoption count as of that time. */
function sinceAdoption(movements: readonly Moved[], adoptedAt = ''): Moved[] {
  const earlier = before(movements, adoptedAt);
  const reversed = new Set(earlier.flatMap(({ reversesId }) => reversesId ?? []));
  const standing = earlier.filter(({ id, reversesId }) => reversesId === null && !reversed.has(id));
  const later = movements.filter(({ recordedAt }) => recordedAt >= adoptedAt);
  return [...standing.map((movement) => ({ ...movement, recordedAt: adoptedAt })), ...later];
}

/** The events of a batch before a run adopted it: those in effect are declared wrong, and corrected by the run's. */
function eventsUntil(
  document: EventDocument,
  movements: readonly Moved[],
  recordedAt: string,
  runId: number,
): PackEvent[] {
  const run: EventKey = { document: { kind: 'run', id: runId }, step: 'transformed', recordedAt };
  return eventsOf(document, before(movements, recordedAt)).map((event) => {
    return { ...event, wrong: event.wrong ?? { declaredAt: recordedAt, correctedBy: [run], reason: 'adopted' } };
  });
}

function grouped(movements: readonly Moved[], keyOf: (movement: Moved) => number): Map<number, Moved[]> {
  return Map.groupBy(
    [...movements].sort((a, b) => a.id - b.id),
    keyOf,
  );
}

async function eventsOfRuns(trx: Trx, ids: readonly number[]): Promise<PackEvent[]> {
  const batches = await findBatchesOfRuns(trx, ids);
  const adoptions = await findAdoptions(trx, [...batches.keys()]);
  const ofRuns = grouped(await findMovements(trx, 'run', ids), ({ documentId }) => documentId);
  const ofBatches = grouped(await findMovements(trx, 'goods', [...batches.keys()]), ({ documentId }) => documentId);
  for (const [goodId, movements] of ofBatches) {
    const runId = batches.get(goodId) ?? 0;
    ofRuns.set(runId, [...(ofRuns.get(runId) ?? []), ...sinceAdoption(movements, adoptions.get(goodId))]);
  }
  return ids.flatMap((id) => {
    const movements = (ofRuns.get(id) ?? []).toSorted((a, b) => a.id - b.id);
    return eventsOf({ kind: 'run', id }, movements);
  });
}

/** Events of batches without a run; a run's events include its batches from their adoption on. */
async function eventsOfBatches(trx: Trx, ids: readonly number[]): Promise<PackEvent[]> {
  const runs = await runsOf(trx, ids);
  const adoptions = await findAdoptions(trx, [...runs.keys()]);
  const ownIds = ids.filter((id) => !runs.has(id) || adoptions.has(id));
  const movements = grouped(await findMovements(trx, 'goods', ownIds), ({ documentId }) => documentId);
  return ownIds.flatMap((id) => {
    const [own, runId, at] = [movements.get(id) ?? [], runs.get(id), adoptions.get(id)];
    const document = { kind: 'goods', id } as const;
    return runId === undefined || at === undefined ? eventsOf(document, own) : eventsUntil(document, own, at, runId);
  });
}

async function eventsOfOthers(trx: Trx, kind: DocumentKind, ids: readonly number[]): Promise<PackEvent[]> {
  const movements = grouped(await findMovements(trx, kind, ids), ({ documentId }) => documentId);
  const corrections = await findPartyChanges(trx, kind, ids);
  return ids.flatMap((id) => eventsOf({ kind, id }, movements.get(id) ?? [], corrections.get(id)));
}

/** The events of all documents, a few hundred documents at a time, those of a document together. */
export async function* readEvents(trx: Trx, documents: Documents): AsyncGenerator<PackEvent[]> {
  for (const kind of documentKinds) {
    for (const ids of piecesOf(documents[kind], DOCUMENTS_PER_BATCH)) {
      if (kind === 'run') yield await eventsOfRuns(trx, ids);
      else if (kind === 'goods') yield await eventsOfBatches(trx, ids);
      else yield await eventsOfOthers(trx, kind, ids);
    }
  }
}
