/** The calls that write recalls, with random content, and the history expected of them. */
import { addProduct } from '#test/factories.ts';
import { expectStatus, type Json, sureCaller } from '../clients/caller.ts';
import type { Content } from './content.ts';
import { changesOf, fieldsOf, noNames, type FieldChange, type Fields, measured } from './expectedHistory.ts';
import type { Calls, Clients, Person } from './recordCalls.ts';

/** How many lots there are to recall. */
const LOTS = 24;
const SENT = 40;
const INDIA_MS = 5.5 * 60 * 60 * 1000;

/** As the screens show it: 20-11-2026 02:05 PM. */
function timeInIndia(at: string): string {
  const local = new Date(Date.parse(at) + INDIA_MS).toISOString();
  const day = local.slice(0, 10).split('-').toReversed().join('-');
  const hours = Number(local.slice(11, 13));
  const clock = `${String(hours % 12 || 12).padStart(2, '0')}:${local.slice(14, 16)}`;
  return `${day} ${clock} ${hours < 12 ? 'AM' : 'PM'}`;
}

interface SentLot {
  lotId: number;
  code: string;
  dispatchLineId: number;
  buyer: string;
}

/** Batches of which a buyer got some. */
async function prepareLots({ call }: Person, content: Content): Promise<SentLot[]> {
  const sure = sureCaller(call);
  const productId = await addProduct(sure, { name: content.text(80), unit: 'jar' });
  const buyer = content.text(80);
  const party = { name: buyer, phone: '9811111112', status: 1 };
  const { buyerId } = await expectStatus(201, call('POST', '/buyers', party));
  const lots: SentLot[] = [];
  for (let count = 0; count < LOTS; count += 1) {
    const code = `RC-${content.number()}`;
    const good = await expectStatus(201, call('POST', '/goods', { productId, batchNumber: code, quantity: 100 }));
    const dispatch = { buyerId, dispatchDate: '2026-11-10', invoiceNumber: content.text(50) };
    const lines = [{ finishedGoodId: good.finishedGoodId, quantity: SENT }];
    const sent = await expectStatus(201, call('POST', '/dispatches', { ...dispatch, lines }));
    lots.push({ lotId: good.lotId, code, dispatchLineId: sent.lines[0].dispatchLineId, buyer });
  }
  return lots;
}

interface OpenRecall {
  id: number;
  sent: Json;
  lot: SentLot;
  /** The lot before it was recalled. */
  before: Json;
  note?: Json;
}

