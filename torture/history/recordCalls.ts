/** Every call that writes records, with random content, and the history expected of it. */
import { dataUrl, pdf } from '#test/factories.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { type Answer, type Caller, expectStatus, type Json } from '../clients/caller.ts';
import type { Server } from '../runner/server.ts';
import type { Content } from './content.ts';
import { changesOf, day, type FieldChange, fieldsOf, lineChangesOf, type Names } from './expectedHistory.ts';

export interface Person {
  userId: number;
  call: Caller;
}

export interface Clients {
  server: Server;
  database: TestDatabase;
  admin: Person;
  manager: Person;
  storekeeper: Person;
}

/** An event expected after a write. */
export interface Expected {
  kind: string;
  id: number;
  action: string;
  /** Null without a session. */
  userId: number | null;
  changes: FieldChange[];
}

export interface Written {
  answer: Answer | undefined;
  /** Events expected after a 2xx; a refusal adds none. */
  expected: () => Expected[] | Promise<Expected[]>;
}

/** Calls by method and path, as the description of the API has them. */
export type Calls = Record<string, () => Promise<Written>>;

/** Today's date where the installation is. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(new Date());

/** Events of dispatches without a buyer: goods set to sold by hand have one, which is reverted with the status. */
function handSales({ call }: Person) {
  /** By the good: its dispatch and the day of it. */
  const sold = new Map<number, { id: number; on: string }>();
  const read = (on: string) => on.split('-').toReversed().join('-');
  const dispatched = (action: string, userId: number, sale: { id: number; on: string }): Expected => {
    const sides: FieldChange = ['Dispatch date', null, read(sale.on)];
    return { kind: 'dispatches', userId, id: sale.id, action, changes: [sides] };
  };
  const gone = (userId: number, sale: { id: number; on: string }): Expected => {
    return {
      kind: 'dispatches',
      userId,
      id: sale.id,
      action: 'delete',
      changes: [['Dispatch date', read(sale.on), null]],
    };
  };
  /** A good that is deleted and restored. */
  const goneAndBack = (goodId: number, userId: number): Expected[] => {
    const sale = sold.get(goodId);
    return sale ? [gone(userId, sale), dispatched('restore', userId, sale)] : [];
  };
  const changed = async (goodId: number, userId: number, before: Json, after: Json): Promise<Expected[]> => {
    const isSame = before && after && before.productId === after.productId && before.quantity === after.quantity;
    if (isSame && before.status === 'sold' && after.status === 'sold') return [];
    const had = sold.get(goodId);
    sold.delete(goodId);
    const events = had ? [gone(userId, had)] : [];
    if (after?.status !== 'sold') return events;
    const on = today();
    const [newest]: Json[] = await expectStatus(200, call('GET', '/dispatches?page=1&pageSize=1'));
    const id = Number(newest?.dispatchId);
    sold.set(goodId, { id, on });
    return [...events, dispatched('create', userId, { id, on })];
  };
  return { changed, goneAndBack };
}

