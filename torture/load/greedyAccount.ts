/** One account that uses all it can: lists that it doesn't read, and searches without a pause. */
import { setTimeout as delay } from 'node:timers/promises';
import { callerAt } from '../clients/caller.ts';
import { openRequest } from '../clients/rawRequests.ts';
import type { Server } from '../runner/server.ts';
import { isRefusal } from './people.ts';

const LISTS = 120;
const SEARCHES = 90;
const localAddress = '127.0.2.1';
const PAUSE_MS = 300;

/** Runs until it is over; returns the number of refusals, and wrong answers. */
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
  const times = (count: number, work: () => Promise<void>) => Array.from({ length: count }, work);
  await Promise.all([...times(LISTS, openList), ...times(SEARCHES, search)]);
  return { refused, faults };
}