export async function recallCalls({ admin, manager }: Clients, content: Content): Promise<Calls> {
  const { random } = content;
  const lots = await prepareLots(admin, content);
  const open = new Map<number, OpenRecall>();
  const some = (): OpenRecall | undefined => (open.size === 0 ? undefined : random.pick([...open.values()]));
  const pathOf = (recall: OpenRecall | undefined) => `/recalls/${recall?.id ?? 999_999}`;

  const fields: Fields = {
    Kind: ({ kind }) => ({ real: 'Recall', drill: 'Drill' })[String(kind)] ?? '',
    'What is recalled': 'title',
    Reason: 'reason',
    Lots: 'lots',
  };
  const lotFields = fieldsOf(noNames)['lots'] ?? {};
  const textOf = ({ buyer, code }: SentLot, note: Json): string => {
    if (!note) return '';
    const { notifiedAt, notifiedBy, answer, destroyedQty } = note;
    const told = `told ${timeInIndia(notifiedAt)} by ${notifiedBy}`;
    const destroyed = destroyedQty > 0 ? [`${measured(destroyedQty, 'jar')} destroyed`] : [];
    return [`${buyer}, ${code}`, told, answer, ...destroyed].join(' · ');
  };
  /** The other calls hold and release lots too, with reasons that stay. */
  const stateOf = async (lotId: number) => (await admin.call('GET', `/lots/${lotId}`))?.json;
  const stateEvent = (userId: number, { lotId }: SentLot, before: Json, after: Json) => {
    const action = after.state === 'recalled' ? 'recall' : 'release';
    return { kind: 'lots', id: lotId, action, userId, changes: changesOf(lotFields, before, after) };
  };

  return {
    'POST /recalls': async () => {
      const person = random.pick([admin, manager]);
      const lot = lots.pop();
      const sent = { kind: random.pick(['real', 'drill']), title: content.text(80), reason: content.text(200) };
      const before = await stateOf(lot?.lotId ?? 999_999);
      const answer = await person.call('POST', '/recalls', { ...sent, lotIds: [lot?.lotId ?? 999_999] });
      const expected = () => {
        const id = Number(answer?.json.recallId);
        if (!lot) throw new Error('a recall of no lot was acknowledged');
        const recalled = { ...before, state: 'recalled', stateReason: `Recall: ${sent.title}` };
        open.set(id, { id, sent, lot, before });
        const changes = changesOf(fields, null, { ...sent, lots: lot.code });
        const begun = { kind: 'recalls', id, action: 'create', userId: person.userId, changes };
        const held = stateEvent(person.userId, lot, before, recalled);
        return sent.kind === 'real' ? [begun, held] : [begun];
      };
      return { answer, expected };
    },
    'PUT /recalls/{id}': async () => {
      const person = random.pick([admin, manager]);
      const recall = some();
      const note = {
        dispatchLineId: recall?.lot.dispatchLineId ?? 999_999,
        // Since the recall began, and at most a day ahead.
        notifiedAt: new Date(Date.now() + random.whole(1, 1400) * 60_000).toISOString(),
        notifiedBy: random.pick(['phone', 'mail']),
        answer: content.text(100),
        destroyedQty: random.whole(0, SENT),
      };
      const answer = await person.call('PUT', pathOf(recall), { notes: [note] });
      const expected = () => {
        if (!recall) throw new Error('a note on no recall was acknowledged');
        const changes: FieldChange[] = [['Buyers', textOf(recall.lot, recall.note), textOf(recall.lot, note)]];
        recall.note = note;
        return [{ kind: 'recalls', id: recall.id, action: 'update', userId: person.userId, changes }];
      };
      return { answer, expected };
    },
    'POST /recalls/{id}/notes': async () => {
      const person = random.pick([admin, manager]);
      const recall = some();
      const text = content.text(200);
      const answer = await person.call('POST', `${pathOf(recall)}/notes`, { text });
      const expected = () => {
        const changes: FieldChange[] = [['Note', '', text]];
        return [{ kind: 'recalls', id: Number(recall?.id), action: 'update', userId: person.userId, changes }];
      };
      return { answer, expected };
    },
    'POST /recalls/{id}/close': async () => {
      const person = random.pick([admin, manager]);
      const recall = some();
      const sent = { conclusion: content.text(200), lots: random.pick(['keep', 'release']) };
      const answer = await person.call('POST', `${pathOf(recall)}/close`, sent);
      const expected = () => {
        if (!recall) throw new Error('the end of no recall was acknowledged');
        const { id, lot } = recall;
        open.delete(id);
        const isReal = recall.sent.kind === 'real';
        const ending = {
          keep: 'Recalled lots stay recalled',
          release: 'False alarm: lots get back the state that they had',
        };
        const changes: FieldChange[] = [
          ...(isReal ? [['Lots', '', sent.lots === 'keep' ? ending.keep : ending.release] as const] : []),
          ['Conclusion', '', sent.conclusion],
        ];
        const closed = { kind: 'recalls', id, action: 'close', userId: person.userId, changes };
        const recalled = { ...recall.before, state: 'recalled', stateReason: `Recall: ${recall.sent.title}` };
        const given = stateEvent(person.userId, lot, recalled, recall.before);
        return isReal && sent.lots === 'release' ? [closed, given] : [closed];
      };
      return { answer, expected };
    },
  };
}
