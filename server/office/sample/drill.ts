/** The drill of the sample data: a recall that holds nothing, with one buyer who was notified and has answered. */
import { recallBody, recallUpdateBody } from '#contract/prove/recalls.ts';
import { createRecall } from '../../prove/recalls/actions.ts';
import { addRecallNote, updateRecall } from '../../prove/recalls/notes.ts';
import type { RecallDetail } from '../../prove/recalls/report.ts';
import type { Write } from '../../core/records/write.ts';
import { Created, type Book, type Entry } from './book.ts';

const DAYS_AGO = 3;
const ROOT = 'TP-8';

/** The drill, a note on it, and the answer of its buyer. */
export function drillEntries(book: Book): Entry[] {
  const drills = new Created<RecallDetail>();
  const begin = async (write: Write): Promise<void> => {
    const lot = write.trx.selectFrom('lot').select('id').where('code', '=', ROOT);
    const { id } = await lot.executeTakeFirstOrThrow();
    const drill = { kind: 'drill', title: `Turmeric powder ${ROOT}`, reason: 'Yearly drill', lotIds: [id] };
    drills.add(ROOT, await createRecall(write, recallBody.parse(drill)));
  };
  const note = async (write: Write): Promise<void> => {
    const { recallId, buyers } = drills.get(ROOT);
    const notice = { notifiedAt: book.timeOf(DAYS_AGO, 11, 34), notifiedBy: 'phone' };
    const answer = { answer: 'All of it is sold on, mostly to two canteens', destroyedQty: 0 };
    const lines = buyers.flatMap((buyer) => buyer.lines);
    const notes = lines.map(({ dispatchLineId }) => ({ dispatchLineId, ...notice, ...answer }));
    await updateRecall(write, recallId, recallUpdateBody.parse({ notes }));
  };
  const addNote = async (write: Write): Promise<void> => {
    await addRecallNote(write, drills.get(ROOT).recallId, 'Letters printed and read by two people');
  };
  return [
    { at: book.timeOf(DAYS_AGO, 11, 5), record: begin },
    { at: book.timeOf(DAYS_AGO, 11, 20), record: addNote },
    { at: book.timeOf(DAYS_AGO, 12, 10), record: note },
  ];
}