export function recordCalls({ admin, manager, storekeeper, database }: Clients, content: Content): Calls {
  const { random } = content;
  const empty = () => new Map<number, Json>();
  const names: Names = { categories: empty(), suppliers: empty(), materials: empty(), products: empty() };
  /** The existing records, as they were sent, by kind and id. */
  const all = { ...names, buyers: empty(), goods: empty(), inward: empty(), production: empty() };
  type Kind = keyof typeof all;

  /** The id of any record of a kind; undefined where there is none. */
  function some(kind: Kind): number | undefined {
    const ids = [...all[kind].keys()];
    return ids.length === 0 ? undefined : random.pick(ids);
  }

  const named = () => ({ name: content.text(120), description: random.pick(['', content.text(300)]) });

  function party(first: string) {
    const digits = String(random.whole(0, 999_999_999)).padStart(9, '0');
    return {
      name: content.text(120),
      email: random.pick(['', `someone${content.number()}@example.in`]),
      gstinNumber: random.pick(['', `29ABCDE${String(random.whole(1000, 9999))}F1Z5`]),
      phone: first === '' ? random.pick(['', digits]) : first + digits,
      address: random.pick(['', content.text(200)]),
      status: random.whole(0, 1),
    };
  }

  function bill(): Buffer {
    // Its base64 must never be in the history.
    const noise = random.bytes(60);
    content.secrets.add(noise.toString('base64').slice(4, 40));
    return Buffer.concat([pdf.subarray(0, 9), noise, pdf.subarray(9)]);
  }

  const line = () => ({
    rawMaterialId: some('materials') ?? 0,
    quantity: random.whole(1, 50_000) / 1000,
    pricePerUnit: random.whole(0, 100_000) / 100,
  });
  const inward = () => ({
    supplierId: some('suppliers') ?? 0,
    invoiceNumber: content.text(60),
    inwardDate: content.date('2026-09'),
    status: random.pick(['paid', 'notpaid', 'pending']),
    totalGst: random.whole(0, 100_000) / 100,
    billAttachment: dataUrl(bill()),
    rawMaterials: Array.from({ length: random.whole(1, 4) }, line),
  });
  const production = () => ({
    rawMaterialId: some('materials') ?? 0,
    quantity: random.whole(1, 15_000) / 1000,
    productionDate: content.date('2026-10'),
    status: random.pick(['in_progress', 'completed']),
  });

  /** A record as it was sent, an inward's lines with the ids that they were given. */
  function withLineIds(kind: Kind, sent: Json, answered: Json): Json {
    if (kind !== 'inward') return sent;
    const idOf = (index: number) => answered.rawMaterials[index]?.id;
    return {
      ...sent,
      rawMaterials: sent.rawMaterials.map((each: Json, index: number) => ({ ...each, id: idOf(index) })),
    };
  }

  function event(kind: Kind, id: number, action: string, userId: number | null, before: Json, after: Json): Expected {
    const changes = changesOf(fieldsOf(names)[kind] ?? {}, before, after);
    if (kind !== 'inward') return { kind, id, action, userId, changes };
    const attached: FieldChange =
      before && after ? ['Bill', '', 'replaced'] : ['Bill', before && 'attached', after && 'attached'];
    const isKept = before && after && !after.billAttachment;
    const lines = lineChangesOf(names, before, after);
    return { kind, id, action, userId, changes: [...changes, ...lines, ...(isKept ? [] : [attached])] };
  }

  const sales = handSales(admin);

  /** The events of a change of one record. */
  async function events(kind: Kind, id: number, action: string, userId: number, before: Json, after: Json) {
    const sold = kind === 'goods' ? await sales.changed(id, userId, before, after) : [];
    return [event(kind, id, action, userId, before, after), ...sold];
  }

  /** A record is deleted and restored at once, so that nothing takes its place in between: two events. */
  function restoring(kind: Kind, path: string): Calls {
    if (kind === 'production') return {};
    return {
      [`POST ${path}/{id}/restore`]: async () => {
        const id = some(kind) ?? 999_999;
        const record = all[kind].get(id);
        const deletion = await admin.call('DELETE', `${path}/${id}`);
        if (deletion?.status !== 200) return { answer: deletion, expected: () => [] };
        const answer = await admin.call('POST', `${path}/${id}/restore`);
        const expected = () => [
          event(kind, id, 'delete', admin.userId, record, null),
          event(kind, id, 'restore', admin.userId, null, record),
          ...(kind === 'goods' ? sales.goneAndBack(id, admin.userId) : []),
        ];
        return { answer, expected };
      },
    };
  }

  function callsOf(kind: Kind, path: string, fields: () => Json): Calls {
    const records = all[kind];
    return {
      ...restoring(kind, path),
      [`POST ${path}`]: async () => {
        const person = random.pick([admin, manager]);
        const sent = fields();
        const answer = await person.call('POST', path, sent);
        const expected = async () => {
          const id = Number(Object.values(answer?.json)[0]);
          const after = withLineIds(kind, sent, answer?.json);
          records.set(id, after);
          return await events(kind, id, 'create', person.userId, null, after);
        };
        return { answer, expected };
      },
      [`PUT ${path}/{id}`]: async () => {
        const person = random.pick([admin, manager]);
        const id = some(kind) ?? 999_999;
        const before = records.get(id);
        // Half of the edits change some fields, the others all.
        const other = fields();
        const body: Json = before && random.chance(0.5) ? { ...before } : other;
        const field = random.pick(Object.keys(other));
        body[field] = other[field];
        if (kind === 'inward')
          Object.assign(body, { inwardId: id, billAttachment: content.maybe(other.billAttachment) });
        const answer = await person.call('PUT', `${path}/${id}`, body);
        const expected = async () => {
          const after = withLineIds(kind, body, answer?.json);
          records.set(id, after);
          return await events(kind, id, 'update', person.userId, before, after);
        };
        return { answer, expected };
      },
      [`DELETE ${path}/{id}`]: async () => {
        const id = some(kind) ?? 999_999;
        const before = records.get(id);
        const answer = await admin.call('DELETE', `${path}/${id}`);
        const expected = async () => {
          records.delete(id);
          return await events(kind, id, 'delete', admin.userId, before, null);
        };
        return { answer, expected };
      },
    };
  }

  type MergedKind = 'suppliers' | 'buyers' | 'materials' | 'products';

  /** Two new records are merged, and with `undo` apart again at once: nothing else refers to them. */
  async function mergeTwo(kind: MergedKind, path: string, fields: () => Json, undo: boolean): Promise<Written> {
    const { userId, call } = admin;
    const kept: Json = fields();
    // Items of two units are not merged.
    const merged: Json = { ...fields(), ...('unit' in kept && { unit: kept.unit }) };
    const ids: number[] = [];
    for (const sent of [kept, merged]) {
      const created = await call('POST', path, sent);
      if (created?.status !== 201) return { answer: created, expected: () => [] };
      ids.push(Number(Object.values(created.json)[0]));
    }
    const [keptId = 0, mergedId = 0] = ids;
    const answer = await call('POST', `${path}/${keptId}/merge`, { ...kept, mergedId });
    const undone = undo ? await call('POST', `/merges/${answer?.json.mergeId}/undo`) : answer;
    const from: FieldChange = ['Merged with', '', `${merged.name} (ID ${mergedId})`];
    const apart: FieldChange = ['Merged with', from[2], ''];
    const into: FieldChange = ['Merged into', '', `${kept.name} (ID ${keptId})`];
    const expected = (): Expected[] => [
      event(kind, keptId, 'create', userId, null, kept),
      event(kind, mergedId, 'create', userId, null, merged),
      { kind, id: keptId, action: 'update', userId, changes: [] },
      { kind, id: keptId, action: 'merge', userId, changes: [from] },
      { kind, id: mergedId, action: 'merge', userId, changes: [into] },
      ...(undo
        ? [
            { kind, id: keptId, action: 'unmerge', userId, changes: [apart] },
            { ...event(kind, mergedId, 'create', userId, null, merged), action: 'unmerge' },
          ]
        : []),
    ];
    return { answer: undone, expected };
  }

  const mergeable = (kind: MergedKind, path: string, fields: () => Json): Calls => ({
    ...callsOf(kind, path, fields),
    [`POST ${path}/{id}/merge`]: async () => await mergeTwo(kind, path, fields, false),
    ...(kind === 'suppliers' && {
      'POST /merges/{id}/undo': async () => await mergeTwo(kind, path, fields, true),
    }),
  });

  const backups: Calls = {
    'POST /backups': async () => {
      const answer = await admin.call('POST', '/backups');
      const changes: FieldChange[] = [['Why', null, 'By hand']];
      const made = { kind: 'backups', action: 'create', userId: admin.userId, changes };
      return { answer, expected: () => [{ ...made, id: answer?.json.backupId }] };
    },
  };

  const packs: Calls = {
    'POST /inspection-packs': async () => {
      const person = random.pick([admin, manager]);
      const sent = { from: content.date('2026-01'), to: content.date('2027-01') };
      const answer = await person.call('POST', '/inspection-packs', sent);
      const changes: FieldChange[] = [
        ['From', null, day(sent.from)],
        ['To', null, day(sent.to)],
      ];
      const made = { kind: 'packs', action: 'create', userId: person.userId, changes };
      return { answer, expected: () => [{ ...made, id: answer?.json.packId }] };
    },
    // It changes nothing.
    'POST /inspection-packs/verify': async () => {
      const zip = { 'content-type': 'application/zip' };
      const answer = await manager.call('POST', '/inspection-packs/verify', content.text(50), zip);
      return { answer, expected: () => [] };
    },
  };

  return {
    ...packs,
    ...callsOf('categories', '/Categories', () => ({ ...named(), status: random.whole(0, 1) })),
    ...mergeable('suppliers', '/suppliers', () => party('9')),
    ...mergeable('buyers', '/buyers', () => party('')),
    ...mergeable('materials', '/materials', () => ({
      ...named(),
      unit: random.pick(['kg', 'litre', '']),
      minProductionQuantity: random.pick([0.001, 0.5, 1, 2]),
      categoryId: content.maybe(some('categories')),
    })),
    ...mergeable('products', '/products', () => ({
      ...named(),
      categoryId: some('categories') ?? 0,
      price: random.whole(0, 10_000_000) / 100,
      unit: random.pick(['jar', 'pouch']),
    })),
    ...callsOf('goods', '/goods', () => ({
      productId: some('products') ?? 0,
      batchNumber: content.text(60),
      quantity: random.whole(1000, 5_000_000) / 1000,
      status: random.pick(['available', 'sold', 'expired']),
      manufactureDate: content.maybe(content.date('2026-01')),
      expiryDate: content.maybe(content.date('2027-01')),
    })),
    ...callsOf('inward', '/inward', inward),
    ...callsOf('production', '/Production', production),
    async 'POST /Production/create-multiple'() {
      const person = random.pick([admin, manager, storekeeper]);
      const sent = Array.from({ length: random.whole(1, 5) }, production);
      const answer = await person.call('POST', '/Production/create-multiple', sent);
      const expected = () =>
        sent.map((after, index) => {
          const id: number = answer?.json[index].productionId;
          all.production.set(id, after);
          return event('production', id, 'create', person.userId, null, after);
        });
      return { answer, expected };
    },
    // PostgreSQL has no such call: its own tools make backups.
    ...(database.environment['DATABASE_URL'] === undefined ? backups : {}),
  };
}
