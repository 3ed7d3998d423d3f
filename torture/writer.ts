/** Somebody who writes at random and remembers what the server acknowledged, to the letter. */
import { isDeepStrictEqual } from 'node:util';
import { errorTexts } from '#contract/errors.ts';
import type { Dice } from '#server/seed/dice.ts';
import { dataUrl, inwardFields, pdf, supplierFields } from '#test/factories.ts';
import { type Answer, asListed, type Caller } from './caller.ts';

export const kinds = ['suppliers', 'inward', 'Production'] as const;
export type Kind = (typeof kinds)[number];
type Json = Answer['json'];

export const idNames = { suppliers: 'supplierId', inward: 'inwardId', Production: 'productionId' } as const;

/** What all writers share: nobody changes these. */
export interface Ground {
  supplierId: number;
  materialIds: readonly number[];
}

type Request =
  | { do: 'add'; kind: Kind; path: string; body: Json; key: string }
  | { do: 'change'; kind: Kind; id: number; body: Json }
  | { do: 'remove'; kind: Kind; id: number };

/** What a writer's request came to: with 'unanswered', or where the answer says so, nobody knows until `settle`. */
export type Outcome = 'acknowledged' | 'refused' | 'unavailable' | 'unanswered';

let count = 0;

/** Whether a record is what a PUT asked for. */
function isAsAsked(record: Json, asked: Json): boolean {
  const { updatedAt: _, rawMaterials: lines, ...fields } = asked;
  const same = Object.keys(fields).every((name) => isDeepStrictEqual(record[name], fields[name]));
  if (!same || lines === undefined) return same;
  const told = record.rawMaterials.map((line: Json) => [line.rawMaterialId, line.quantity, line.pricePerUnit]);
  return isDeepStrictEqual(
    told,
    lines.map((line: Json) => [line.rawMaterialId, line.quantity, line.pricePerUnit]),
  );
}

export class Writer {
  /** The records that must be there, each as it was last answered, by kind and id. Only this writer changes them. */
  readonly records = {
    suppliers: new Map<number, Json>(),
    inward: new Map<number, Json>(),
    Production: new Map<number, Json>(),
  };
  acknowledged = 0;
  /** Answers that no request of this writer may get. */
  readonly faults: string[] = [];
  /** What answers with 503 said. */
  readonly sentences = new Set<string>();
  #uncertain: Request | undefined;
  readonly #call: Caller;
  readonly #dice: Dice;
  readonly #ground: Ground;
  readonly #removes: boolean;

  constructor(call: Caller, dice: Dice, ground: Ground, { removes = true } = {}) {
    this.#removes = removes;
    this.#call = call;
    this.#dice = dice;
    this.#ground = ground;
  }

  /** Sends one write, chosen by chance, and remembers what was answered. */
  async write(): Promise<Outcome> {
    const request = this.#choose();
    const answer = await this.#send(request);
    if (!answer) {
      this.#uncertain = request;
      return 'unanswered';
    }
    return this.#take(request, answer);
  }

  /** Whether a request has had no clear answer yet; 'repeatable' where repeating it tells, else only looking does. */
  get uncertain(): 'repeatable' | 'to be looked at' | undefined {
    if (!this.#uncertain) return undefined;
    return this.#uncertain.do === 'add' ? 'repeatable' : 'to be looked at';
  }

  /** After an answer that never came: finds out what became of the request, by repeating it or by looking. */
  async settle(): Promise<void> {
    const request = this.#uncertain;
    if (!request) return;
    const answer = request.do === 'add' ? await this.#send(request) : await this.#call('GET', pathOf(request));
    // That a repeat could not be carried out says nothing of the request itself.
    if (!answer || answer.status === 503) return;
    this.#uncertain = undefined;
    if (request.do === 'add') {
      this.#take(request, answer);
      return;
    }
    const { kind, id } = request;
    const before = this.records[kind].get(id);
    const now = asListed(answer.json);
    if (answer.status === 404 && request.do === 'remove') this.records[kind].delete(id);
    else if (answer.status === 200 && isDeepStrictEqual(now, before)) return;
    else if (answer.status === 200 && request.do === 'change' && isAsAsked(now, request.body)) {
      this.records[kind].set(id, now);
    } else this.faults.push(`${pathOf(request)} is neither as before nor as asked: ${answer.text}`);
  }

  async #send(request: Request): Promise<Answer | undefined> {
    if (request.do === 'add') {
      return await this.#call('POST', request.path, request.body, { 'idempotency-key': request.key });
    }
    if (request.do === 'change') return await this.#call('PUT', pathOf(request), request.body);
    return await this.#call('DELETE', pathOf(request));
  }

