/** Several people who write and read over several servers until they are told to stop, and what they may be answered. */
import { setTimeout as delay } from 'node:timers/promises';
import { errorTexts } from '#contract/errors.ts';
import { Dice } from '#server/seed/dice.ts';
import { supplierFields } from '#test/factories.ts';
import type { Caller } from './caller.ts';
import { type Ground, Writer } from './writer.ts';

const RETRY_MS = 30;
const READ_MS = 20;
const PATIENCE_MS = 60_000;

/** What may be said with a 503. */
const sentences = new Set(
  [
    errorTexts.unavailable,
    errorTexts.unavailableUnknown,
    errorTexts.unavailableReading,
    // To whoever found all connections lent, to those who wait for the engine.
    errorTexts.tooMuch,
    errorTexts.tooMuchReading,
  ].map((text) => `${text} Retry-After: 2`),
);
const pages = ['/suppliers', '/inward', '/Production', '/materials'].map((path) => `${path}?page=1&pageSize=10`);

interface CrewOptions {
  calls: readonly Caller[];
  writersPerServer: number;
  ground: Ground;
  dice: Dice;
  /** No answer may take longer. */
  answerLimitMs: number;
}

export class Crew {
  readonly writers: Writer[];
  /** Each answer that nobody may get. */
  readonly faults: string[] = [];
  acknowledged = 0;
  refused = 0;
  /** Writes of which no answer told whether they were saved. */
  uncertain = 0;
  slowestMs = 0;
  /** Whether what is asked from now on may be answered 503. */
  #mayRefuse = false;
  #calmSince = 0;
  #isOver = true;
  #probes = 0;
  readonly #unwatched: readonly Caller[];
  readonly #calls: readonly Caller[];
  readonly #dice: Dice;
  readonly #answerLimitMs: number;

  constructor({ calls, writersPerServer, ground, dice, answerLimitMs }: CrewOptions) {
    this.#answerLimitMs = answerLimitMs;
    this.#dice = dice;
    this.#unwatched = calls.map((call) => this.#patient(call));
    this.#calls = this.#unwatched.map((call) => this.#watched(call));
    this.writers = this.#calls.flatMap((_, home) =>
      Array.from({ length: writersPerServer }, () => this.#makeWriter(home, ground)),
    );
  }

  set mayRefuse(may: boolean) {
    if (this.#mayRefuse && !may) this.#calmSince = performance.now();
    this.#mayRefuse = may;
  }

  /** Somebody who writes over one server, and asks another one what became of a write without a clear answer. */
  #makeWriter(home: number, ground: Ground): Writer {
    const others = this.#calls.length > 1 ? this.#calls.filter((_, index) => index !== home) : this.#calls;
    const call: Caller = async (...request) => {
      const chosen = writer.uncertain === undefined ? this.#calls[home] : this.#dice.pick(others);
      return await chosen?.(...request);
    };
    const writer: Writer = new Writer(call, new Dice(this.#dice.whole(1, 2 ** 30)), ground);
    return writer;
  }

  /** A request that hangs is a fault, and the others go on. */
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
    return async (...request) => {
      const asked = `${request[0]} ${request[1]}`;
      const begun = performance.now();
      const answer = await call(...request);
      const took = Math.round(performance.now() - begun);
      this.slowestMs = Math.max(this.slowestMs, took);
      if (took > this.#answerLimitMs) this.faults.push(`${asked} took ${took} ms`);
      if (!answer) this.faults.push(`${asked} was not answered at all`);
      else if (answer.status === 503) {
        this.refused += 1;
        const said = `${answer.json?.message} Retry-After: ${answer.headers.get('retry-after')}`;
        if (!sentences.has(said)) this.faults.push(`${asked} answered 503: ${said}`);
        if (!this.#mayRefuse && begun > this.#calmSince) {
          this.faults.push(`${asked} was refused though the engine was there: ${said}`);
        }
      } else if (answer.status >= 500) this.faults.push(`${asked} answered ${answer.status}: ${answer.text}`);
      return answer;
    };
  }

  async #write(writer: Writer): Promise<void> {
    while (!this.#isOver) {
      // What became of an edit is only seen when the engine has come to rest.
      if (writer.uncertain === 'to be looked at') return;
      if (writer.uncertain === 'repeatable') {
        await writer.settle();
        await delay(RETRY_MS);
        continue;
      }
      const outcome = await writer.write();
      if (outcome === 'acknowledged') this.acknowledged += 1;
      if (outcome === 'unanswered') this.uncertain += 1;
      if (outcome === 'unavailable') await delay(RETRY_MS);
    }
  }

  async #read(call: Caller): Promise<void> {
    while (!this.#isOver) {
      const path = this.#dice.pick(pages);
      const answer = await call('GET', path);
      if (answer && answer.status !== 200 && answer.status !== 503) {
        this.faults.push(`GET ${path} answered ${answer.status}: ${answer.text}`);
      }
      await delay(READ_MS);
    }
  }

  /** Lets everybody begin; resolves when all have stopped after `end`. */
  async work(): Promise<void> {
    this.#isOver = false;
    await Promise.all([
      ...this.writers.map((writer) => this.#write(writer)),
      ...this.#calls.map((call) => this.#read(call)),
    ]);
  }

  end(): void {
    this.#isOver = true;
  }

  /** Waits until so many more writes have been acknowledged; a fault where nothing comes. */
  async untilAcknowledged(more: number): Promise<void> {
    const enough = this.acknowledged + more;
    const deadline = performance.now() + PATIENCE_MS;
    while (this.acknowledged < enough && performance.now() < deadline) await delay(5);
    if (this.acknowledged < enough) this.faults.push(`in ${PATIENCE_MS / 1000} s there were no ${more} writes`);
  }

  /** How long each server takes, from now, until it writes again; each writes a supplier, which a writer remembers. */
  async untilBack(): Promise<number[]> {
    const start = performance.now();
    const [writer] = this.writers;
    return await Promise.all(
      this.#unwatched.map(async (call) => {
        const key = `back-${process.pid}-${(this.#probes += 1)}`;
        const fields = supplierFields();
        while (performance.now() < start + PATIENCE_MS) {
          const answer = await call('POST', '/suppliers', fields, { 'idempotency-key': key });
          if (answer?.status === 201) {
            writer?.records.suppliers.set(Number(answer.json.supplierId), answer.json);
            return performance.now() - start;
          }
          await delay(RETRY_MS);
        }
        return performance.now() - start;
      }),
    );
  }

  /** Finds out, once the engine is at rest, what became of each write without a clear answer. */
  async settle(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (const writer of this.writers) {
      while (writer.uncertain !== undefined && performance.now() < deadline) await writer.settle();
      if (writer.uncertain !== undefined) this.faults.push('what became of a write could not be found out');
    }
  }
}
