/** Every call that writes records, with random content, and the history expected of it. */
import { dataUrl, pdf } from '#test/factories.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import type { Answer, Caller, Json } from '../clients/caller.ts';
import type { Server } from '../runner/server.ts';
import type { Content } from './content.ts';
import { changesOf, type FieldChange, fieldsOf, lineChangesOf, type Names } from './expectedHistory.ts';

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
  /** Null where nobody is signed in. */
  userId: number | null;
  changes: FieldChange[];
}

export interface Written {
  answer: Answer | undefined;
  /** Events expected after a 2xx; a refusal adds none. */
  expected: () => Expected[];
}

/** Calls by method and path, as the description of the API has them. */
export type Calls = Record<string, () => Promise<Written>>;

export class RecordWriter {
  /** The existing records, as they were sent, by kind and id. */
  readonly records: Record<string, Map<number, Json>>;
  readonly #names: Names;
  readonly #clients: Clients;
  readonly #content: Content;

  constructor(clients: Clients, content: Content) {
    this.#clients = clients;
    this.#content = content;
    const empty = () => new Map<number, Json>();
    this.#names = { categories: empty(), suppliers: empty(), materials: empty(), products: empty() };
    this.records = { ...this.#names, buyers: empty(), goods: empty(), inward: empty(), production: empty() };
  }

  get #random() {
    return this.#content.random;
  }

