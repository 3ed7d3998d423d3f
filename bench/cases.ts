/** The calls that are measured: what each screen waits for. */
import { randomUUID } from 'node:crypto';
import { credentials, type Request } from './godown.ts';
import { DAY, YEAR, type World } from './world.ts';

/** Milliseconds within which 95 of 100 are answered, one after the other. */
export const limits = { page: 5, record: 5, save: 10, report: 60, trace: 1000 } as const;

/** Jobs of an office at once (mix.ts), each with its share of a hundred requests. */
export const jobs = {
  pages: 36,
  farPages: 4,
  searches: 20,
  records: 15,
  stock: 8,
  lotsAndRuns: 5,
  productions: 6,
  purchases: 2,
  traces: 2,
  pastStock: 1,
  dashboard: 1,
} as const;

export type Job = keyof typeof jobs;

export interface Case {
  name: string;
  /** The work that it belongs to; the cases of one are asked in turn. */
  job?: Job | undefined;
  limit: keyof typeof limits;
  /** The request of a repetition, which is another one each time. */
  request: (world: World, time: number) => Request;
  /** Why the limit is not met, and whether anybody feels it. */
  cause?: string | undefined;
}

/** Causes of lists' pages that are not met, by their path. */
const slowFirst: Partial<Record<string, string>> = {
  '/activity': 'an event has all fields that changed and the stock that moved; 10 ms more are not felt',
};
const slowFar: Partial<Record<string, string>> = {
  ...slowFirst,
  '/Production/report': 'the index is walked to the page; few look that far, and 10 ms more are not felt',
};

const PAGES = 40;

/** Lists by the title of their screen: path, and size of a page where it isn't 15. */
const lists: readonly [name: string, path: string, pageSize?: number][] = [
  ['Suppliers', '/suppliers'],
  ['Raw materials', '/materials'],
  ['Inward', '/inward'],
  ['Productions', '/Production'],
  ['Runs', '/production-runs'],
  ['Finished goods', '/goods'],
  ['Dispatches', '/dispatches'],
  ['Lots', '/lots'],
  ['Activity', '/activity', 25],
  ['Stock report', '/Production/get-rawmaterial-stock', 25],
  ['Production report', '/Production/report'],
];

/** Lists of which the first pages are work of its own. */
const jobsOfLists: Partial<Record<string, Job>> = {
  '/Production/get-rawmaterial-stock': 'stock',
  '/lots': 'lotsAndRuns',
  '/production-runs': 'lotsAndRuns',
};

/** Pages in turn, from a place between the first and the last. */
function pageOf(path: string, pageSize: number, from: (rows: number) => number): Case['request'] {
  return ({ rowsOf }, time) => {
    const first = Math.max(1, Math.floor(from(rowsOf(path)) / pageSize) - PAGES);
    return { path: `${path}?page=${first + (time % PAGES)}&pageSize=${pageSize}` };
  };
}

/** Lists with records that have a call of their own. */
const records = [
  '/suppliers',
  '/materials',
  '/inward',
  '/Production',
  '/production-runs',
  '/goods',
  '/dispatches',
  '/lots',
];

const search = (path: string, words: readonly string[]): Case['request'] => {
  return (_, time) => {
    const word = words[time % words.length] ?? '';
    return { path: `${path}${path.includes('?') ? '&' : '?'}page=1&pageSize=15&search=${encodeURIComponent(word)}` };
  };
};

const few = ['almora', 'kullu', 'bibhitaki, npop', 'ashwagandha, organic', 'grade a, almora', 'hand-picked'];
const names = ['turmeric', 'ginger', 'tulsi', 'amla', 'cardamom'];

const get =
  (pathOf: (world: World, time: number) => string): Case['request'] =>
  (world, time) => ({ path: pathOf(world, time) });

const reads: readonly Case[] = [
  ...lists.map(([name, path, pageSize = 15]): Case => ({
    name: `${name}, one of the first pages`,
    job: jobsOfLists[path] ?? 'pages',
    limit: 'page',
    request: pageOf(path, pageSize, () => 0),
    cause: slowFirst[path],
  })),
  ...lists.map(([name, path, pageSize = 15]): Case => ({
    name: `${name}, a page nine tenths down`,
    job: 'farPages',
    limit: 'page',
    request: pageOf(path, pageSize, (rows) => rows * 0.9),
    cause: slowFar[path],
  })),
  {
    name: 'Raw materials, a search that few match',
    job: 'searches',
    limit: 'page',
    request: search('/materials', few),
  },
  {
    name: 'Productions, a search by raw material',
    job: 'searches',
    limit: 'page',
    request: search('/Production', names),
    cause: 'all matches are counted; 5 ms more are not felt',
  },
  ...records.map((path): Case => ({
    name: `One record of ${path}`,
    job: 'records',
    limit: 'record',
    request: get(({ idsOf }, time) => `${path}/${idsOf(path)[time % idsOf(path).length] ?? 0}`),
    cause: path === '/inward' ? 'all lots of its lines are read with it; not felt' : undefined,
  })),
];

