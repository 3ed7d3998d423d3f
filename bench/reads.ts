/** Pages, searches and records, each against a bare server that sends the same bytes. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '#test/freePort.ts';
import { type Asking, pagesOf, requestFor } from './addresses.ts';
import { MATERIALS, type BenchDatabase } from './databases.ts';
import { type Godown, memoryOf, withGodown } from './godown.ts';
import { compare, CONNECTIONS, type Finding, type Pace, requestsPerSecond } from './measuring.ts';
import { type OwnProcess, startProcess } from './ownProcess.ts';
import { signIns } from './signIn.ts';
import { prepareWrites, recordings } from './writes.ts';

/** Headers that Node's http adds to both servers' answers. */
const addedByNode = new Set(['connection', 'date', 'keep-alive']);

export interface Read extends Asking {
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
function* terms(): Generator<string> {
  for (;;) {
    for (const word of searchedFor) {
      for (let start = 0; start <= word.length - 3; start += 1) {
        for (let end = start + 3; end <= word.length; end += 1) yield word.slice(start, end);
      }
    }
  }
}

/** The numbers from 1 to `count`, each far from the one before. */
function* numbers(count: number): Generator<number> {
  for (let number = 1; ; number = ((number + 7919) % count) + 1) yield number;
}

/** The most frequent reads, each time another page, term or record. */
export function readsOf(productions: number): Read[] {
  const all = productions.toLocaleString('en');
  const searched = terms();
  const paged = numbers(Math.floor(productions / 15));
  const ids = numbers(MATERIALS);
  const suppliers = pagesOf('/suppliers');
  const records = numbers(productions);
  return [
    { ...suppliers, what: 'A page of 15 of 1,000 suppliers', atLeast: 0.12 },
    {
      what: `A page of 15 of ${all} productions`,
      path: '/Production?page=2&pageSize=15',
      another: () => `/Production?page=${paged.next().value}&pageSize=15`,
      atLeast: 0.12,
    },
    {
      what: 'A search of 10,000 materials',
      path: '/materials?page=1&pageSize=15&search=turmeric',
      another: () => `/materials?page=1&pageSize=15&search=${encodeURIComponent(searched.next().value)}`,
      atLeast: 0.03,
    },
    {
      what: 'One material by its id',
      path: '/materials/1',
      another: () => `/materials/${ids.next().value}`,
      atLeast: 0.25,
    },
    {
      what: 'One production by its id, and its lots',
      path: '/Production/1',
      another: () => `/Production/${records.next().value}`,
      atLeast: 0.12,
    },
  ];
}

interface BareServer extends OwnProcess {
  url: string;
}

/** Starts a server that answers everything as Godown answers `path`. */
async function startBareServer(
  { url: godownUrl, headers: sent, database }: Godown,
  path_: string,
): Promise<BareServer> {
  const answer = await fetch(`${godownUrl}/api${path_}`, { headers: sent });
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !addedByNode.has(name)));
  const answerFile = path.join(database.folder, 'answer.json');
  writeFileSync(answerFile, JSON.stringify({ status: answer.status, headers, body: await answer.text() }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = path.join(import.meta.dirname, 'bareServer.ts');
  const log = path.join(database.folder, 'bare.log');
  return { url, ...(await startProcess([script, String(port), answerFile], {}, url, log)) };
}

async function measureRead(godown: Godown, pace: Pace, read: Read): Promise<Finding> {
  console.log(`Measuring: ${read.what} …`);
  const bare = await startBareServer(godown, read.path);
  try {
    const request = requestFor(read, godown.headers);
    const perSecond = (url: string) => async (seconds: number) =>
      await requestsPerSecond(`${url}/api${read.path}`, request, CONNECTIONS, seconds);
    return {
      what: read.what,
      unit: '/s',
      ...(await compare(pace, perSecond(godown.url), perSecond(bare.url))),
      limitWhat: 'bare node:http, same bytes',
      must: { atLeast: read.atLeast },
    };
  } finally {
    await bare.stop();
  }
}

/** Requests per second of each. */
export async function measureReads(database: BenchDatabase, pace: Pace): Promise<Finding[]> {
  return await withGodown(database, async (godown) => {
    const findings: Finding[] = [];
    for (const read of readsOf(database.productions)) findings.push(await measureRead(godown, pace, read));
    return findings;
  });
}

const MOST_IDLE = 120;
const MOST_UNDER_LOAD = 250;

/** Memory of a server after its start, and its peak under all requests, ten at a time. */
export async function measureMemory(database: BenchDatabase, pace: Pace): Promise<Finding[]> {
  console.log('Measuring: memory …');
  return await withGodown(database, async (godown) => {
    const idle = memoryOf(godown, 'VmRSS');
    const reads = readsOf(database.productions);
    const bare = await startBareServer(godown, reads[0]?.path ?? '');
    const bareIdle = memoryOf(bare, 'VmRSS');
    for (const read of reads) {
      const request = requestFor(read, godown.headers);
      await requestsPerSecond(`${godown.url}/api${read.path}`, request, CONNECTIONS, pace.seconds);
      await requestsPerSecond(`${bare.url}/api${read.path}`, request, CONNECTIONS, pace.seconds);
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
    return [
      inMegabytes('Memory of a server that just started', idle, MOST_IDLE, bareIdle),
      inMegabytes(
        'Memory at most, while all that is read, documents are recorded and people sign in',
        memoryOf(godown, 'VmHWM'),
        MOST_UNDER_LOAD,
        bareMost,
      ),
    ];
  });
}
