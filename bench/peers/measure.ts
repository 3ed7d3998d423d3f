/** `npm run bench -- --only peers`: the same jobs on Godown and on its peers. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { since } from '../../scripts/processes.ts';
import { halfAndMost, inMarkdown } from '../report.ts';
import { type Data, LAST_DAY, makeData, SCARCE } from './data.ts';
import { directus } from './directus.ts';
import { godownOnPostgres, godownOnSqlite } from './godown.ts';
import { type Job, jobs } from './jobs.ts';
import type { Peer, PeerKind } from './peer.ts';
import { tryton } from './tryton.ts';

const kinds: readonly PeerKind[] = [godownOnSqlite, godownOnPostgres, directus, tryton];
const WARM_UP = 5;
const FEWEST = 20;
const MOST = 200;
const AT_ONCE = 10;

/** Those that can be had here; why another can't is a line of the report. */
async function installAll(): Promise<{ found: PeerKind[]; missing: string[] }> {
  const found: PeerKind[] = [];
  const missing: string[] = [];
  for (const kind of kinds) {
    try {
      await kind.install();
      found.push(kind);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      console.log(`${kind.name} could not be installed: ${reason}`);
      missing.push(`${kind.name} could not be installed: ${reason.split('\n')[0] ?? ''}.`);
    }
  }
  return { found, missing };
}

async function timeOf({ name, run, answer }: Job, peer: Peer, data: Data, time: number): Promise<number> {
  const start = performance.now();
  const given = await run(peer, time);
  const taken = performance.now() - start;
  const right = answer(data, time);
  if (isDeepStrictEqual(given, right)) return taken;
  throw new Error(`${name}: ${peer.name} gave ${JSON.stringify(given)}, not ${JSON.stringify(right)}.`);
}

/** Does a job by each peer in turn, so that what else the machine does meets all of them alike. */
async function timesOf(job: Job, peers: readonly Peer[], data: Data, seconds: number): Promise<number[][]> {
  console.log(`Measuring: ${job.name} …`);
  const times = peers.map((): number[] => []);
  const start = performance.now();
  for (let time = 0; time < WARM_UP + MOST; time += 1) {
    for (const [index, peer] of peers.entries()) {
      const taken = await timeOf(job, peer, data, time);
      if (time >= WARM_UP) times[index]?.push(taken);
    }
    const isLongEnough = performance.now() - start > seconds * 1000 * peers.length;
    if (isLongEnough && time >= WARM_UP + FEWEST - 1) break;
  }
  return times;
}

/** Ten clients at once take the last kilogram, of another material each round; how low its balance came. */
async function race(peer: Peer, data: Data): Promise<string> {
  const balances: number[] = [];
  for (let round = 1; round <= SCARCE; round += 1) {
    const lines = [{ material: data.materials.length - round, quantity: 1 }];
    const takes = Array.from({ length: AT_ONCE }, async () => await peer.saveProduction({ day: LAST_DAY, lines }));
    await Promise.all(takes);
    balances.push(await peer.stockOf(data.materials.length - round));
  }
  return `${Math.min(...balances)} kg, ${balances.filter((balance) => balance < 0).length} of ${SCARCE}`;
}

async function measure(peers: readonly Peer[], seconds: number): Promise<string> {
  const data = makeData();
  await Promise.all(
    peers.map(async (peer) => {
      const start = performance.now();
      await peer.seed(data);
      console.log(`${peer.name} is seeded in ${since(start)}.`);
    }),
  );
  const table: string[][] = [['', ...peers.map(({ name }) => name)]];
  for (const job of jobs) table.push([job.name, ...(await timesOf(job, peers, data, seconds)).map(halfAndMost)]);
  const lows: string[] = [];
  for (const peer of peers) lows.push(await race(peer, data));
  table.push(['Ten at once take the last kilogram: lowest balance, and how often below zero', ...lows]);
  return inMarkdown(table);
}

/** Runs each peer that can be had over a new database in `folder`; returns the table and its remarks in Markdown. */
export async function measurePeers(folder: string, seconds: number): Promise<string> {
  const { found, missing } = await installAll();
  const peers: Peer[] = [];
  try {
    for (const kind of found) {
      const own = path.join(folder, kind.name);
      mkdirSync(own);
      console.log(`Starting ${kind.name} …`);
      peers.push(await kind.start(own));
    }
    const table = await measure(peers, seconds);
    const remarks = [...found.map(({ name, remark }) => `${name}: ${remark}`), ...missing];
    return `${table}\n\n${remarks.map((remark) => `- ${remark}`).join('\n')}`;
  } finally {
    await Promise.all(peers.map(async ({ stop }) => await stop()));
  }
}
