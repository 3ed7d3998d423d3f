/** Several writers and readers at several servers, and their permitted answers. */
import { setTimeout as delay } from 'node:timers/promises';
import { errorTexts } from '#contract/errors.ts';
import type { SeededRandom } from '#server/seed/seededRandom.ts';
import { supplierFields } from '#test/factories.ts';
import type { Findings } from '../runner/attack.ts';
import type { Caller } from './caller.ts';
import { type Ground, newKey, Writer } from './writer.ts';

const RETRY_MS = 30;
const READ_MS = 20;
const PATIENCE_MS = 60_000;

/** Permitted messages of a 503; overload where all connections to the engine are waiting for it. */
const sentences = new Set(
  [
    errorTexts.unavailable,
    errorTexts.unavailableUnknown,
    errorTexts.unavailableReading,
    errorTexts.tooMuch,
    errorTexts.tooMuchReading,
  ].map((text) => `${text} Retry-After: 2`),
);
const pages = ['/suppliers', '/inward', '/Production', '/materials'].map((path) => `${path}?page=1&pageSize=10`);

/** Figures of a pool. */
export const poolFigures = {
  'writes acknowledged': 0,
  'requests refused with 503': 0,
  'writes without a clear answer, repeated or looked up': 0,
  'longest answer, in ms': 0,
  lost: 0,
};

interface PoolOptions {
  calls: readonly Caller[];
  writersPerServer: number;
  ground: Ground;
  random: SeededRandom;
  findings: Findings<keyof typeof poolFigures>;
  /** The longest permitted latency. */
  answerLimitMs: number;
}

export class WriterPool {
  readonly writers: Writer[];
  readonly ground: Ground;
  /** Forbidden answers. */
  readonly faults: string[] = [];
  #acknowledged = 0;
  /** Whether requests from now on may be answered 503. */
  #mayRefuse = false;
  #calmSince = 0;
  #isOver = true;
  readonly #unwatched: readonly Caller[];
  readonly #calls: readonly Caller[];
  readonly #options: PoolOptions;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.ground = options.ground;
    this.#unwatched = options.calls.map((call) => this.#patient(call));
    this.#calls = this.#unwatched.map((call) => this.#watched(call));
    this.writers = this.#calls.flatMap((_, home) =>
      Array.from({ length: options.writersPerServer }, () => this.#makeWriter(home)),
    );
  }

  set mayRefuse(may: boolean) {
    if (this.#mayRefuse && !may) this.#calmSince = performance.now();
    this.#mayRefuse = may;
  }

  /** A writer at one server, which resolves unknown outcomes at another. */
  #makeWriter(home: number): Writer {
    const { random, ground } = this.#options;
    const others = this.#calls.length > 1 ? this.#calls.filter((_, index) => index !== home) : this.#calls;
    const call: Caller = async (...request) => {
      const chosen = writer.uncertain === undefined ? this.#calls[home] : random.pick(others);
      return await chosen?.(...request);
    };
    const writer: Writer = new Writer(call, random.fork(), ground);
    return writer;
  }

  /** A hanging request is a fault; the others go on. */
  #patient(call: Caller): Caller {
    return async (...request) => {
      try {
        return await call(...request);
      } catch (error) {
        this.faults.push(String(error));
        return undefined;
      }
    };
  }

  #watched(call: Caller): Caller {
    const { findings, answerLimitMs } = this.#options;
    return async (...request) => {
      const asked = `${request[0]} ${request[1]}`;
      const begun = performance.now();
      const answer = await call(...request);
      const ms = performance.now() - begun;
      findings.most('longest answer, in ms', ms);
      if (ms > answerLimitMs) this.faults.push(`${asked} took ${Math.round(ms)} ms`);
      if (!answer) this.faults.push(`${asked} was not answered at all`);
      else if (answer.status === 503) {
        found.count('requests refused with 503');
        const text = `${answer.json?.message} Retry-After: ${answer.headers['retry-after']}`;
        if (!sentences.has(text)) this.faults.push(`${asked} answered 503: ${text}`);
        if (!this.#mayRefuse && begun > this.#calmSince) {
          this.faults.push(`${asked} was refused though the engine was there: ${text}`);
        }
      } else if (answer.status >= 500) this.faults.push(`${asked} answered ${answer.status}: ${answer.text}`);
      return answer;
    };
  }

  async #write(writer: Writer): Promise<void> {
    const { figures } = this.#options.findings;
    while (!this.#isOver) {
      // The outcome of an edit is visible only once the engine is at rest.
      if (writer.uncertain === 'to be looked at') return;
      if (writer.uncertain === 'repeatable') {
        await writer.settle();
        await delay(RETRY_MS);
        continue;
      }
      const outcome = await writer.write();
      if (outcome === 'acknowledged') {
        this.#acknowledged += 1;
        found.count('writes acknowledged');
      }
      if (outcome === 'unanswered') found.count('writes without a clear answer, repeated or looked up');
      if (outcome === 'unavailable') await delay(RETRY_MS);
    }
  }

  async #read(call: Caller): Promise<void> {
    while (!this.#isOver) {
      const path = this.#options.random.pick(pages);
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
    const enough = this.#acknowledged + more;
    const deadline = performance.now() + PATIENCE_MS;
    while (this.#acknowledged < enough && performance.now() < deadline) await delay(5);
    if (this.#acknowledged < enough) this.faults.push(`in ${PATIENCE_MS / 1000} s there were no ${more} writes`);
  }

  /** The time until each server writes again; each writes a supplier that a writer remembers. */
  async untilBack(): Promise<number> {
    const start = performance.now();
    const [writer] = this.writers;
    const times = this.#unwatched.map(async (call) => {
      const key = newKey();
      const fields = supplierFields();
      while (performance.now() < start + PATIENCE_MS) {
        const answer = await call('POST', '/suppliers', fields, key);
        if (answer?.status === 201) {
          writer?.records.suppliers.set(Number(answer.json.supplierId), answer.json);
          break;
        }
        await delay(RETRY_MS);
      }
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
