/** Whole lists, however long: sent as fast as the client takes them, and only so many at a time. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Admission, Rest } from './admission.ts';
import { TooMuch } from './errors.ts';
import { sendStream } from './streams.ts';

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
  readonly #waiting = new Set<() => void>();
  readonly #admission: Admission;

  constructor(admission: Admission) {
    this.#admission = admission;
  }

  /** Sends the parts of a list as they are made, none before the client has room for it; waits while too many are sent, and throws TooMuch where too many wait. */
  async send(reply: FastifyReply, parts: AsyncGenerator<string>, rest: Rest): Promise<FastifyReply> {
    await this.#turn(reply, rest);
    const all = await this.#begun(parts);
    // However it ends: all is sent, the client is gone, or a batch could not be read.
    all.once('close', () => this.#next());
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
    return await sendStream(reply.type('application/json; charset=utf-8'), all, rest);
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

  async #turn({ raw }: FastifyReply, rest: Rest): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.size >= MOST_WAITING) throw this.#admission.refusal('reading');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting.delete(begin);
      // Nobody hears it, and nobody was refused.
      reject(new TooMuch({ isReading: true }));
    };
    const begin = () => {
      raw.off('close', leave);
      resolve();
    };
    this.#waiting.add(begin);
    // Whoever goes away while they wait take no turn.
    raw.once('close', leave);
    await rest(promise);
  }

  #next(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
