/** People at work: they look at lists, search, open records, write, and think in between. */
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { errorTexts } from '#contract/errors.ts';
import type { Dice } from '#server/seed/dice.ts';
import type { Answer, Caller } from './caller.ts';
import { kinds, Writer, type Ground } from './writer.ts';

/** What hears nothing for so long hangs, which no promise allows. */
const HANG_MS = 60_000;
/** So many of a hundred times somebody writes. */
const WRITES = 0.2;
const WHOLE_LISTS = 0.02;
const SEARCHES = 0.3;

const lists = ['/suppliers', '/buyers', '/Categories', '/materials', '/products', '/goods', '/inward', '/Production'];
const reports = ['/Production/get-rawmaterial-stock', '/activity'];
/** What is said to whoever is refused because too many are there. */
export const tooMuch: readonly string[] = [errorTexts.tooMuch, errorTexts.tooMuchReading];

/** What happened in one part of the attack. */
export interface Tally {
  answered: number;
  /** With 503, its sentence and Retry-After. */
  refused: number;
  /** Milliseconds of each answer but refusals. */
  times: number[];
  faults: string[];
}

export function emptyTally(): Tally {
  return { answered: 0, refused: 0, times: [], faults: [] };
}

/** The time within which so large a part of the answers came, in milliseconds. */
export function timeOf({ times }: Tally, part: number): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0);
}

/** One connection, which is kept. */
export function oneConnection(): http.Agent {
  return new http.Agent({ keepAlive: true, maxSockets: 1 });
}

/** Somebody with a session and a connection of their own; the tally of the moment hears of every answer. */
export function connect(agent: http.Agent, port: number, token: string, tally: () => Tally): Caller {
  return async (method, path, body, headers = {}) => {
    const start = performance.now();
    const text = body === undefined ? undefined : JSON.stringify(body);
    const all = {
      authorization: `Bearer ${token}`,
      ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...headers,
    };
    const options = { host: '127.0.0.1', port, agent, method, path: `/api${path}`, headers: all, timeout: HANG_MS };
    let broken = '';
    const answer = await new Promise<Answer | undefined>((resolve) => {
      const request = http.request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => resolve(undefined));
        response.on('end', () => {
          const whole = Buffer.concat(chunks).toString();
          const told = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
          const isJson = told.get('content-type')?.startsWith('application/json') === true;
          const json: Answer['json'] = isJson ? JSON.parse(whole) : undefined;
          resolve({ status: response.statusCode ?? 0, headers: told, text: whole, json });
        });
      });
      request.on('timeout', () => request.destroy());
      request.on('error', (error) => {
        broken = String(error);
        resolve(undefined);
      });
      request.end(text);
    });
    const ms = performance.now() - start;
    count(tally(), answer, `${method} ${path} ${broken}`, ms);
    return answer;
  };
}

/** Whether an answer may be given to people who do nothing wrong: the only fault of theirs is that too many are there. */
function count(tally: Tally, answer: Answer | undefined, what: string, ms: number): void {
  if (answer?.status === 503) {
    const isTold = tooMuch.includes(answer.json?.message) && Number(answer.headers.get('retry-after')) > 0;
    if (isTold) tally.refused += 1;
    else
      tally.faults.push(`${what} was answered 503: ${answer.text} Retry-After: ${answer.headers.get('retry-after')}`);
    return;
  }
  tally.times.push(ms);
  if (answer && (answer.status < 300 || answer.status === 409)) tally.answered += 1;
  else
    tally.faults.push(
      `${what} got ${answer ? `${answer.status}: ${answer.text}` : `no answer for ${Math.round(ms)} ms`}`,
    );
}

export class Person {
  readonly writer: Writer;
  readonly #call: Caller;
  readonly #dice: Dice;
  readonly #mayAll: boolean;
  /** For how long the server said to wait. */
  #waitMs = 0;

  /** With a session of theirs; only administrators `mayAll`. */
  constructor(call: Caller, dice: Dice, ground: Ground, mayAll: boolean) {
    this.#dice = dice;
    this.#mayAll = mayAll;
    this.#call = async (...request) => {
      const answer = await call(...request);
      if (answer?.status === 503) this.#waitMs = Number(answer.headers.get('retry-after')) * 1000;
      return answer;
    };
    this.writer = new Writer(this.#call, dice, ground, { removes: mayAll });
  }

  /** Does one thing, and thinks for a while, on average `thinkMs`; whoever was refused waits as they were told. */
  async act(thinkMs: number): Promise<void> {
    await this.#doSomething();
    const told = this.#waitMs;
    this.#waitMs = 0;
    const thinking = Math.min(5, -Math.log(1 - this.#dice.next())) * thinkMs;
    await delay(told > 0 ? told * (1 + this.#dice.next() / 2) : thinking);
  }

  async #doSomething(): Promise<void> {
    const dice = this.#dice;
    if (dice.chance(WRITES)) {
      if ((await this.writer.write()) === 'unanswered') await this.writer.settle();
      return;
    }
    const list = dice.pick(lists);
    if (dice.chance(WHOLE_LISTS)) await this.#call('GET', list);
    else if (dice.chance(SEARCHES)) {
      await this.#call('GET', `${list}?page=1&pageSize=15&search=${dice.pick(['hill', 'kg', '21', 'a', 'turmeric'])}`);
    } else if (dice.chance(0.1))
      await this.#call('GET', `${dice.pick(this.#mayAll ? reports : reports.slice(0, 1))}?page=1&pageSize=15`);
    else if (dice.chance(0.3)) await this.#open();
    else await this.#call('GET', `${list}?page=${dice.whole(1, 3)}&pageSize=15`);
  }

  /** Looks at a record of their own. */
  async #open(): Promise<void> {
    const kind = this.#dice.pick(kinds);
    const ids = [...this.writer.records[kind].keys()];
    await this.#call('GET', ids.length === 0 ? `/${kind}?page=1&pageSize=15` : `/${kind}/${this.#dice.pick(ids)}`);
  }
}
