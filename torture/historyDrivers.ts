/** Every call that writes records, driven with chance for its content, and what the history must tell of it. */
import { dataUrl, pdf } from '#test/factories.ts';
import type { Place } from '#test/places.ts';
import type { Answer, Caller } from './caller.ts';
import type { Content } from './historyContent.ts';
import { fieldsOf, toldChanges, toldLines, type Json, type Names, type Told } from './historyModel.ts';

export interface Person {
  userId: number;
  call: Caller;
}

/** Who writes: one person of each role. */
export interface Office {
  address: string;
  place: Place;
  admin: Person;
  manager: Person;
  storekeeper: Person;
}

/** An event that must be there after a write. */
export interface Expected {
  kind: string;
  id: number;
  action: string;
  /** Null where nobody is signed in. */
  userId: number | null;
  changes: Told[];
}

export interface Written {
  answer: Answer | undefined;
  /** What must have been added to the history where the answer is 2xx; a refusal adds nothing. */
  expected: () => Expected[];
}

/** Calls by method and path, as the description of the API has them. */
export type Drivers = Record<string, () => Promise<Written>>;

/** Writes records at random, and knows what there is. */
export class RecordWriter {
  /** The records that are there, as they were sent, by kind and id. */
  readonly records: Record<string, Map<number, Json>>;
  readonly #names: Names;
  readonly #office: Office;
  readonly #content: Content;

  constructor(office: Office, content: Content) {
    this.#office = office;
    this.#content = content;
    const empty = () => new Map<number, Json>();
    this.#names = { categories: empty(), suppliers: empty(), materials: empty(), products: empty() };
    this.records = { ...this.#names, buyers: empty(), goods: empty(), inward: empty(), production: empty() };
  }

  get #dice() {
    return this.#content.dice;
  }