  calls(): Calls {
    return {
      ...this.#master('categories', '/Categories', () => ({ ...this.#named(), status: this.#random.whole(0, 1) })),
      ...this.#master('suppliers', '/suppliers', () => this.#party('9')),
      ...this.#master('buyers', '/buyers', () => this.#party('')),
      ...this.#master('materials', '/materials', () => ({
        ...this.#named(),
        unit: this.#random.pick(['kg', 'litre', '']),
        minProductionQuantity: this.#random.pick([0.001, 0.5, 1, 2]),
        categoryId: this.#content.maybe(this.#some('categories')),
      })),
      ...this.#master('products', '/products', () => ({
        ...this.#named(),
        categoryId: this.#some('categories') ?? 0,
        price: this.#random.whole(0, 10_000_000) / 100,
        unit: this.#random.pick(['jar', 'pouch']),
      })),
      ...this.#master('goods', '/goods', () => ({
        productId: this.#some('products') ?? 0,
        batchNumber: this.#content.text(60),
        quantity: this.#random.whole(1000, 5_000_000) / 1000,
        status: this.#random.pick(['available', 'sold', 'expired']),
        manufactureDate: this.#content.maybe(this.#content.date('2026-01')),
        expiryDate: this.#content.maybe(this.#content.date('2027-01')),
      })),
      ...this.#master('inward', '/inward', () => this.#inward()),
      ...this.#master('production', '/Production', () => this.#production()),
      'POST /Production/create-multiple': () => this.#productions(),
      ...this.#backups(),
    };
  }

  #map(kind: string): Map<number, Json> {
    const found = this.records[kind];
    if (!found) throw new Error(`nothing is known of ${kind}`);
    return found;
  }

  /** The id of any record of a kind; undefined where there is none. */
  #some(kind: string): number | undefined {
    const ids = [...this.#map(kind).keys()];
    return ids.length === 0 ? undefined : this.#random.pick(ids);
  }

  #named() {
    return { name: this.#content.text(120), description: this.#random.pick(['', this.#content.text(300)]) };
  }

  #party(first: string) {
    const digits = String(this.#random.whole(0, 999_999_999)).padStart(9, '0');
    return {
      name: this.#content.text(120),
      email: this.#random.pick(['', `someone${this.#content.number()}@example.in`]),
      gstinNumber: this.#random.pick(['', `29ABCDE${String(this.#random.whole(1000, 9999))}F1Z5`]),
      phone: first === '' ? this.#random.pick(['', digits]) : first + digits,
      address: this.#random.pick(['', this.#content.text(200)]),
      status: this.#random.whole(0, 1),
    };
  }

  #inward() {
    // Its base64 must never be in the history.
    const noise = Buffer.from(Array.from({ length: 60 }, () => this.#random.whole(0, 255)));
    const bill = Buffer.concat([pdf.subarray(0, 9), noise, pdf.subarray(9)]);
    this.#content.secrets.add(noise.toString('base64').slice(4, 40));
    const line = () => ({
      rawMaterialId: this.#some('materials') ?? 0,
      quantity: this.#random.whole(1, 50_000) / 1000,
      pricePerUnit: this.#random.whole(0, 100_000) / 100,
    });
    return {
      supplierId: this.#some('suppliers') ?? 0,
      invoiceNumber: this.#content.text(60),
      inwardDate: this.#content.date('2026-09'),
      status: this.#random.pick(['paid', 'notpaid', 'pending']),
      totalGst: this.#random.whole(0, 100_000) / 100,
      billAttachment: dataUrl(bill),
      rawMaterials: Array.from({ length: this.#random.whole(1, 4) }, line),
    };
  }

  #production() {
    return {
      rawMaterialId: this.#some('materials') ?? 0,
      quantity: this.#random.whole(1, 15_000) / 1000,
      productionDate: this.#content.date('2026-10'),
      status: this.#random.pick(['in_progress', 'completed']),
    };
  }

  /** A record as it was sent, an inward's lines with the ids that they were given. */
  #withLineIds(kind: string, sent: Json, answered: Json): Json {
    if (kind !== 'inward') return sent;
    const rawMaterials = sent.rawMaterials.map((line: Json, index: number) => ({
      ...line,
      id: answered.rawMaterials[index]?.id,
    }));
    return { ...sent, rawMaterials };
  }

  #event(kind: string, id: number, action: string, userId: number | null, before: Json, after: Json): Expected {
    const changes = changesOf(fieldsOf(this.#names)[kind] ?? [], before, after);
    if (kind !== 'inward') return { kind, id, action, userId, changes };
    const bill: FieldChange =
      before && after ? ['Bill', '', 'replaced'] : ['Bill', before && 'attached', after && 'attached'];
    const isKept = before && after && !after.billAttachment;
    const lines = lineChangesOf(this.#names, before, after);
    return { kind, id, action, userId, changes: [...changes, ...lines, ...(isKept ? [] : [bill])] };
  }

  #master(kind: string, path: string, content: () => Json): Record<string, () => Promise<Written>> {
    const { admin, manager } = this.#clients;
    const records = this.#map(kind);
    return {
      [`POST ${path}`]: async () => {
        const person = this.#random.pick([admin, manager]);
        const sent = content();
        const answer = await person.call('POST', path, sent);
        return {
          answer,
          expected: () => {
            const id = Number(Object.values(answer?.json)[0]);
            const after = this.#withLineIds(kind, sent, answer?.json);
            records.set(id, after);
            return [this.#event(kind, id, 'create', person.userId, null, after)];
          },
        };
      },
      [`PUT ${path}/{id}`]: async () => {
        const person = this.#random.pick([admin, manager]);
        const id = this.#some(kind) ?? 999_999;
        const before = records.get(id);
        // Half of the edits change some fields, the others all.
        const other = content();
        const body: Json = before && this.#random.chance(0.5) ? { ...before } : other;
        const field = this.#random.pick(Object.keys(other));
        body[field] = Reflect.get(other, field);
        if (kind === 'inward')
          Object.assign(body, { inwardId: id, billAttachment: this.#content.maybe(other.billAttachment) });
        const answer = await person.call('PUT', `${path}/${id}`, body);
        return {
          answer,
          expected: () => {
            const after = this.#withLineIds(kind, body, answer?.json);
            const event = this.#event(kind, id, 'update', person.userId, before, after);
            records.set(id, after);
            return [event];
          },
        };
      },
      [`DELETE ${path}/{id}`]: async () => {
        const id = this.#some(kind) ?? 999_999;
        const before = records.get(id);
        const answer = await admin.call('DELETE', `${path}/${id}`);
        return {
          answer,
          expected: () => {
            records.delete(id);
            return [this.#event(kind, id, 'delete', admin.userId, before, null)];
          },
        };
      },
    };
  }

  /** PostgreSQL has no such call: its own tools make backups. */
  #backups(): Calls {
    const { admin, database } = this.#clients;
    if (database.environment['DATABASE_URL'] !== undefined) return {};
    return {
      'POST /backups': async () => {
        const answer = await admin.call('POST', '/backups');
        const changes: FieldChange[] = [['Why', null, 'By hand']];
        const event = { kind: 'backups', action: 'create', userId: admin.userId, changes };
        return { answer, expected: () => [{ ...event, id: answer?.json.backupId }] };
      },
    };
  }

  async #productions(): Promise<Written> {
    const { admin, manager, storekeeper } = this.#clients;
    const person = this.#random.pick([admin, manager, storekeeper]);
    const sent = Array.from({ length: this.#random.whole(1, 5) }, () => this.#production());
    const answer = await person.call('POST', '/Production/create-multiple', sent);
    return {
      answer,
      expected: () =>
        sent.map((after, index) => {
          const id: number = answer?.json[index].productionId;
          this.#map('production').set(id, after);
          return this.#event('production', id, 'create', person.userId, null, after);
        }),
    };
  }
}
