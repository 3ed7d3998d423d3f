/** The calls that write certificates, with random content, and the history expected of them. */
import { addInward, addMaterial, addSupplier, dataUrl, pdf, png } from '#test/factories.ts';
import { expectStatus, type Json, sureCaller } from '../clients/caller.ts';
import type { Content } from './content.ts';
import {
  changesOf,
  day,
  type FieldChange,
  type Fields,
  fileText,
  withFile,
  withReplacedFile,
} from './expectedHistory.ts';
import type { Calls, Clients, Person } from './recordCalls.ts';

/** How many certificates have a lot that can be put on hold. */
const HOLDABLE = 8;

interface Ground {
  suppliers: Map<number, Json>;
  items: Map<number, Json>;
  /** Certificates that were withdrawn, each with the lot that rested on it. */
  withdrawn: { certificateId: number; number: string; lot: Json }[];
}

async function prepareGround({ call }: Person, content: Content): Promise<Ground> {
  const sure = sureCaller(call);
  const [suppliers, items] = [new Map<number, Json>(), new Map<number, Json>()];
  const withdrawn: Ground['withdrawn'] = [];
  for (let count = 0; count < HOLDABLE; count += 1) {
    const supplier = { name: content.text(80) };
    const supplierId = await addSupplier(sure, supplier);
    suppliers.set(supplierId, supplier);
    const material = await addMaterial(sure, { name: content.text(80), unit: 'kg' });
    const found: Json[] = await expectStatus(200, call('GET', '/items'));
    const item = found.find(({ rawMaterialId }) => rawMaterialId === material);
    items.set(item.itemId, item);
    const fields = {
      holder: 'supplier',
      supplierId,
      scheme: 'NPOP',
      number: content.text(50),
      validFrom: '2026-01-01',
      validTo: '2027-12-31',
      allItems: true,
    };
    const { certificateId, number } = await expectStatus(201, call('POST', '/certificates', fields));
    const rawMaterials = [{ rawMaterialId: material, quantity: 10, pricePerUnit: 1, claim: 'organic' }];
    const inward = await addInward(sure, supplierId, [], { inwardDate: '2026-10-01', rawMaterials });
    await expectStatus(200, call('PUT', `/certificates/${certificateId}`, { ...fields, withdrawnOn: '2026-02-01' }));
    const lot = await expectStatus(200, call('GET', `/lots/${inward.rawMaterials[0].lotId}`));
    withdrawn.push({ certificateId, number, lot });
  }
  return { suppliers, items, withdrawn };
}

export async function certificateCalls({ admin, manager }: Clients, content: Content): Promise<Calls> {
  const { random } = content;
  const { suppliers, items, withdrawn } = await prepareGround(admin, content);
  const records = new Map<number, Json>();
  const files = [dataUrl(pdf), dataUrl(png, 'image/png')];

  const fields: Fields = {
    Holder: ({ holder, supplierId }) => (holder === 'own' ? 'Our own' : (suppliers.get(supplierId)?.name ?? '')),
    Scheme: 'scheme',
    Number: 'number',
    'Certification body': 'body',
    'Valid from': ({ validFrom }) => day(validFrom),
    'Valid to': ({ validTo }) => day(validTo),
    Covers: ({ allItems, itemIds }) =>
      allItems
        ? 'All items'
        : itemIds
            .toSorted((a: number, b: number) => a - b)
            .map((id: number) => items.get(id)?.name)
            .join(', '),
    'Withdrawn on': ({ withdrawnOn }) => day(withdrawnOn),
    File: fileText,
  };

  function certificate(): Json {
    const own = random.chance(0.3);
    const allItems = random.chance(0.5);
    return {
      holder: own ? 'own' : 'supplier',
      supplierId: own ? null : random.pick([...suppliers.keys()]),
      scheme: random.pick(['NPOP', 'EU', 'NOP', 'PGS-India', 'other']),
      number: content.text(100),
      body: random.chance(0.5) ? content.text(100) : '',
      validFrom: content.date('2026-03'),
      validTo: content.date('2027-03'),
      allItems,
      itemIds: allItems ? [] : [...new Set([random.pick([...items.keys()]), random.pick([...items.keys()])])],
      withdrawnOn: random.chance(0.3) ? content.date('2026-09') : null,
      ...(random.chance(0.3) ? { file: random.pick(files) } : {}),
    };
  }

  const some = (): number => random.pick(records.size === 0 ? [999_999] : [...records.keys()]);
  const event = (id: number, userId: number, before: Json, after: Json) => {
    const action = !before ? 'create' : after ? 'update' : 'delete';
    return [{ kind: 'certificates', id, action, userId, changes: changesOf(fields, before, after) }];
  };

  return {
    'POST /certificates': async () => {
      const person = random.pick([admin, manager]);
      const sent = certificate();
      const answer = await person.call('POST', '/certificates', sent);
      const expected = () => {
        const id = Number(answer?.json.certificateId);
        records.set(id, withFile(sent, null));
        return event(id, person.userId, null, withFile(sent, null));
      };
      return { answer, expected };
    },
    'PUT /certificates/{id}': async () => {
      const person = random.pick([admin, manager]);
      const id = some();
      const before = records.get(id) ?? null;
      const sent = certificate();
      const answer = await person.call('PUT', `/certificates/${id}`, sent);
      const expected = () => {
        records.set(id, withFile(sent, before));
        return event(id, person.userId, before, withReplacedFile(sent, before));
      };
      return { answer, expected };
    },
    'DELETE /certificates/{id}': async () => {
      const id = some();
      const before = records.get(id) ?? null;
      const answer = await admin.call('DELETE', `/certificates/${id}`);
      const expected = () => {
        records.delete(id);
        return event(id, admin.userId, before, null);
      };
      return { answer, expected };
    },
    // At once, so that nothing takes its place in between: two events.
    'POST /certificates/{id}/restore': async () => {
      const id = some();
      const record = records.get(id) ?? null;
      const deletion = await admin.call('DELETE', `/certificates/${id}`);
      if (deletion?.status !== 200) return { answer: deletion, expected: () => [] };
      const answer = await admin.call('POST', `/certificates/${id}/restore`);
      const restored = () => event(id, admin.userId, null, record).map((each) => ({ ...each, action: 'restore' }));
      return { answer, expected: () => [...event(id, admin.userId, record, null), ...restored()] };
    },
    'POST /certificates/{id}/hold-uncovered': async () => {
      const person = random.pick([admin, manager]);
      const { certificateId, number, lot } = withdrawn.pop() ?? { certificateId: 999_999, number: '', lot: null };
      // The other calls hold and release lots too, with reasons that stay.
      const before = (await admin.call('GET', `/lots/${lot?.lotId ?? 999_999}`))?.json;
      const answer = await person.call('POST', `/certificates/${certificateId}/hold-uncovered`);
      const expected = () => {
        const reason = `Certificate ${number} no longer covers this lot`;
        const changes: FieldChange[] = [
          ['State', 'Released', 'On hold'],
          ['Reason', before.stateReason, reason],
        ];
        return [{ kind: 'lots', id: Number(lot.lotId), action: 'hold', userId: person.userId, changes }];
      };
      return { answer, expected };
    },
  };
}