  drivers(): Drivers {
    return {
      ...this.#master('categories', '/Categories', () => ({ ...this.#named(), status: this.#dice.whole(0, 1) })),
      ...this.#master('suppliers', '/suppliers', () => this.#party('9')),
      ...this.#master('buyers', '/buyers', () => this.#party('')),
      ...this.#master('materials', '/materials', () => ({
        ...this.#named(),
        unit: this.#dice.pick(['kg', 'litre', '']),
        minProductionQuantity: this.#dice.pick([0.001, 0.5, 1, 2]),
        categoryId: this.#content.maybe(this.#some('categories')),
      })),
      ...this.#master('products', '/products', () => ({
        ...this.#named(),
        categoryId: this.#some('categories') ?? 0,
        price: this.#dice.whole(0, 10_000_000) / 100,
        unit: this.#dice.pick(['jar', 'pouch']),
      })),
      ...this.#master('goods', '/goods', () => ({
        productId: this.#some('products') ?? 0,
        batchNumber: this.#content.text(60),
        quantity: this.#dice.whole(1000, 5_000_000) / 1000,
        status: this.#dice.pick(['available', 'sold', 'expired']),
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
    return ids.length === 0 ? undefined : this.#dice.pick(ids);
  }

  #named() {
    return { name: this.#content.text(120), description: this.#dice.pick(['', this.#content.text(300)]) };
  }

  #party(first: string) {
    const digits = String(this.#dice.whole(0, 999_999_999)).padStart(9, '0');
    return {
      name: this.#content.text(120),
      email: this.#dice.pick(['', `someone${this.#content.number()}@example.in`]),
      gstinNumber: this.#dice.pick(['', `29ABCDE${String(this.#dice.whole(1000, 9999))}F1Z5`]),
      phone: first === '' ? this.#dice.pick(['', digits]) : first + digits,
      address: this.#dice.pick(['', this.#content.text(200)]),
      status: this.#dice.whole(0, 1),
    };
  }

  #inward() {
    // Its base64 is what must never be in the history.
    const noise = Buffer.from(Array.from({ length: 60 }, () => this.#dice.whole(0, 255)));
    const bill = Buffer.concat([pdf.subarray(0, 9), noise, pdf.subarray(9)]);
    this.#content.secrets.add(noise.toString('base64').slice(4, 40));
    const line = () => ({
      rawMaterialId: this.#some('materials') ?? 0,
      quantity: this.#dice.whole(1, 50_000) / 1000,
      pricePerUnit: this.#dice.whole(0, 100_000) / 100,
    });
    return {
      supplierId: this.#some('suppliers') ?? 0,
      invoiceNumber: this.#content.text(60),
      inwardDate: this.#content.date('2026-09'),
      status: this.#dice.pick(['paid', 'notpaid', 'pending']),
      totalGst: this.#dice.whole(0, 100_000) / 100,
      billAttachment: dataUrl(bill),
      rawMaterials: Array.from({ length: this.#dice.whole(1, 4) }, line),
    };
  }

  #production() {
    return {
      rawMaterialId: this.#some('materials') ?? 0,
      quantity: this.#dice.whole(1, 15_000) / 1000,
      productionDate: this.#content.date('2026-10'),
      status: this.#dice.pick(['in_progress', 'completed']),
    };
  }

  /** What a record is kept as here: as it was sent, an inward's lines with the ids that they were given. */
  #kept(kind: string, sent: Json, answered: Json): Json {
    if (kind !== 'inward') return sent;
    const rawMaterials = sent.rawMaterials.map((line: Json, index: number) => ({
      ...line,
      id: answered.rawMaterials[index]?.id,
    }));
    return { ...sent, rawMaterials };
  }

  #event(kind: string, id: number, action: string, userId: number | null, before: Json, after: Json): Expected {
    const changes = toldChanges(fieldsOf(this.#names)[kind] ?? [], before, after);
    if (kind !== 'inward') return { kind, id, action, userId, changes };
    const bill: Told[] =
      before && after ? [['Bill', '', 'replaced']] : [['Bill', before && 'attached', after && 'attached']];
    const told = before && after && !after.billAttachment ? [] : bill;
    return { kind, id, action, userId, changes: [...changes, ...toldLines(this.#names, before, after), ...told] };
  }

  /** Adding, changing and deleting records of a kind. */
  #master(kind: string, path: string, content: () => Json): Record<string, () => Promise<Written>> {
    const { admin, manager } = this.#office;
    const keep = (id: number, record: Json) => this.#map(kind).set(id, record);
    return {
      [`POST ${path}`]: async () => {
        const person = this.#dice.pick([admin, manager]);
        const sent = content();
        const answer = await person.call('POST', path, sent);
        return {
          answer,
          expected: () => {
            const id = Number(Object.values(answer?.json)[0]);
            const after = this.#kept(kind, sent, answer?.json);
            keep(id, after);
            return [this.#event(kind, id, 'create', person.userId, null, after)];
          },
        };
      },
      [`PUT ${path}/{id}`]: async () => {
        const person = this.#dice.pick([admin, manager]);
        const id = this.#some(kind) ?? 999_999;
        const before = this.#map(kind).get(id);
        // As often only some fields change as all of them.
        const other = content();
        const body: Json = before && this.#dice.chance(0.5) ? { ...before } : other;
        const field = this.#dice.pick(Object.keys(other));
        body[field] = Reflect.get(other, field);
        if (kind === 'inward') {
          body.inwardId = id;
          body.billAttachment = this.#content.maybe(other.billAttachment);
        }
        const answer = await person.call('PUT', `${path}/${id}`, body);
        return {
          answer,
          expected: () => {
            const after = this.#kept(kind, body, answer?.json);
            const event = this.#event(kind, id, 'update', person.userId, before, after);
            keep(id, after);
            return [event];
          },
        };
      },
      [`DELETE ${path}/{id}`]: async () => {
        const id = this.#some(kind) ?? 999_999;
        const before = this.#map(kind).get(id);
        const answer = await admin.call('DELETE', `${path}/${id}`);
        return {
          answer,
          expected: () => {
            this.#map(kind).delete(id);
            return [this.#event(kind, id, 'delete', admin.userId, before, null)];
          },
        };
      },
    };
  }

  /** On PostgreSQL its own tools make backups, and there is no such call. */
  #backups(): Drivers {
    const { admin, place } = this.#office;
    if (place.environment['DATABASE_URL'] !== undefined) return {};
    return {
      'POST /backups': async () => {
        const answer = await admin.call('POST', '/backups');
        const told: Told[] = [['Why', null, 'By hand']];
        const event = { kind: 'backups', action: 'create', userId: admin.userId, changes: told };
        return { answer, expected: () => [{ ...event, id: answer?.json.backupId }] };
      },
    };
  }

  async #productions(): Promise<Written> {
    const { admin, manager, storekeeper } = this.#office;
    const person = this.#dice.pick([admin, manager, storekeeper]);
    const sent = Array.from({ length: this.#dice.whole(1, 5) }, () => this.#production());
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