const reports: readonly Case[] = [
  { name: 'Dashboard', job: 'dashboard', limit: 'report', request: get(() => `/dashboard/morning?day=${DAY}`) },
  { name: 'Readiness', limit: 'report', request: get(() => '/readiness') },
  {
    name: 'Stock report, all rows',
    limit: 'report',
    request: get(() => '/Production/get-rawmaterial-stock'),
    cause: 'the export alone reads 10,000 rows at once; it shows its progress',
  },
  {
    name: 'Stock of materials on a day, a page',
    job: 'pastStock',
    limit: 'report',
    request: get(() => `/stock-on/items?asOn=${DAY}&kind=rawMaterial&page=1&pageSize=25`),
  },
  {
    name: 'Production report, a page of 15 days',
    limit: 'report',
    request: get((_, time) => `/Production/report/days?page=${1 + (time % PAGES)}&pageSize=15`),
  },
  {
    name: 'Stock of all materials on a day',
    limit: 'report',
    request: get(() => `/stock-on/items?asOn=${DAY}&kind=rawMaterial`),
    cause:
      'adds up every movement until that day; felt by the person who exports it, about once a year: the button shows its progress',
  },
  {
    name: 'Stock ledger of a material, a year',
    limit: 'report',
    request: get(({ itemIds }, time) => `/stock-ledger?itemId=${itemIds[time % itemIds.length] ?? 0}&${YEAR}`),
  },
  {
    name: 'Command menu, a term',
    job: 'searches',
    limit: 'report',
    request: get(({ terms }, time) => `/find?search=${encodeURIComponent(terms[time % terms.length] ?? '')}`),
  },
];

/** As on 2026-11-29, on a machine on which the same code took 0.75 to 0.97 s on 2026-11-26. */
const EVERYTHING = 'one item that went into 20,000 runs, all of which are read; one real office has a hundredth';

const traces: readonly Case[] = [
  {
    name: 'Trace of a batch, back and forth',
    job: 'traces',
    limit: 'trace',
    request: get(({ batches }, time) => `/trace/lots/${batches[time % batches.length] ?? 0}?direction=both`),
  },
  {
    name: 'Trace of the lot that is in everything',
    limit: 'trace',
    cause: EVERYTHING,
    request: get(({ commonLot }) => `/trace/lots/${commonLot}?direction=forward`),
  },
  {
    name: 'Mass balance of that material, a year',
    limit: 'trace',
    request: get(({ commonItem }) => `/mass-balance?itemId=${commonItem}&withProducts=true&${YEAR}`),
  },
  {
    name: 'Mass balance of that material, all years',
    limit: 'trace',
    cause: EVERYTHING,
    request: get(({ commonItem }) => `/mass-balance?itemId=${commonItem}&withProducts=true`),
  },
];

const post =
  (path: string, bodyOf: (world: World, time: number) => unknown): Case['request'] =>
  (world, time) => ({ path, body: bodyOf(world, time) });

/** As on 2026-11-29. */
const DISK = 'half are within the limit; the rest waits for the disk, on a machine that others use';

const saves: readonly Case[] = [
  {
    name: 'Save a supplier',
    limit: 'save',
    cause: DISK,
    request: post('/suppliers', (_, time) => ({
      name: `Measured farm ${randomUUID()}`,
      phone: String(7_000_000_000 + ((Date.now() * 100 + time) % 999_999_999)),
      email: '',
      address: 'Kullu',
    })),
  },
  {
    name: 'Save an inward of 10 lines and its bill',
    job: 'purchases',
    limit: 'save',
    cause: DISK,
    request: post('/inward', ({ inward }) => inward()),
  },
  {
    name: 'Save a production of 3 lines',
    job: 'productions',
    limit: 'save',
    cause: DISK,
    request: post('/Production/create-multiple', ({ stocked }) =>
      stocked
        .slice(0, 3)
        .map((rawMaterialId) => ({ rawMaterialId, quantity: 0.001, productionDate: DAY, status: 'completed' })),
    ),
  },
  {
    name: 'Save a run of 8 inputs and 2 batches',
    limit: 'save',
    cause: DISK,
    request: post('/production-runs', ({ stocked, products }) => ({
      productionDate: DAY,
      status: 'completed',
      inputs: stocked.slice(0, 8).map((rawMaterialId) => ({ rawMaterialId, quantity: 0.001 })),
      outputs: products.map((productId) => ({ productId, batchNumber: randomUUID(), quantity: 1 })),
    })),
  },
  {
    name: 'Save a dispatch of 10 lines',
    limit: 'save',
    cause: DISK,
    request: post('/dispatches', ({ buyerId, goods }) => ({
      buyerId,
      dispatchDate: DAY,
      invoiceNumber: randomUUID().slice(0, 20),
      lines: goods.map((finishedGoodId) => ({ finishedGoodId, quantity: 0.001 })),
    })),
  },
  {
    name: 'Sign in',
    limit: 'save',
    cause: 'the hash of the password takes that long on purpose (argon2id); not felt',
    request: post('/Auth/checkUserAuthentication', () => credentials),
  },
];

// Traces before saves, whose records would belong to them.
export const cases: readonly Case[] = [...reads, ...reports, ...traces, ...saves];
