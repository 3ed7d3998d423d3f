/** Noting on recalls: notices to buyers, their answers and remarks, each in the caller's transaction. */
import type { z } from 'zod';
import type { FieldErrors } from '#contract/core/errors.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import type { recallUpdateBody } from '#contract/prove/recalls.ts';
import { recallTexts } from '#contract/prove/recallTexts.ts';
import { insertNumbered, insertRows } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { invalid } from '../../core/http/errors.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { markChanged } from '../../core/records/crudQueries.ts';
import type { Actor } from '../../core/records/journal.ts';
import { checkUnchanged } from '../../core/records/optimisticLock.ts';
import type { Write } from '../../core/records/write.ts';
import { lockForChange, mustFind } from './openRecall.ts';
import type { RecallRow, LineNote } from './queries.ts';
import { findDetail, findReachOf, type RecallDetail } from './report.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TO_THE_MINUTE = 'yyyy-mm-ddThh:mm'.length;

type Body = z.output<typeof recallUpdateBody>;
type Line = RecallDetail['buyers'][number]['lines'][number] & { buyer: string };

/** Time of the notice to a buyer: within the minute of the start, no earlier than it, since screens show no seconds. */
function noticeTime(notifiedAt: string | null, startedAt: string): string | null {
  const isSameMinute = notifiedAt?.slice(0, TO_THE_MINUTE) === startedAt.slice(0, TO_THE_MINUTE);
  return notifiedAt !== null && isSameMinute && notifiedAt < startedAt ? startedAt : notifiedAt;
}

/**
 * Throws 400 for lines outside the recall, duplicate lines, more destroyed than present, and times more than a day
 * ahead: the client's clock may be wrong.
 */
