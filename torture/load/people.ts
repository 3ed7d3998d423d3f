/** Simulated people: they read lists, search, open records, write, and pause in between. */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { refusalTexts } from '#contract/core/refusals.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import { type Answer, type Caller, callerAt } from '../clients/caller.ts';
import { openRequest } from '../clients/rawRequests.ts';
import { type Ground, Writer, writtenKinds } from '../clients/writer.ts';
import type { Server } from '../runner/server.ts';

/** Every fourth is an administrator, the others are managers. */
export const ADMIN_EVERY = 4;
const WRITES = 0.2;
const WHOLE_LISTS = 0.02;
const SEARCH_SHARE = 0.3;

const lists = ['/suppliers', '/buyers', '/Categories', '/materials', '/products', '/goods', '/inward', '/Production'];
const reports = ['/Production/get-rawmaterial-stock', '/activity'];
const terms = ['hill', 'kg', '21', 'a', 'turmeric'];
/** Below the server's limit of 256 connections per address. */
const CONNECTIONS_PER_ADDRESS = 200;

/** Requests that the greedy account opens at once. */
const LISTS = 120;
const SEARCHES = 90;
const PAUSE_MS = 300;
const localAddress = '127.0.2.1';

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
  const isSaid = json?.message === refusalTexts.tooMuch || json?.message === refusalTexts.tooMuchReading;
  return status === 503 && isSaid && Number(headers['retry-after']) > 0;
}

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

/** A user with a session and a connection of their own; the current tally counts every answer. */
export function makePerson(
  { server, ground, random }: { server: Server; ground: Ground; random: SeededRandom },
  index: number,
  token: string,
  tally: () => Tally,
) {
  const isAdmin = index % ADMIN_EVERY === 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const address = `127.0.1.${2 + Math.floor(index / CONNECTIONS_PER_ADDRESS)}`;
  const send = callerAt(server, token, { agent, localAddress: address });
  /** The wait that the server's header names. */
  let waitMs = 0;
  const call: Caller = async (...request) => {
    const start = performance.now();
    // A hanging request counts as unanswered.
    const answer = await send(...request).catch(() => undefined);
    count(tally(), answer, `${request[0]} ${request[1]}`, performance.now() - start);
    if (answer?.status === 503) waitMs = Number(answer.headers['retry-after']) * 1000;
    return answer;
  };
  const writer = new Writer(call, random, ground, { removes: isAdmin });

  function whatToRead(): string {
    const list = random.pick(lists);
    // The list of buyers is large (rawRequests.ts): only slow readers ask for it.
    if (random.chance(WHOLE_LISTS) && list !== '/buyers') return list;
    if (random.chance(SEARCH_SHARE)) return `${list}?page=1&pageSize=15&search=${random.pick(terms)}`;
    if (random.chance(0.1)) return `${random.pick(isAdmin ? reports : reports.slice(0, 1))}?page=1&pageSize=15`;
    if (!random.chance(0.3)) return `${list}?page=${random.whole(1, 3)}&pageSize=15`;
    const kind = random.pick(writtenKinds);
    const ids = [...writer.records[kind].keys()];
    return ids.length === 0 ? `/${kind}?page=1&pageSize=15` : `/${kind}/${random.pick(ids)}`;
  }

  /** Sends one request, then pauses for `thinkMs` on average; after a refusal as long as its header says. */
  async function act(thinkMs: number): Promise<void> {
    waitMs = 0;
    if (!random.chance(WRITES)) await call('GET', whatToRead());
    else if ((await writer.write()) === 'unanswered') await writer.settle();
    const thinking = Math.min(5, -Math.log(1 - random.next())) * thinkMs;
    await delay(waitMs > 0 ? waitMs * (1 + random.next() / 2) : thinking);
  }

  return { writer, act, close: () => agent.destroy() };
}

export type WorkingPerson = ReturnType<typeof makePerson>;

/** One account that opens lists without reading them, and searches without a pause; returns refusals and wrong answers. */
export async function beGreedy(server: Server, token: string, isOver: () => boolean) {
  let refused = 0;
  const faults: string[] = [];
  const call = callerAt(server, token, { localAddress });

  const openList = async () => {
    while (!isOver()) {
      const socket = openRequest(server, 'GET /api/buyers', { token, localAddress });
      // A refusal is short and complete; of a list only the first chunk is read.
      const heard = { status: '' };
      socket.once('data', (chunk: Buffer) => {
        heard.status = chunk.toString('latin1', 9, 12);
        socket.pause();
      });
      while (!isOver() && !socket.closed && heard.status !== '503') await delay(PAUSE_MS);
      if (heard.status === '503') refused += 1;
      else if (heard.status !== '200' && !isOver()) faults.push(`a list was answered with "${heard.status}"`);
      socket.destroy();
    }
  };
  const search = async () => {
    for (let page = 1; !isOver(); page += 1) {
      const answer = await call('GET', `/buyers?page=${1 + (page % 50)}&search=x`).catch(() => undefined);
      if (answer && isRefusal(answer)) {
        refused += 1;
        await delay(PAUSE_MS);
      } else if (answer?.status !== 200) faults.push(`a search was answered with ${answer?.status}: ${answer?.text}`);
    }
  };
  const opened = Array.from({ length: LISTS }, openList);
  await Promise.all([...opened, ...Array.from({ length: SEARCHES }, search)]);
  return { refused, faults };
}
