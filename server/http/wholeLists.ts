/** Whole lists, however long: sent as fast as the client takes them, and only so many at a time. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { errorTexts } from '#contract/errors.ts';
import type { Rest } from './admission.ts';
import { TooMuch } from './errors.ts';

/** Each holds some batches of rows in memory for as long as its client takes to read them. */
const MOST_AT_ONCE = 16;
/** So many more may wait for their turn. */
const MOST_WAITING = 100;
/** A client that takes nothing for so long is given up, so that its turn is another's. */
const STALLED_MS = 60_000;

async function* concatenated(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

export class WholeLists {
  #free = MOST_AT_ONCE;
  readonly #waiting: (() => void)[] = [];

  /** Sends the parts of a list as they are made, none before the client has room for it; waits while too many are sent, and throws TooMuch where too many wait. */
  async send(reply: FastifyReply, parts: AsyncGenerator<string>, rest: Rest): Promise<FastifyReply> {
    await this.#turn(rest);
    const all = await this.#begun(parts);
    // However it ends: all is sent, the client is gone, or a batch could not be read.
    all.once('close', () => this.#next());
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
    return reply.type('application/json; charset=utf-8').send(all);
  }

  /** The first part is awaited, so that an engine that is gone is still answered as an error. */
  async #begun(parts: AsyncGenerator<string>): Promise<Readable> {
    try {
      const first = await parts.next();
      return Readable.from(concatenated(first.done ? '' : first.value, parts));
    } catch (error) {
      this.#next();
      throw error;
    }
  }

  async #turn(rest: Rest): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= MOST_WAITING) throw new TooMuch(errorTexts.tooMuchReading);
    await rest(new Promise<void>((resolve) => this.#waiting.push(resolve)));
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
