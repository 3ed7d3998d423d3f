/** The calls that write transaction certificates, with random content, and the history expected of them. */
import { addInward, addMaterial, addSupplier, dataUrl, pdf } from '#test/factories.ts';
import { type Json, sureCaller } from '../clients/caller.ts';
import type { Content } from './content.ts';
import { changesOf, day, type Fields, fileText, measured, withFile, withReplacedFile } from './expectedHistory.ts';
import type { Calls, Clients, Person } from './recordCalls.ts';

/** Numbers of suppliers with purchases to cover, and of lines for each. */
const SUPPLIERS = 4;
const LINES = 3;
/** So much that no certificate covers too much. */
const PLENTY = 9_000_000;

interface Ground {
  suppliers: Map<number, Json>;
  /** The lines of purchases, with their lot and material, by supplier. */
  bought: Map<number, Json[]>;
}

async function prepareGround({ call }: Person, content: Content): Promise<Ground> {
  const sure = sureCaller(call);
  const [suppliers, bought] = [new Map<number, Json>(), new Map<number, Json[]>()];
  for (let count = 0; count < SUPPLIERS; count += 1) {
    const supplier = { name: content.text(80) };
    const supplierId = await addSupplier(sure, supplier);
    suppliers.set(supplierId, supplier);
    const materials: number[] = [];
    for (let line = 0; line < LINES; line += 1)
      materials.push(await addMaterial(sure, { name: content.text(80), unit: 'kg' }));
    const inward = await addInward(
      sure,
      supplierId,
      materials.map((material) => [material, PLENTY]),
      { inwardDate: '2026-10-01' },
    );
    bought.set(supplierId, inward.rawMaterials);
  }
  return { suppliers, bought };
}

const schemes = ['NPOP', 'EU', 'NOP', 'PGS-India', 'other'];
const states: Readonly<Record<string, string>> = { applied: 'Applied for', issued: 'Issued', refused: 'Refused' };

export async function transactionCertificateCalls({ admin, manager }: Clients, content: Content): Promise<Calls> {
  const { random } = content;
  const { suppliers, bought } = await prepareGround(admin, content);
  const lineOf = new Map([...bought.values()].flat().map((line) => [Number(line.id), line]));
  const records = new Map<number, Json>();

  const fields: Fields = {
    'For a': () => 'Purchase',
    Supplier: ({ supplierId }) => suppliers.get(supplierId)?.name ?? '',
    Scheme: 'scheme',
    Number: 'number',
    'Certification body': 'body',
    Status: ({ status }) => states[status] ?? '',
    'Issued on': ({ issuedOn }) => day(issuedOn),
    Covers: ({ lines }) =>
      lines
        .map(({ lineId, quantity }: Json) => {
          const { lotCode, rawMaterialName, unit } = lineOf.get(lineId) ?? {};
          return `${lotCode} ${measured(quantity, unit)} (${rawMaterialName})`;
        })
        .join(', '),
    Note: 'note',
    File: fileText,
  };

  function certificate(): Json {
    const supplierId = random.pick([...suppliers.keys()]);
    const lines = (bought.get(supplierId) ?? []).slice(0, random.whole(1, LINES));
    const status = random.pick(['applied', 'issued', 'refused']);
    const isIssued = status === 'issued';
    return {
      direction: 'purchase',
      supplierId,
      scheme: random.pick(schemes),
      number: isIssued || random.chance(0.5) ? content.text(100) : '',
      body: random.chance(0.5) ? content.text(100) : '',
      status,
      issuedOn: isIssued || random.chance(0.5) ? content.date('2026-10') : null,
      note: random.chance(0.3) ? content.text(300) : '',
      lines: lines.map(({ id }) => ({ lineId: id, quantity: random.whole(1, 9000) / 1000 })),
      ...(random.chance(0.3) ? { file: dataUrl(pdf) } : {}),
    };
  }

  const some = (): number => random.pick(records.size === 0 ? [999_999] : [...records.keys()]);
  const event = (id: number, userId: number, before: Json, after: Json) => {
    const action = !before ? 'create' : after ? 'update' : 'delete';
    const changes = changesOf(fields, before, after);
    return [{ kind: 'transactionCertificates', id, action, userId, changes }];
  };

  return {
    'POST /transaction-certificates': async () => {
      const person = random.pick([admin, manager]);
      const sent = certificate();
      const answer = await person.call('POST', '/transaction-certificates', sent);
      const expected = () => {
        const id = Number(answer?.json.transactionCertificateId);
        records.set(id, withFile(sent, null));
        return event(id, person.userId, null, withFile(sent, null));
      };
      return { answer, expected };
    },
    'PUT /transaction-certificates/{id}': async () => {
      const person = random.pick([admin, manager]);
      const id = some();
      const before = records.get(id) ?? null;
      const sent = certificate();
      const answer = await person.call('PUT', `/transaction-certificates/${id}`, sent);
      const expected = () => {
        records.set(id, withFile(sent, before));
        return event(id, person.userId, before, withReplacedFile(sent, before));
      };
      return { answer, expected };
    },
    'DELETE /transaction-certificates/{id}': async () => {
      const id = some();
      const before = records.get(id) ?? null;
      const answer = await admin.call('DELETE', `/transaction-certificates/${id}`);
      const expected = () => {
        records.delete(id);
        return event(id, admin.userId, before, null);
      };
      return { answer, expected };
    },
    // At once, so that nothing takes its place in between: two events.
    'POST /transaction-certificates/{id}/restore': async () => {
      const id = some();
      const record = records.get(id) ?? null;
      const deletion = await admin.call('DELETE', `/transaction-certificates/${id}`);
      if (deletion?.status !== 200) return { answer: deletion, expected: () => [] };
      const answer = await admin.call('POST', `/transaction-certificates/${id}/restore`);
      const restored = () => event(id, admin.userId, null, record).map((each) => ({ ...each, action: 'restore' }));
      return { answer, expected: () => [...event(id, admin.userId, record, null), ...restored()] };
    },
  };
}
