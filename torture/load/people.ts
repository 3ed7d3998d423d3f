/** Simulated people: they read lists, search, open records, write, and pause in between. */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { errorTexts } from '#contract/errors.ts';
import type { SeededRandom } from '#server/seed/seededRandom.ts';
import { type Answer, type Caller, callerAt } from '../clients/caller.ts';
import { type Ground, Writer, writtenKinds } from '../clients/writer.ts';
import type { Server } from '../runner/server.ts';

/** The mix of requests. */
const WRITES = 0.2;
const WHOLE_LISTS = 0.02;
const SEARCHES = 0.3;

const lists = ['/suppliers', '/buyers', '/Categories', '/materials', '/products', '/goods', '/inward', '/Production'];
const reports = ['/Production/get-rawmaterial-stock', '/activity'];
const terms = ['hill', 'kg', '21', 'a', 'turmeric'];
/** Below the server's limit of 256 connections per address. */
const CONNECTIONS_PER_ADDRESS = 200;

export interface Tally {
  answered: number;
  /** Refused with 503, its message and Retry-After. */
  refused: number;
  /** Latencies in milliseconds, without refusals. */
  times: number[];
  faults: string[];
}

export function emptyTally(): Tally {
  return { answered: 0, refused: 0, times: [], faults: [] };
}

/** A percentile of the latencies, in milliseconds. */
export function percentile({ times }: Tally, part: number): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0);
}

/** Whether a refusal under overload is well-formed. */
export function isRefusal({ status, json, headers }: Answer): boolean {
  const isSaid = json?.message === errorTexts.tooMuch || json?.message === errorTexts.tooMuchReading;
  return status === 503 && isSaid && Number(headers['retry-after']) > 0;
}

/** Counts an answer to a well-behaved client. */
function count(tally: Tally, answer: Answer | undefined, what: string, ms: number): void {
  if (answer && isRefusal(answer)) {
    tally.refused += 1;
    return;
  }
  tally.times.push(ms);
  if (answer && (answer.status < 300 || answer.status === 409)) tally.answered += 1;
  else {
    const text = answer ? `${answer.status}: ${answer.text}` : `no answer for ${Math.round(ms)} ms`;
    tally.faults.push(`${what} got ${text}`);
  }
}

/** The loopback address of client number `index`. */
export function addressOf(index: number): string {
  return `127.0.1.${2 + Math.floor(index / CONNECTIONS_PER_ADDRESS)}`;
}

export interface Connected {
  call: Caller;
  close(): void;
}

/** Somebody with a session and a connection of their own; the current tally counts every answer. */
export function connect(server: Server, index: number, token: string, tally: () => Tally): Connected {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = callerAt(server, token, { agent, localAddress: addressOf(index) });
  const call: Caller = async (...request) => {
    const start = performance.now();
    // A hanging request counts as unanswered.
    const answer = await send(...request).catch(() => undefined);
    count(tally(), answer, `${request[0]} ${request[1]}`, performance.now() - start);
    return answer;
  };
  return { call, close: () => agent.destroy() };
}

export class WorkingPerson {
  readonly writer: Writer;
  readonly #call: Caller;
  readonly #random: SeededRandom;
  readonly #isAdmin: boolean;
  /** The wait that the server asked for. */
  #waitMs = 0;

  constructor(call: Caller, random: SeededRandom, ground: Ground, isAdmin: boolean) {
    this.#random = random;
    this.#isAdmin = isAdmin;
    this.#call = async (...request) => {
      const answer = await call(...request);
      if (answer?.status === 503) this.#waitMs = Number(answer.headers['retry-after']) * 1000;
      return answer;
    };
    this.writer = new Writer(this.#call, random, ground, { removes: isAdmin });
  }

  /** Sends one request, then pauses for `thinkMs` on average; after a refusal as long as it was told. */
  async act(thinkMs: number): Promise<void> {
    await this.#doSomething();
    const told = this.#waitMs;
    this.#waitMs = 0;
    const thinking = Math.min(5, -Math.log(1 - this.#random.next())) * thinkMs;
    await delay(told > 0 ? told * (1 + this.#random.next() / 2) : thinking);
  }

  async #doSomething(): Promise<void> {
    const random = this.#random;
    if (random.chance(WRITES)) {
      if ((await this.writer.write()) === 'unanswered') await this.writer.settle();
      return;
    }
    await this.#call('GET', this.#whatToRead());
  }

  #whatToRead(): string {
    const random = this.#random;
    const list = random.pick(lists);
    // The list of buyers is large (rawRequests.ts): only slow readers ask for it.
    if (random.chance(WHOLE_LISTS) && list !== '/buyers') return list;
    if (random.chance(SEARCHES)) return `${list}?page=1&pageSize=15&search=${random.pick(terms)}`;
    if (random.chance(0.1)) return `${random.pick(this.#isAdmin ? reports : reports.slice(0, 1))}?page=1&pageSize=15`;
    if (!random.chance(0.3)) return `${list}?page=${random.whole(1, 3)}&pageSize=15`;
    const kind = random.pick(writtenKinds);
    const ids = [...this.writer.records[kind].keys()];
    return ids.length === 0 ? `/${kind}?page=1&pageSize=15` : `/${kind}/${random.pick(ids)}`;
  }
}
