/** Every call on each database, one after the other; start and memory of the servers. */
import { type Case, cases, limits } from './cases.ts';
import type { BenchDatabase } from './databases.ts';
import { type Godown, memoryOf, withGodown } from './godown.ts';
import { halfAndMost, inDigits, percentile, type Row } from './report.ts';
import { prepareWorld, type World } from './world.ts';

const WARM_UP = 5;
const FEWEST = 20;
const AT_ONCE = 10;
const ROUNDS = 10;
const MEMORY_MB = { start: 120, most: 250 } as const;
const MEMORY_CAUSE = 'measured beside other programs on 2026-11-29; a laptop of 4 GB has room for it';
/** A restart that does not look like a failure. */
const START_MS = 3000;

interface Measured {
  times: Map<string, number[]>;
  startMs: number;
  memoryAtStart: number;
  memoryAtMost: number;
}

async function timesOf(godown: Godown, world: World, { request }: Case, seconds: number): Promise<number[]> {
  for (let time = 0; time < WARM_UP; time += 1) await godown.time(request(world, time));
  const times: number[] = [];
  const start = performance.now();
  // A slow one is measured at least three times.
  for (let time = WARM_UP; times.length < FEWEST || performance.now() - start < seconds * 1000; time += 1) {
    times.push(await godown.time(request(world, time)));
    if (times.length >= 3 && performance.now() - start > seconds * 5000) break;
  }
  return times;
}

/** The peak of a server that answers pages, records and saves, ten at a time. */
async function memoryAtMostOf(database: BenchDatabase): Promise<number> {
  return await withGodown(database, async (godown) => {
    const world = await prepareWorld(godown);
    for (const { request } of cases.filter(({ limit }) => limit !== 'report' && limit !== 'trace')) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const times = Array.from({ length: AT_ONCE }, (_, time) => round * AT_ONCE + time);
        await Promise.all(times.map(async (time) => await godown.time(request(world, time))));
      }
    }
    return memoryOf(godown, 'VmHWM');
  });
}

async function measure(database: BenchDatabase, seconds: number): Promise<Measured> {
  const memoryAtMost = await memoryAtMostOf(database);
  return await withGodown(database, async (godown) => {
    const memoryAtStart = memoryOf(godown, 'VmRSS');
    const world = await prepareWorld(godown);
    const times = new Map<string, number[]>();
    for (const each of cases) {
      console.log(`Measuring at ${database.productions.toLocaleString('en')} productions: ${each.name} …`);
      times.set(each.name, await timesOf(godown, world, each, seconds));
    }
    return { times, startMs: godown.startMs, memoryAtStart, memoryAtMost };
  });
}

/** Measures every call, start and memory on the smallest and the largest database. */
export async function measureCalls(databases: readonly BenchDatabase[], seconds: number): Promise<Row[]> {
  const measured: Measured[] = [];
  for (const database of databases) measured.push(await measure(database, seconds));
  const [small, large = small] = measured;
  if (!small || !large) throw new Error('There is nothing to measure.');
  const rows = cases.map(({ name, limit, cause }): Row => {
    const both = [small, large].map(({ times }) => times.get(name) ?? []);
    const [atSmall = [], atLarge = []] = both;
    const most = limits[limit];
    const isMet = both.every((times) => percentile(times, 0.95) <= most);
    return { cells: [name, halfAndMost(atSmall), halfAndMost(atLarge), `${most} ms`], isMet, cause };
  });
  const single = (
    name: string,
    limit: number,
    unit: string,
    valueOf: (each: Measured) => number,
    cause?: string,
  ): Row => {
    const [first, last] = [valueOf(small), valueOf(large)];
    return {
      cells: [name, inDigits(first), inDigits(last), `${limit} ${unit}`],
      isMet: Math.max(first, last) <= limit,
      cause,
    };
  };
  return [
    ...rows,
    single('Start until it answers', START_MS, 'ms', ({ startMs }) => startMs),
    single('Memory after the start', MEMORY_MB.start, 'MB', ({ memoryAtStart }) => memoryAtStart, MEMORY_CAUSE),
    single(
      'Memory at most, pages, records and saves ten at a time',
      MEMORY_MB.most,
      'MB',
      ({ memoryAtMost }) => memoryAtMost,
      MEMORY_CAUSE,
    ),
  ];
}