function checkNotes(notes: Body['notes'], lines: ReadonlyMap<number, Line>, now: string): void {
  const errors: FieldErrors = {};
  const seen = new Set<number>();
  const last = new Date(Date.parse(now) + DAY_MS).toISOString();
  for (const [index, { dispatchLineId, destroyedQty, notifiedAt }] of notes.entries()) {
    if (notifiedAt !== null && notifiedAt > last) errors[`notes.${index}.notifiedAt`] = [recallTexts.notedAhead];
    const line = lines.get(dispatchLineId);
    if (!line) errors[`notes.${index}.dispatchLineId`] = [recallTexts.lineUnknown];
    else if (seen.has(dispatchLineId)) errors[`notes.${index}.dispatchLineId`] = [recallTexts.lineTwice];
    else if (destroyedQty > line.quantity - line.returnedQty) {
      const left = formatQuantityWithUnit(fromThousandths(line.quantity - line.returnedQty), line.unit);
      errors[`notes.${index}.destroyedQty`] = [recallTexts.tooMuchDestroyed(left)];
    }
    seen.add(dispatchLineId);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function storeNote(trx: Trx, recallId: number, note: LineNote): Promise<void> {
  const own = {
    notified_at: note.notifiedAt,
    notified_by: note.notifiedBy,
    answer: note.answer,
    answered_at: note.answeredAt,
    destroyed: note.destroyedQty,
  };
  await trx
    .insertInto('recall_line')
    .values({ recall_id: recallId, dispatch_line_id: note.dispatchLineId, ...own })
    .onConflict((conflicting) => conflicting.columns(['recall_id', 'dispatch_line_id']).doUpdateSet(own))
    .execute();
}

/** A note on a line, as it is stored and as it will be. */
interface RevisedNote {
  line: Line;
  before: LineNote | undefined;
  after: LineNote;
  isAnswerReplaced: boolean;
}

/** Stores replaced answers in the time line; a buyer's answer, which each line repeats, once. */
async function storeEarlierAnswers(
  trx: Trx,
  recallId: number,
  replaced: readonly Pick<RevisedNote, 'line' | 'before'>[],
  actor: Actor,
): Promise<void> {
  const bodies = replaced.flatMap(({ before, line: { buyer, unit } }) => {
    const { answer = '', destroyedQty = 0 } = before ?? {};
    if (answer === '' && destroyedQty === 0) return [];
    const destroyed = destroyedQty === 0 ? '' : formatQuantityWithUnit(fromThousandths(destroyedQty), unit);
    return [recallTexts.earlierAnswer(buyer, answer, destroyed)];
  });
  const own = { recall_id: recallId, user_id: actor.userId, noted_at: actor.at };
  const rows = [...new Set(bodies)].map((body) => ({ ...own, body }));
  await insertRows(trx, 'recall_note', rows);
}

/** Notes as they will be stored, each with the stored one. Throws 400 as `checkNotes` does. */
function reviseNotes(
  notes: Body['notes'],
  stored: readonly LineNote[],
  lines: ReadonlyMap<number, Line>,
  { startedAt, at }: { startedAt: string; at: string },
): RevisedNote[] {
  const notices = notes.map((note) => ({ ...note, notifiedAt: noticeTime(note.notifiedAt, startedAt) }));
  checkNotes(notices, lines, at);
  const storedByLine = new Map(stored.map((note) => [note.dispatchLineId, note]));
  return notices.flatMap((notice) => {
    const line = lines.get(notice.dispatchLineId);
    if (!line) return [];
    const before = storedByLine.get(notice.dispatchLineId);
    // Less may count than was typed, by a later return: sent again as it counts, it is unchanged.
    const isCounted = before !== undefined && notice.destroyedQty === line.destroyedQty;
    const destroyedQty = isCounted ? before.destroyedQty : notice.destroyedQty;
    const isSameAnswer = before?.answer === notice.answer && before.destroyedQty === destroyedQty;
    const hasAnswer = notice.answer !== '' || destroyedQty > 0;
    const answeredAt = isSameAnswer ? before.answeredAt : hasAnswer ? at : null;
    const after = { ...notice, destroyedQty, answeredAt };
    return { line, before, after, isAnswerReplaced: before !== undefined && !isSameAnswer };
  });
}

/** A note as the history shows it. */
function noteInHistory({ buyer, lotCode, unit }: Line, note: LineNote) {
  const { notifiedAt, notifiedBy, answer, destroyedQty } = note;
  return { buyer, lotCode, unit, notifiedAt, notifiedBy, answer, destroyedQty };
}

/** The event of notes in the history. */
function noteEvent({ recallId, title }: RecallRow, notes: readonly RevisedNote[]): AuditEntry {
  const before = notes.flatMap((note) => (note.before ? [noteInHistory(note.line, note.before)] : []));
  const after = notes.map((note) => noteInHistory(note.line, note.after));
  return {
    action: 'update',
    resource: 'recalls',
    recordId: recallId,
    before: { title, buyers: before },
    after: { title, buyers: after },
  };
}

/**
 * Stores notices to buyers and their answers. Throws 400, 404, or 409 if the recall is closed or, with `updatedAt`, was
 * changed concurrently.
 */
export async function updateRecall(write: Write, id: number, body: Body): Promise<RecallDetail> {
  const { trx, actor, audit } = write;
  const recall = await lockForChange(trx, id);
  await checkUnchanged(write, { resource: 'recalls', recordId: id, updatedAt: recall.updatedAt }, body.updatedAt);
  const { buyers, notes: stored } = await findReachOf(trx, recall);
  const lines = new Map(
    buyers.flatMap(({ name, lines: own }) =>
      own.map((line) => [line.dispatchLineId, { ...line, buyer: name }] as const),
    ),
  );
  const notes = reviseNotes(body.notes, stored, lines, { startedAt: recall.startedAt, at: actor.at });
  for (const { after } of notes) await storeNote(trx, id, after);
  await storeEarlierAnswers(
    trx,
    id,
    notes.filter(({ isAnswerReplaced }) => isAnswerReplaced),
    actor,
  );
  await markChanged(trx, 'recall', id, actor.at);
  await audit(noteEvent(recall, notes));
  return await findDetail(trx, await mustFind(trx, id));
}

/** Adds a note to the time line. Throws 404, or 409 if the recall is closed. */
export async function addRecallNote({ trx, actor, audit }: Write, id: number, text: string): Promise<RecallDetail> {
  const recall = await lockForChange(trx, id);
  await insertNumbered(trx, 'recall_note', [{ recall_id: id, user_id: actor.userId, noted_at: actor.at, body: text }]);
  await markChanged(trx, 'recall', id, actor.at);
  const { title } = recall;
  await audit({ action: 'update', resource: 'recalls', recordId: id, before: { title }, after: { title, note: text } });
  return await findDetail(trx, await mustFind(trx, id));
}
