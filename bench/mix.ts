/** Ten people at once, each with an account of their own, who ask again as soon as they are answered. */
import { SeededRandom } from '#seed/seededRandom.ts';
import { cases, type Job, jobs } from './cases.ts';
import type { BenchDatabase } from './databases.ts';
import { type Godown, memoryOf, PEOPLE, withGodown } from './godown.ts';
import { halfAndMost, inDigits, percentile, type Row } from './report.ts';
import { prepareWorld, type World } from './world.ts';

/** Seconds of the mix for each second of a single call, and before it, so that every statement is known. */
const TIMES_LONGER = 15;
const WARM_UP = 3;
const NEARLY_ALL = 0.99;

/** As on 2026-11-29. */
const BUSY =
  'ten people without pause keep two cores busy, this bench among them: each waits for the work of others, as people who read what they asked for do not';
const SEARCHES =
  'one thread has them all, and a term of two letters looks at every dispatch for 8 to 11 ms; felt by who types fast, a tenth of a second';

interface Limit {
  name: string;
  /** Milliseconds within which half and 99 of 100 are answered. */
  half: number;
  nearlyAll: number;
  /** Why it is not met, and whether anybody feels it. */
  cause: string;
}

const limits: Record<Job, Limit> = {
  pages: { name: 'first pages', half: 8, nearlyAll: 60, cause: BUSY },
  farPages: { name: 'pages nine tenths down', half: 8, nearlyAll: 60, cause: SEARCHES },
  searches: { name: 'searches', half: 5, nearlyAll: 40, cause: SEARCHES },
  records: { name: 'records', half: 8, nearlyAll: 60, cause: BUSY },
  stock: { name: 'stock report', half: 8, nearlyAll: 60, cause: BUSY },
  lotsAndRuns: { name: 'lots and runs', half: 8, nearlyAll: 60, cause: BUSY },
  productions: { name: 'saving a production of 3 lines', half: 10, nearlyAll: 60, cause: BUSY },
  purchases: { name: 'saving an inward of 10 lines', half: 10, nearlyAll: 60, cause: BUSY },
  traces: { name: 'traces of a batch', half: 150, nearlyAll: 400, cause: BUSY },
  pastStock: { name: 'stock on a day, a page', half: 150, nearlyAll: 400, cause: BUSY },
  dashboard: { name: 'dashboard', half: 150, nearlyAll: 400, cause: BUSY },
};

interface Figure {
  name: string;
  limit: string;
  isMet: (value: number) => boolean;
  cause: string;
}

const aSecond: Figure = {
  name: 'requests a second',
  limit: '800',
  isMet: (value) => value >= 800,
  cause: 'two cores, which this bench uses too',
};
const memory: Figure = {
  name: 'memory at most',
  limit: '350 MB',
  isMet: (value) => value <= 350,
  cause: 'three threads, each with a heap, and the statements of their connections; a laptop of 4 GB has room for it',
};
const growth: Figure = {
  name: 'growth of a median at most',
  limit: '1.3 ×',
  isMet: (value) => value <= 1.3,
  cause:
    'a search counts all matches, the dashboard adds up the productions of its weeks; both wait for others besides',
};

const names = Object.keys(jobs).filter((name): name is Job => name in jobs);

type Times = ReadonlyMap<Job, readonly number[]>;

interface Measured {
  times: Times;
  aSecond: number;
  memoryAtMost: number;
}

/** The jobs of a hundred requests in an order of their own. */
function hundredOf(random: SeededRandom): Job[] {
  const places = names.flatMap((job) => Array.from({ length: jobs[job] }, () => ({ job, place: random.next() })));
  return places.toSorted((a, b) => a.place - b.place).map(({ job }) => job);
}

/** Asks as one person until the end, and notes how long each answer took. */
async function askUntil(
  end: number,
  person: number,
  ask: (job: Job, person: number) => Promise<number>,
  times: ReadonlyMap<Job, number[]>,
): Promise<void> {
  const order = hundredOf(new SeededRandom(person + 1));
  for (let turn = 0; performance.now() < end; turn += 1) {
    const job = order[turn % order.length];
    if (job) times.get(job)?.push(await ask(job, person));
  }
}

/** Requests of all people at once, as many as are answered in so many seconds. */
async function workTogether(godown: Godown, world: World, seconds: number): Promise<Times> {
  const asked = new Map<Job, number>();
  const ask = async (job: Job, person: number) => {
    const count = asked.get(job) ?? 0;
    asked.set(job, count + 1);
    const own = cases.filter((each) => each.job === job);
    const chosen = own[count % own.length];
    if (!chosen) throw new Error(`No case belongs to ${job}.`);
    return await godown.time(chosen.request(world, Math.floor(count / own.length)), person);
  };
  const times = new Map(names.map((job): [Job, number[]] => [job, []]));
  const end = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: PEOPLE }, async (_, person) => await askUntil(end, person, ask, times)));
  return times;
}

async function measure(database: BenchDatabase, seconds: number): Promise<Measured> {
  return await withGodown(database, async (godown) => {
    console.log(`Measuring at ${database.productions.toLocaleString('en')} productions: ${PEOPLE} people at once …`);
    const world = await prepareWorld(godown);
    await workTogether(godown, world, WARM_UP * seconds);
    const start = performance.now();
    const times = await workTogether(godown, world, TIMES_LONGER * seconds);
    const answered = [...times.values()].reduce((sum, own) => sum + own.length, 0);
    return {
      times,
      aSecond: (answered * 1000) / (performance.now() - start),
      memoryAtMost: memoryOf(godown, 'VmHWM'),
    };
  });
}

/** Measures an office at work on the smallest and the largest database. */
export async function measureMix(databases: readonly BenchDatabase[], seconds: number): Promise<Row[]> {
  const measured: Measured[] = [];
  for (const database of databases) measured.push(await measure(database, seconds));
  const [small, large = small] = measured;
  if (!small || !large) throw new Error('There is nothing to measure.');
  const both = [small, large];
  const timesOf = ({ times }: Measured, job: Job) => times.get(job) ?? [];
  const rows = names.map((job): Row => {
    const { name, half, nearlyAll, cause } = limits[job];
    const [atSmall, atLarge] = [timesOf(small, job), timesOf(large, job)];
    return {
      cells: [
        `${PEOPLE} at once: ${name}`,
        halfAndMost(atSmall, NEARLY_ALL),
        halfAndMost(atLarge, NEARLY_ALL),
        `${half} / ${nearlyAll} ms`,
      ],
      isMet: both.every((each) => {
        const times = timesOf(each, job);
        return percentile(times, 0.5) <= half && percentile(times, NEARLY_ALL) <= nearlyAll;
      }),
      cause,
    };
  });
  const figure = ({ name, limit, isMet, cause }: Figure, first: number, last: number): Row => ({
    cells: [`${PEOPLE} at once: ${name}`, inDigits(first), inDigits(last), limit],
    isMet: isMet(first) && isMet(last),
    cause,
  });
  const grown = Math.max(
    ...names.map((job) => percentile(timesOf(large, job), 0.5) / percentile(timesOf(small, job), 0.5)),
  );
  return [
    ...rows,
    figure(aSecond, small.aSecond, large.aSecond),
    figure(memory, small.memoryAtMost, large.memoryAtMost),
    figure(growth, 1, grown),
  ];
}
