/** Whole lists, however long: sent as fast as the client takes them, and only so many at a time. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Admission, Rest } from './admission.ts';
import { TooMuch } from './errors.ts';
import { sendStream } from './streams.ts';

/** Each holds some batches of rows in memory for as long as its client takes to read them. */
const MOST_AT_ONCE = 16;
/** So many more may wait for their turn, and for so long. */
const MOST_WAITING = 100;
const PATIENCE_MS = 20_000;

async function* concatenated(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

export class WholeLists {
  #free = MOST_AT_ONCE;
  readonly #waiting = new Set<() => void>();
  readonly #admission: Admission;
  readonly #patienceMs: number;
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(admission: Admission, patienceMs = PATIENCE_MS) {
    this.#admission = admission;
    this.#patienceMs = patienceMs;
  }

  /**
   * Sends the parts of a list as they are made, none before the client has room for it. Waits while too many are sent;
   * throws TooMuch where too many wait, or the turn doesn't come.
   */
  async send(reply: FastifyReply, parts: AsyncGenerator<string>, rest: Rest): Promise<FastifyReply> {
    await this.#turn(reply, rest);
    const all = await rest(this.#begun(parts));
    // However it ends: all is sent, the client is gone, or a batch could not be read.
    all.once('close', () => this.#next());
    return await sendStream(reply.type('application/json; charset=utf-8'), all, rest);
  }

  /** The first part is awaited, so that an engine that is gone is still answered as an error. */
  async #begun(parts: AsyncGenerator<string>): Promise<Readable> {
    try {
      await this.#ownTurn();
      const first = await parts.next();
      return Readable.from(concatenated(first.done ? '' : first.value, this.#oneByOne(parts)));
    } catch (error) {
      this.#next();
      throw error;
    }
  }

  async *#oneByOne(parts: AsyncGenerator<string>): AsyncGenerator<string> {
    await this.#ownTurn();
    for await (const part of parts) {
      yield part;
      await this.#ownTurn();
    }
  }

  /** A turn of the event loop for one part of one list: whoever asks for less waits for one of them and not for sixteen. */
  async #ownTurn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(async () => await nextTurn());
    await this.#lastTurn;
  }

  async #turn({ raw }: FastifyReply, rest: Rest): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.size >= MOST_WAITING) throw this.#admission.refusal('reading');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // At once: a turn that is given to whoever has given up is lost.
    const giveUp = (why: () => TooMuch) => {
      if (this.#waiting.delete(resolve)) reject(why());
    };
    // Whoever goes away while they wait take no turn. Nobody hears what they are told, and nobody was refused.
    const leave = () => giveUp(() => new TooMuch({ isReading: true }));
    const impatience = setTimeout(() => giveUp(() => this.#admission.refusal('reading')), this.#patienceMs);
    this.#waiting.add(resolve);
    raw.once('close', leave);
    try {
      await rest(promise);
    } finally {
      clearTimeout(impatience);
      raw.off('close', leave);
    }
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
