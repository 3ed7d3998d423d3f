/** A client that writes at random and remembers acknowledged writes. */
import { isDeepStrictEqual } from 'node:util';
import { refusalTexts } from '#contract/core/refusals.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import {
  addCategory,
  addMaterial,
  addProduct,
  addSupplier,
  dataUrl,
  inwardFields,
  pdf,
  supplierFields,
} from '#test/factories.ts';
import type { Context } from '../runner/attack.ts';
import {
  type Answer,
  asListed,
  type Caller,
  type Json,
  type StartOptions,
  startServers,
  sureCaller,
} from './caller.ts';

export const writtenKinds = [
  'suppliers',
  'inward',
  'Production',
  'production-runs',
  'dispatches',
  'adjustments',
] as const;
export type WrittenKind = (typeof writtenKinds)[number];

export const idNames = {
  suppliers: 'supplierId',
  inward: 'inwardId',
  Production: 'productionId',
  'production-runs': 'runId',
  dispatches: 'dispatchId',
  adjustments: 'adjustmentId',
} as const satisfies Record<WrittenKind, string>;

/** These are added and removed, and not changed. */
const unchangedKinds: ReadonlySet<WrittenKind> = new Set(['production-runs', 'dispatches', 'adjustments']);

/** A record as its list has it: without the lots of a run's inputs. */
function listedAs(kind: WrittenKind, record: Json): Json {
  // The answer of a single read says the claim of each line, that of a write does not.
  if (kind === 'dispatches')
    return asListed({ ...record, lines: record.lines.map(({ claim: _, ...line }: Json) => line) });
  if (kind !== 'production-runs') return asListed(record);
  return asListed({ ...record, inputs: record.inputs.map(asListed) });
}

/** Records that all writers refer to and none changes. */
export interface Ground {
  supplierId: number;
  materialIds: readonly number[];
  buyerId: number;
  /** Items that runs use, in one lot of plenty, and their product. */
  bulkId: number;
  packedId: number;
  bulkLotId: number;
  /** Its opening stock. */
  adjustmentId: number;
}

const PLENTY = 9_000_000;

const MATERIALS = 5;

export async function prepareGround(call: Caller): Promise<Ground> {
  const sure = sureCaller(call);
  const materialIds: number[] = [];
  for (let made = 0; made < MATERIALS; made += 1) materialIds.push(await addMaterial(sure));
  const categoryId = await addCategory(sure);
  const bulkId = await addProduct(sure, { categoryId, unit: 'kg' });
  const packedId = await addProduct(sure, { categoryId, unit: 'jar' });
  const opening = { kind: 'opening', date: '2026-11-01', lines: [{ productId: bulkId, quantity: PLENTY }] };
  const { adjustmentId, lines } = (await sure('POST', '/adjustments', opening)).json;
  const { buyerId } = (await sure('POST', '/buyers', supplierFields({ gstinNumber: '27AAACG4410Q1ZP', address: 'x' })))
    .json;
  return {
    supplierId: await addSupplier(sure),
    materialIds,
    buyerId,
    bulkId,
    packedId,
    bulkLotId: lines[0].lotId,
    adjustmentId,
  };
}

type Request =
  | { do: 'add'; kind: WrittenKind; path: string; body: Json; key: string }
  | { do: 'change'; kind: WrittenKind; id: number; body: Json }
  | { do: 'remove'; kind: WrittenKind; id: number };

/** The outcome of a request. After 'unanswered', also by a 503, it is unknown until `settle`. */
type WriteOutcome = 'acknowledged' | 'refused' | 'unavailable' | 'unanswered';

let keys = 0;

/** A key that no other request has. */
export function newKey(): Record<'idempotency-key', string> {
  return { 'idempotency-key': `torture-${process.pid}-${(keys += 1)}` };
}

/** A number of a document or batch that no other has. */
function newName(): string {
  return `T-${process.pid}-${(keys += 1)}`;
}

/** True if a record equals the body of a PUT. */
function isAsAsked(record: Json, asked: Json): boolean {
  const { updatedAt: _, rawMaterials, ...fields } = asked;
  const isSame = Object.keys(fields).every((name) => isDeepStrictEqual(record[name], fields[name]));
  const cells = (lines: Json) => lines.map((line: Json) => [line.rawMaterialId, line.quantity, line.pricePerUnit]);
  return isSame && (rawMaterials === undefined || isDeepStrictEqual(cells(record.rawMaterials), cells(rawMaterials)));
}

function pathOf({ kind, id }: { kind: WrittenKind; id: number }): string {
  return `/${kind}/${id}`;
}

/** How a 503 is remembered: by its text and the time that it names. */
export function asRefusal(text: unknown, retryAfter = '2'): string {
  return `${String(text)} Retry-After: ${retryAfter}`;
}

export class Writer {
  /** The acknowledged records, by kind and id. Only this writer changes them. */
  readonly records = {
    suppliers: new Map<number, Json>(),
    inward: new Map<number, Json>(),
    Production: new Map<number, Json>(),
    'production-runs': new Map<number, Json>(),
    dispatches: new Map<number, Json>(),
    adjustments: new Map<number, Json>(),
  };
  acknowledged = 0;
  /** Forbidden answers. */
  readonly faults: string[] = [];
  /** Messages of 503s. */
  readonly sentences = new Set<string>();
  #uncertain: Request | undefined;
  readonly #call: Caller;
  readonly #random: SeededRandom;
  readonly #ground: Ground;
  readonly #removes: boolean;

  constructor(call: Caller, random: SeededRandom, ground: Ground, { removes = true } = {}) {
    this.#removes = removes;
    this.#call = call;
    this.#random = random;
    this.#ground = ground;
  }

