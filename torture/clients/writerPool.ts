/** Several writers and readers at several servers, and their permitted answers. */
import { setTimeout as delay } from 'node:timers/promises';
import { refusalTexts } from '#contract/core/refusals.ts';
import { supplierFields } from '#test/factories.ts';
import type { Context } from '../runner/attack.ts';
import { until } from '../runner/until.ts';
import { asListed, type Caller, type Started } from './caller.ts';
import { asRefusal, type Ground, newKey, prepareGround, Writer } from './writer.ts';

const RETRY_MS = 30;
const READ_MS = 20;
const PATIENCE_MS = 60_000;
const ACKNOWLEDGED = 'writes acknowledged';

/** Permitted messages of a 503; overload where all connections to the engine are waiting for it. */
const { unavailable, unavailableUnknown, unavailableReading, tooMuch, tooMuchReading } = refusalTexts;
const allowed = [unavailable, unavailableUnknown, unavailableReading, tooMuch, tooMuchReading];
const sentences = new Set(allowed.map((text) => asRefusal(text)));
const pages = ['/suppliers', '/inward', '/Production', '/materials'].map((path) => `${path}?page=1&pageSize=10`);

interface PoolOptions {
  writersPerServer: number;
  answerLimitMs: number;
}

type Servers = Pick<Started, 'database' | 'call' | 'calls'>;

export class WriterPool {
  readonly database: Started['database'];
  readonly call: Caller;
  readonly ground: Ground;
  readonly writers: Writer[];
  /** Forbidden answers. */
  readonly faults: string[] = [];
  readonly #context: Context;
  readonly #calls: readonly Caller[];
  /** Whether requests from now on may be answered 503. */
  #mayRefuse = false;
  #calmSince = 0;
  #isOver = true;

  private constructor(
    context: Context,
    { database, call, calls }: Servers,
    ground: Ground,
    { writersPerServer, answerLimitMs }: PoolOptions,
  ) {
    this.#context = context;
    this.database = database;
    this.call = call;
    this.ground = ground;
    this.#calls = calls.map((each) => this.#watched(each, answerLimitMs));
    this.writers = this.#calls.flatMap((_, home) =>
      Array.from({ length: writersPerServer }, () => this.#makeWriter(home)),
    );
  }

  static async open(context: Context, servers: Servers, options: PoolOptions): Promise<WriterPool> {
    return new WriterPool(context, servers, await prepareGround(servers.call), options);
  }

  set mayRefuse(may: boolean) {
    if (this.#mayRefuse && !may) this.#calmSince = performance.now();
    this.#mayRefuse = may;
  }

  /** A writer at one server, which resolves unknown outcomes at another. */
  #makeWriter(home: number): Writer {
    const { random } = this.#context;
    const others = this.#calls.length > 1 ? this.#calls.filter((_, index) => index !== home) : this.#calls;
    const call: Caller = async (...request) => {
      const chosen = writer.uncertain === undefined ? this.#calls[home] : random.pick(others);
      return await chosen?.(...request);
    };
    const writer: Writer = new Writer(call, random.fork(), this.ground);
    return writer;
  }

  /** A forbidden answer, or none, is a fault; the others go on. */
  #watched(call: Caller, answerLimitMs: number): Caller {
    const { found } = this.#context;
    return async (...request) => {
      const asked = `${request[0]} ${request[1]}`;
      const begun = performance.now();
      const answer = await call(...request).catch((error: unknown) => {
        this.faults.push(String(error));
        return undefined;
      });
      const ms = performance.now() - begun;
      found.most('longest answer, in ms', ms);
      if (ms > answerLimitMs) this.faults.push(`${asked} took ${Math.round(ms)} ms`);
      if (!answer) this.faults.push(`${asked} was not answered at all`);
      else if (answer.status === 503) {
        found.count('requests refused with 503');
        const text = asRefusal(answer.json?.message, answer.headers['retry-after']);
        if (!sentences.has(text)) this.faults.push(`${asked} answered 503: ${text}`);
        if (!this.#mayRefuse && begun > this.#calmSince) {
          this.faults.push(`${asked} was refused though the engine was there: ${text}`);
        }
      } else if (answer.status >= 500) this.faults.push(`${asked} answered ${answer.status}: ${answer.text}`);
      return answer;
    };
  }

  async #write(writer: Writer): Promise<void> {
    const { found } = this.#context;
    while (!this.#isOver) {
      // The outcome of an edit is visible only once the engine is at rest.
      if (writer.uncertain === 'to be looked at') return;
      if (writer.uncertain === 'repeatable') {
        await writer.settle();
        await delay(RETRY_MS);
        continue;
      }
      const outcome = await writer.write();
      if (outcome === 'acknowledged') found.count(ACKNOWLEDGED);
      if (outcome === 'unanswered') found.count('writes without a clear answer, repeated or looked up');
      if (outcome === 'unavailable') await delay(RETRY_MS);
    }
  }

  async #read(call: Caller): Promise<void> {
    while (!this.#isOver) {
      const path = this.#context.random.pick(pages);
      const answer = await call('GET', path);
      if (answer && answer.status !== 200 && answer.status !== 503) {
        this.faults.push(`GET ${path} answered ${answer.status}: ${answer.text}`);
      }
      await delay(READ_MS);
    }
  }

  /** Runs all of them until `work` has ended. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#isOver = false;
    const working = Promise.all([
      ...this.writers.map((writer) => this.#write(writer)),
      ...this.#calls.map((call) => this.#read(call)),
    ]);
    try {
      return await work();
    } finally {
      this.#isOver = true;
      await working;
    }
  }

  /** Waits for so many more acknowledged writes; a fault where they don't come. */
  async untilAcknowledged(more: number): Promise<void> {
    const { found } = this.#context;
    const enough = found.count(ACKNOWLEDGED, 0) + more;
    const come = until(() => found.count(ACKNOWLEDGED, 0) >= enough, `in a minute there were no ${more} writes`);
    await come.catch((error: unknown) => this.faults.push(String(error)));
  }

  /** The time until each server writes again; each writes a supplier that a writer remembers. */
  async untilBack(): Promise<number> {
    const start = performance.now();
    const times = this.#calls.map(async (call) => {
      const key = newKey();
      const fields = supplierFields();
      const written = async () => {
        const answer = await call('POST', '/suppliers', fields, key);
        return answer?.status === 201 && answer.json;
      };
      const wait = { withinMs: PATIENCE_MS, everyMs: RETRY_MS };
      const supplier = await until(written, 'it did not write again', wait).catch(() => undefined);
      if (supplier) this.writers[0]?.records.suppliers.set(Number(supplier.supplierId), asListed(supplier));
      return performance.now() - start;
    });
    return Math.round(Math.max(...(await Promise.all(times))));
  }

  /** Resolves unknown outcomes, once the engine is at rest. */
  async settle(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (const writer of this.writers) {
      while (writer.uncertain !== undefined && performance.now() < deadline) await writer.settle();
      if (writer.uncertain !== undefined) this.faults.push('what became of a write could not be found out');
    }
  }
}
