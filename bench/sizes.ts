/** What each job costs on databases of all sizes: nothing may grow with what was recorded long ago. */
import type { Place } from './databases.ts';
import { type Godown, withGodowns } from './godown.ts';
import { CONNECTIONS, type Finding, type Measure, type Pace, requestsPerSecond, takeTurns } from './measuring.ts';
import { farPage } from './reports.ts';
import { signIns } from './signIn.ts';
import { prepareWrites, recordings } from './writes.ts';

/** A job and the milliseconds that it costs at each number of productions. */
export interface Growth {
  what: string;
  costs: { productions: number; cost: number }[];
}

type PerSecond = (godown: Godown) => Measure;

function reading(path: (godown: Godown) => string): PerSecond {
  return (godown) => async (seconds) =>
    await requestsPerSecond(`${godown.url}/api${path(godown)}`, { headers: godown.headers }, CONNECTIONS, seconds);
}

const readJobs: { what: string; perSecond: PerSecond }[] = [
  { what: 'Page 1 of the productions', perSecond: reading(() => '/Production?page=1&pageSize=15') },
  {
    what: 'A page nine tenths down the productions',
    perSecond: reading(({ place }) => `/Production?page=${farPage(place.productions)}&pageSize=15`),
  },
  {
    what: 'One production by its id',
    perSecond: reading(({ place }) => `/Production/${place.productions / 2}`),
  },
  {
    what: 'A page of the stock report',
    perSecond: reading(() => '/Production/get-rawmaterial-stock?page=1&pageSize=25'),
  },
  { what: 'A page of the production report', perSecond: reading(() => '/Production/report?page=1&pageSize=15') },
  { what: 'Signing in', perSecond: (godown) => signIns(godown, 1) },
];

async function measureJob(what: string, godowns: readonly Godown[], measures: readonly Measure[], pace: Pace) {
  console.log(`Measuring on all sizes: ${what} …`);
  const medians = await takeTurns(pace, measures);
  const costs = godowns.map(({ place }, index) => ({
    productions: place.productions,
    cost: 1000 / (medians[index] ?? NaN),
  }));
  return { what, costs };
}

/** Measures every job on each of the databases, the smallest first. */
export async function measureGrowth(places: readonly Place[], pace: Pace): Promise<Growth[]> {
  return await withGodowns(places, async (godowns) => {
    const growths: Growth[] = [];
    for (const { what, perSecond } of readJobs) {
      growths.push(await measureJob(what, godowns, godowns.map(perSecond), pace));
    }
    const prepared: { godown: Godown; documents: Awaited<ReturnType<typeof prepareWrites>> }[] = [];
    for (const godown of godowns) prepared.push({ godown, documents: await prepareWrites(godown) });
    for (const [what, name] of [
      ['Recording a production of 3 lines', 'production'],
      ['Recording an inward of 10 lines', 'inward'],
    ] as const) {
      const measures = prepared.map(({ godown, documents }) => recordings(godown, documents[name], CONNECTIONS));
      growths.push(await measureJob(what, godowns, measures, pace));
    }
    return growths;
  });
}

/** The dearest size of each job against the smallest one. */
export function findingsOf(growths: readonly Growth[]): Finding[] {
  return growths.map(({ what, costs: [smallest, ...others] }) => {
    const dearest = others.toSorted((a, b) => b.cost - a.cost)[0];
    if (!smallest || !dearest) throw new Error('Growth needs two sizes.');
    const all = others.map(({ productions }) => productions.toLocaleString('en')).join(', ');
    return {
      what: `${what}, dearest of ${all} productions`,
      unit: 'ms',
      figure: dearest.cost,
      limitWhat: `at ${smallest.productions.toLocaleString('en')}`,
      limit: smallest.cost,
      must: { atMost: 1.3 },
    };
  });
}