  #take(request: Request, answer: Answer): Outcome {
    const { status, json } = answer;
    if (status === 503) {
      this.sentences.add(`${json?.message} Retry-After: ${answer.headers.get('retry-after')}`);
      if (json?.message !== errorTexts.unavailableUnknown) return 'unavailable';
      this.#uncertain = request;
      return 'unanswered';
    }
    if (status === 409) return 'refused';
    if (status !== (request.do === 'add' ? 201 : 200)) {
      this.faults.push(`${request.do} ${request.kind} answered ${status}: ${answer.text}`);
      return 'refused';
    }
    this.acknowledged += 1;
    const records = this.records[request.kind];
    if (request.do === 'remove') records.delete(request.id);
    else if (request.do === 'change') records.set(request.id, asListed(json));
    else for (const made of [json].flat()) records.set(Number(made[idNames[request.kind]]), asListed(made));
    return 'acknowledged';
  }

  #choose(): Request {
    const dice = this.#dice;
    const roll = dice.next();
    if (roll < 0.3) return this.#add('inward', '/inward', this.#inward());
    if (roll < 0.55) {
      return this.#add('Production', '/Production/create-multiple', [this.#production(), this.#production()]);
    }
    if (roll < 0.65) return this.#add('suppliers', '/suppliers', supplierFields());
    const kind = dice.pick(kinds);
    const [id, record] = dice.pick([...this.records[kind], [0, undefined]]);
    if (record === undefined) return this.#add('inward', '/inward', this.#inward());
    if (roll < 0.75 && this.#removes) return { do: 'remove', kind, id };
    const { updatedAt } = record;
    if (kind === 'inward') {
      const { billAttachment: _, ...fields } = this.#inward();
      return { do: 'change', kind, id, body: { ...fields, inwardId: id, updatedAt } };
    }
    const fields = kind === 'suppliers' ? supplierFields() : { ...this.#production(), status: 'completed' };
    return { do: 'change', kind, id, body: { ...fields, updatedAt } };
  }

  #add(kind: Kind, path: string, body: Json): Request {
    return { do: 'add', kind, path, body, key: `torture-${process.pid}-${(count += 1)}` };
  }

  #quantity(most: number): number {
    return this.#dice.whole(1, most * 1000) / 1000;
  }

  #inward() {
    const lines = Array.from({ length: this.#dice.whole(1, 3) }, (): [number, number] => [
      this.#dice.pick(this.#ground.materialIds),
      this.#quantity(20),
    ]);
    // Every tenth bill is as large as a photograph, so that a transaction is more than a page of the log.
    const bytes = this.#dice.chance(0.1) ? Buffer.concat([pdf, Buffer.alloc(this.#dice.whole(1, 200_000))]) : pdf;
    return inwardFields(this.#ground.supplierId, lines, { billAttachment: dataUrl(bytes) });
  }

  #production() {
    return {
      rawMaterialId: this.#dice.pick(this.#ground.materialIds),
      quantity: this.#quantity(8),
      productionDate: `2026-11-${this.#dice.whole(10, 20)}`,
      status: 'in_progress',
    };
  }
}

function pathOf({ kind, id }: { kind: Kind; id: number }): string {
  return `/${kind}/${id}`;
}