  /** Sends a random write and remembers its answer. */
  async write(): Promise<WriteOutcome> {
    const request = this.#choose();
    const answer = await this.#send(request);
    if (answer) return this.#take(request, answer);
    this.#uncertain = request;
    return 'unanswered';
  }

  /** Whether an outcome is unknown; 'repeatable' where a repeat resolves it, else only a read does. */
  get uncertain(): 'repeatable' | 'to be looked at' | undefined {
    if (!this.#uncertain) return undefined;
    return this.#uncertain.do === 'add' ? 'repeatable' : 'to be looked at';
  }

  /** Resolves an unknown outcome by a repeat or a read. */
  async settle(): Promise<void> {
    const request = this.#uncertain;
    if (!request) return;
    const answer = request.do === 'add' ? await this.#send(request) : await this.#call('GET', pathOf(request));
    // A failed repeat says nothing about the request itself.
    if (!answer || answer.status === 503) return;
    this.#uncertain = undefined;
    if (request.do === 'add') {
      this.#take(request, answer);
      return;
    }
    const { kind, id } = request;
    const now = answer.status === 200 ? listedAs(kind, answer.json) : {};
    if (answer.status === 404 && request.do === 'remove') this.records[kind].delete(id);
    else if (answer.status === 200 && isDeepStrictEqual(now, this.records[kind].get(id))) return;
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

  #take(request: Request, answer: Answer): WriteOutcome {
    const { status, json } = answer;
    if (status === 503) {
      this.sentences.add(asRefusal(json?.message, answer.headers['retry-after']));
      if (json?.message !== refusalTexts.unavailableUnknown) return 'unavailable';
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
    else if (request.do === 'change') records.set(request.id, listedAs(request.kind, json));
    else
      for (const made of [json].flat()) {
        records.set(Number(made[idNames[request.kind]]), listedAs(request.kind, made));
      }
    return 'acknowledged';
  }

  #choose(): Request {
    const random = this.#random;
    const share = random.next();
    if (share < 0.3) return this.#add('inward', '/inward', this.#inward());
    if (share < 0.55) {
      return this.#add('Production', '/Production/create-multiple', [this.#production(), this.#production()]);
    }
    if (share < 0.6) return this.#add('suppliers', '/suppliers', supplierFields());
    if (share < 0.67) return this.#addShipment();
    const kind = random.pick(writtenKinds);
    const [id, record] = random.pick([...this.records[kind], [0, undefined]]);
    if (record === undefined) return this.#add('inward', '/inward', this.#inward());
    if (share < 0.75 && this.#removes) return { do: 'remove', kind, id };
    if (unchangedKinds.has(kind)) return this.#addShipment();
    const { updatedAt } = record;
    if (kind === 'inward') {
      const { billAttachment: _, ...fields } = this.#inward();
      return { do: 'change', kind, id, body: { ...fields, inwardId: id, updatedAt } };
    }
    const fields = kind === 'suppliers' ? supplierFields() : { ...this.#production(), status: 'completed' };
    return { do: 'change', kind, id, body: { ...fields, updatedAt } };
  }

  /** A run that makes a batch, a dispatch, or a write-off: all of the same lot. */
  #addShipment(): Request {
    const { bulkId, packedId, bulkLotId: lotId, buyerId } = this.#ground;
    const kind = this.#random.pick(['production-runs', 'dispatches', 'adjustments'] as const);
    const [quantity, day] = [this.#quantity(8), `2026-11-${this.#random.whole(10, 20)}`];
    const lines = [{ lotId, quantity }];
    if (kind === 'dispatches') {
      return this.#add(kind, '/dispatches', { buyerId, dispatchDate: day, invoiceNumber: newName(), lines });
    }
    if (kind === 'adjustments') {
      return this.#add(kind, '/adjustments', { kind: 'writeOff', date: day, reason: 'Spilt', lines });
    }
    const outputs = [{ productId: packedId, batchNumber: newName(), quantity: this.#random.whole(1, 40) }];
    const inputs = [{ productId: bulkId, quantity }];
    return this.#add(kind, '/production-runs', { productionDate: day, status: 'completed', inputs, outputs });
  }

  #add(kind: WrittenKind, path: string, body: Json): Request {
    return { do: 'add', kind, path, body, key: newKey()['idempotency-key'] };
  }

  #quantity(most: number): number {
    return this.#random.whole(1, most * 1000) / 1000;
  }

  #inward() {
    const lines = Array.from({ length: this.#random.whole(1, 3) }, (): [number, number] => [
      this.#random.pick(this.#ground.materialIds),
      this.#quantity(20),
    ]);
    // Every tenth bill is large, so that a transaction exceeds one page of the log.
    const isLarge = this.#random.chance(0.1);
    const bytes = isLarge ? Buffer.concat([pdf, Buffer.alloc(this.#random.whole(1, 200_000))]) : pdf;
    return inwardFields(this.#ground.supplierId, lines, { billAttachment: dataUrl(bytes) });
  }

  #production() {
    return {
      rawMaterialId: this.#random.pick(this.#ground.materialIds),
      quantity: this.#quantity(8),
      productionDate: `2026-11-${this.#random.whole(10, 20)}`,
      status: 'in_progress',
    };
  }
}

type WritersOptions = StartOptions & { removes?: boolean; random?: SeededRandom };

/** One server, and several writers at it, each with random numbers of its own. */
export async function startWriters(context: Context, count: number, options: WritersOptions = {}) {
  const { removes = true, random = context.random, ...others } = options;
  const started = await startServers(context, { count: 1, ...others });
  const { call } = started;
  const ground = await prepareGround(call);
  const writers = Array.from({ length: count }, () => new Writer(call, random.fork(), ground, { removes }));
  return { ...started, ground, writers };
}
