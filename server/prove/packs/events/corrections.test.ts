import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { readSnapshot } from '../../../core/db/snapshot.ts';
import { epcisEvent, EpcisNames } from './epcis.ts';
import { findEventFacts } from './eventFacts.ts';
import { readEvents } from './events.ts';

interface Told {
  eventID: string;
  errorDeclaration?: { reason: string; correctiveEventIDs: string[] };
  sourceList?: { source: string }[];
  destinationList?: { destination: string }[];
}

test('an event keeps its supplier or buyer when the document is corrected, and is declared wrong', async () => {
  const app = await buildTestApp();
  const admin = await app.as('admin');
  const [first, second] = [await addSupplier(admin), await addSupplier(admin)];
  const inward = await addInward(admin, first, [[await addMaterial(admin), 5]]);
  const buyer = async (name: string) => (await admin('POST', '/buyers', { name, status: 1 })).json.buyerId;
  const [alpha, beta] = [await buyer('Alpha'), await buyer('Beta')];
  const lines = [{ lotId: inward.rawMaterials[0].lotId, quantity: 2 }];
  const sent = { buyerId: alpha, dispatchDate: '2026-11-19', invoiceNumber: 'PC/1', lines };
  const { dispatchId } = (await admin('POST', '/dispatches', sent)).json;
  const names = new EpcisNames('0123456789abcdef', 'Asia/Kolkata');
  const documents = { inward: [inward.inwardId], run: [], goods: [], dispatch: [dispatchId], adjustment: [] };
  const told = async () =>
    await readSnapshot(app.store.searches, async (snapshot) => {
      const found: Told[] = [];
      for await (const events of readEvents(snapshot, documents)) {
        const facts = await findEventFacts(snapshot, events);
        for (const event of events) found.push(JSON.parse(JSON.stringify(epcisEvent(event, facts, names))));
      }
      return found;
    });
  const partiesOf = ({ sourceList = [], destinationList = [] }: Told) =>
    [...sourceList.map(({ source }) => source), ...destinationList.map(({ destination }) => destination)].join();

  const before = await told();
  const suppliers = [first, second].map((id) => names.of('supplier', id));
  const buyers = [alpha, beta].map((id) => names.of('buyer', id));
  expect(before.map(partiesOf)).toEqual([suppliers[0], buyers[0]]);
  const moved = { ...inward, supplierId: second, billAttachment: null };
  expect((await admin('PUT', `/inward/${inward.inwardId}`, moved)).status).toBe(200);
  const dispatch = { ...(await admin('GET', `/dispatches/${dispatchId}`)).json, updatedAt: undefined };
  // Corrected together with its quantity, and then by itself.
  const fewer = { ...dispatch, buyerId: beta, lines: dispatch.lines.map((line: object) => ({ ...line, quantity: 1 })) };
  expect((await admin('PUT', `/dispatches/${dispatchId}`, fewer)).status).toBe(200);
  expect((await admin('PUT', `/dispatches/${dispatchId}`, { ...fewer, buyerId: alpha })).status).toBe(200);

  const after = await told();
  expect(after.map(partiesOf)).toEqual([...suppliers, buyers[0], buyers[1], buyers[0]]);
  for (const { errorDeclaration: _, ...same } of before) {
    const found = after.find(({ eventID }) => eventID === same.eventID);
    expect(found).toMatchObject({ ...same, errorDeclaration: { reason: 'incorrect_data' } });
  }
  const counting = after.filter(({ errorDeclaration }) => errorDeclaration === undefined);
  expect(counting.map(partiesOf)).toEqual([suppliers[1], buyers[0]]);
  const corrected = after.flatMap(({ errorDeclaration }) => errorDeclaration?.correctiveEventIDs ?? []);
  expect(corrected).toEqual([after[1], after[3], after[4]].map((event) => event?.eventID));
});
