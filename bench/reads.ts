/** Pages, searches and records, each against the least that a server or, on PostgreSQL, the engine can do for it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { freePort } from '#test/freePort.ts';
import { type Asking, pagesOf, readsPerSecond } from './addresses.ts';
import { MATERIALS } from './databases.ts';
import { type Godown, memoryOf, withGodown } from './godown.ts';
import { type Bench, compare, CONNECTIONS, type Finding, type Pace } from './measuring.ts';
import { startProcess } from './ownProcess.ts';
import { PGBENCH, prepareBench } from './pgbench.ts';
import { signIns } from './signIn.ts';
import { prepareWrites, recordings } from './writes.ts';

const productionPage = z.array(z.object({ productionId: z.int() }));

/** Headers that Node's http adds to both servers' answers. */
const addedByNode = new Set(['connection', 'date', 'keep-alive']);

interface Read extends Asking {
  what: string;
  atLeast: number;
}

const searchedFor = [
  'turmeric, grade a, almora',
  'hand-picked, kullu',
  'bibhitaki, npop certified',
  'ashwagandha, organic',
];

/** Parts of names, each once in several hundred: more than a cache would hold. */
function* terms(): Generator<string, never> {
  for (;;) {
    for (const word of searchedFor) {
      for (let start = 0; start <= word.length - 3; start += 1) {
        for (let end = start + 3; end <= word.length; end += 1) yield word.slice(start, end);
      }
    }
  }
}

/** The numbers from 1 to `count`, each far from the one before. */
function* numbers(count: number): Generator<number, never> {
  for (let number = 1; ; number = ((number + 7919) % count) + 1) yield number;
}

const PAGES_OF_IDS = 20;
const IDS_A_PAGE = 200;

/** Some thousand ids from all over the list of productions, in turn: inputs of runs that are products are between them. */
export async function productionIds({ url, headers, database }: Godown): Promise<Iterator<number, never>> {
  const pages = Math.floor(database.productions / IDS_A_PAGE);
  const ids: number[] = [];
  for (let count = 0; count < Math.min(pages, PAGES_OF_IDS); count += 1) {
    const page = 1 + Math.floor((count * pages) / PAGES_OF_IDS);
    const answer = await fetch(`${url}/api/Production?page=${page}&pageSize=${IDS_A_PAGE}`, { headers });
    ids.push(...productionPage.parse(await answer.json()).map(({ productionId }) => productionId));
  }
  const positions = numbers(ids.length);
  return { next: () => ({ value: ids[positions.next().value - 1] ?? 0, done: false }) };
}

/** The most frequent reads, each time another page, term or record. */
async function readsOf(godown: Godown): Promise<Read[]> {
  const { productions } = godown.database;
  const read = <T>(what: string, atLeast: number, values: Iterator<T, never>, pathOf: (value: T) => string): Read => {
    const another = () => pathOf(values.next().value);
    return { what, atLeast, path: another(), another };
  };
  const page = (list: string) => (count: number) => `${list}?page=${count}&pageSize=15`;
  const search = (term: string) => `/materials?page=1&pageSize=15&search=${encodeURIComponent(term)}`;
  const all = productions.toLocaleString('en');
  const pages = numbers(Math.floor(productions / 15));
  return [
    { ...pagesOf('/suppliers'), what: 'A page of 15 of 1,000 suppliers', atLeast: 0.12 },
    { ...pagesOf('/Production'), what: `A page of 15 of ${all} productions, the first ones in turn`, atLeast: 0.12 },
    read(`A page of 15 of ${all} productions, from all over the list`, 0.12, pages, page('/Production')),
    read('A search of 10,000 materials', 0.03, terms(), search),
    read('One material by its id', 0.25, numbers(MATERIALS), (id) => `/materials/${id}`),
    read('One production by its id, and its lots', 0.12, await productionIds(godown), (id) => `/Production/${id}`),
  ];
}

/** Starts a server that answers everything as Godown answers `from`. */
async function startBareServer({ url: godownUrl, headers: sent, database }: Godown, from: string) {
  const answer = await fetch(`${godownUrl}/api${from}`, { headers: sent });
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !addedByNode.has(name)));
  const answerFile = path.join(database.folder, 'answer.json');
  writeFileSync(answerFile, JSON.stringify({ status: answer.status, headers, body: await answer.text() }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = path.join(import.meta.dirname, 'bareServer.ts');
  const log = path.join(database.folder, 'bare.log');
  return { url, ...(await startProcess([script, String(port), answerFile], {}, url, log)) };
}

/** A read against a bare server or, on PostgreSQL, against pgbench. */
async function compareRead(godown: Godown, pace: Pace, read: Read) {
  const ours = readsPerSecond(godown, read);
  if (godown.database.databaseUrl !== undefined) {
    const bench = await prepareBench(godown, { method: 'GET', path: read.path });
    return { limitWhat: PGBENCH, ...(await compare(pace, ours, bench.perSecond(CONNECTIONS))) };
  }
  const bare = await startBareServer(godown, read.path);
  try {
    const limit = readsPerSecond(godown, read, CONNECTIONS, bare.url);
    return { limitWhat: 'bare node:http, same bytes', ...(await compare(pace, ours, limit)) };
  } finally {
    await bare.stop();
  }
}

/** Requests per second of each. */
export async function measureReads({ largest, pace }: Bench): Promise<Finding[]> {
  return await withGodown(largest, async (godown) => {
    const findings: Finding[] = [];
    for (const read of await readsOf(godown)) {
      const { what, atLeast } = read;
      console.log(`Measuring: ${what} …`);
      findings.push({ what, unit: '/s', ...(await compareRead(godown, pace, read)), must: { atLeast } });
    }
    return findings;
  });
}

const MOST_IDLE = 120;
const MOST_UNDER_LOAD = 250;

/** Memory of a server after its start, and its peak under all requests, ten at a time. */
export async function measureMemory({ largest, pace }: Bench): Promise<Finding[]> {
  console.log('Measuring: memory …');
  return await withGodown(largest, async (godown) => {
    const idle = memoryOf(godown, 'VmRSS');
    const reads = await readsOf(godown);
    const bare = await startBareServer(godown, reads[0]?.path ?? '');
    const bareIdle = memoryOf(bare, 'VmRSS');
    for (const read of reads) {
      for (const url of [godown.url, bare.url]) await readsPerSecond(godown, read, CONNECTIONS, url)(pace.seconds);
    }
    const { production, inward } = await prepareWrites(godown);
    for (const document of [production, inward]) await recordings(godown, document, CONNECTIONS)(pace.seconds);
    await signIns(godown, CONNECTIONS)(pace.seconds);
    const bareMost = memoryOf(bare, 'VmHWM');
    await bare.stop();
    const inMegabytes = (what: string, figure: number, limit: number, ofBare: number): Finding => {
      const limitWhat = `set; bare node:http ${Math.round(ofBare)}`;
      return { what, unit: 'MB', figure, limit, limitWhat, must: { atMost: 1 } };
    };
    const most = 'Memory at most, while all that is read, documents are recorded and people sign in';
    return [
      inMegabytes('Memory of a server that just started', idle, MOST_IDLE, bareIdle),
      inMegabytes(most, memoryOf(godown, 'VmHWM'), MOST_UNDER_LOAD, bareMost),
    ];
  });
}
