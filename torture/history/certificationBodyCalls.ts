/** The calls that write certification bodies, with random content, and the history expected of them. */
import { addInward, addMaterial, addSupplier, certificateFields } from '#test/factories.ts';
import { expectStatus, type Json, sureCaller } from '../clients/caller.ts';
import type { Content } from './content.ts';
import { changesOf, day, type FieldChange, type Fields } from './expectedHistory.ts';
import type { Calls, Clients, Person } from './recordCalls.ts';

/** How many bodies have a lot that can be put on hold. */
const HOLDABLE = 8;

const schemes = ['NPOP', 'EU', 'NOP', 'PGS-India', 'other'];

interface Suspended {
  id: number;
  name: string;
  /** It rested on a certificate of the body. */
  lotId: number;
}

async function prepareSuspended({ call }: Person, content: Content): Promise<Suspended[]> {
  const sure = sureCaller(call);
  const suspended: Suspended[] = [];
  for (let count = 0; count < HOLDABLE; count += 1) {
    const fields = { name: content.text(80), code: '' };
    const { certificationBodyId: id, name } = await expectStatus(201, call('POST', '/certification-bodies', fields));
    const supplierId = await addSupplier(sure);
    const rawMaterialId = await addMaterial(sure);
    const certificate = certificateFields(supplierId, { scheme: 'EU', certificationBodyId: id });
    await expectStatus(201, call('POST', '/certificates', certificate));
    const rawMaterials = [{ rawMaterialId, quantity: 10, pricePerUnit: 1, claim: 'organic' }];
    const inward = await addInward(sure, supplierId, [], { inwardDate: '2026-10-01', rawMaterials });
    const suspensions = [{ scheme: 'EU', from: '2026-09-01' }];
    await expectStatus(200, call('PUT', `/certification-bodies/${id}`, { ...fields, suspensions }));
    suspended.push({ id, name, lotId: inward.rawMaterials[0].lotId });
  }
  return suspended;
}

const fields: Fields = {
  Name: 'name',
  Code: 'code',
  Suspensions: ({ suspensions }) =>
    suspensions
      .map(({ scheme, from, until }: Json) => {
        const again = until === null ? '' : `, covers again from ${day(until)}`;
        return `${scheme} from ${day(from)}${again}`;
      })
      .join(', '),
};

export async function certificationBodyCalls({ admin, manager }: Clients, content: Content): Promise<Calls> {
  const { random } = content;
  const suspended = await prepareSuspended(admin, content);
  const records = new Map<number, Json>();

  function body(): Json {
    const suspensions = schemes
      .filter(() => random.chance(0.3))
      .map((scheme) => ({
        scheme,
        from: content.date('2026-03'),
        until: random.chance(0.5) ? content.date('2026-09') : null,
      }));
    return { name: content.text(100), code: random.chance(0.5) ? content.text(40) : '', suspensions };
  }

  const some = (): number => random.pick(records.size === 0 ? [999_999] : [...records.keys()]);
  const event = (id: number, userId: number, before: Json, after: Json) => {
    const action = !before ? 'create' : after ? 'update' : 'delete';
    return [{ kind: 'certificationBodies', id, action, userId, changes: changesOf(fields, before, after) }];
  };

  return {
    'POST /certification-bodies': async () => {
      const person = random.pick([admin, manager]);
      const sent = body();
      const answer = await person.call('POST', '/certification-bodies', sent);
      const expected = () => {
        const id = Number(answer?.json.certificationBodyId);
        records.set(id, sent);
        return event(id, person.userId, null, sent);
      };
      return { answer, expected };
    },
    'PUT /certification-bodies/{id}': async () => {
      const person = random.pick([admin, manager]);
      const id = some();
      const before = records.get(id) ?? null;
      const sent = body();
      const answer = await person.call('PUT', `/certification-bodies/${id}`, sent);
      const expected = () => {
        records.set(id, sent);
        return event(id, person.userId, before, sent);
      };
      return { answer, expected };
    },
    'DELETE /certification-bodies/{id}': async () => {
      const id = some();
      const before = records.get(id) ?? null;
      const answer = await admin.call('DELETE', `/certification-bodies/${id}`);
      const expected = () => {
        records.delete(id);
        return event(id, admin.userId, before, null);
      };
      return { answer, expected };
    },
    // At once, so that nothing takes its place in between: two events.
    'POST /certification-bodies/{id}/restore': async () => {
      const id = some();
      const record = records.get(id) ?? null;
      const deletion = await admin.call('DELETE', `/certification-bodies/${id}`);
      if (deletion?.status !== 200) return { answer: deletion, expected: () => [] };
      const answer = await admin.call('POST', `/certification-bodies/${id}/restore`);
      const restored = () => event(id, admin.userId, null, record).map((each) => ({ ...each, action: 'restore' }));
      return { answer, expected: () => [...event(id, admin.userId, record, null), ...restored()] };
    },
    'POST /certification-bodies/{id}/hold-uncovered': async () => {
      const person = random.pick([admin, manager]);
      const { id, name, lotId } = suspended.pop() ?? { id: 999_999, name: '', lotId: 999_999 };
      // The other calls hold and release lots too, with reasons that stay.
      const before = (await admin.call('GET', `/lots/${lotId}`))?.json;
      const answer = await person.call('POST', `/certification-bodies/${id}/hold-uncovered`);
      const expected = () => {
        const reason = `${name} is suspended: its certificate no longer covers this lot`;
        const changes: FieldChange[] = [
          ['State', 'Released', 'On hold'],
          ['Reason', before.stateReason, reason],
        ];
        return [{ kind: 'lots', id: lotId, action: 'hold', userId: person.userId, changes }];
      };
      return { answer, expected };
    },
  };
}
