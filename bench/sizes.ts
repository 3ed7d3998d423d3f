/** The cost of each job on databases of all sizes: it must not grow with old records. */
import { type Asking, farPagesOf, pagesOf, requestFor } from './addresses.ts';
import type { BenchDatabase } from './databases.ts';
import { type Godown, withGodowns } from './godown.ts';
import { CONNECTIONS, type Finding, type Measure, type Pace, requestsPerSecond, takeTurns } from './measuring.ts';
import { signIns } from './signIn.ts';
import { prepareWrites, recordings } from './writes.ts';

/** A job and the milliseconds that it costs at each number of productions. */
export interface Growth {
  what: string;
  costs: { productions: number; cost: number }[];
}

type PerSecond = (godown: Godown) => Measure;

function reading(askingOf: (godown: Godown) => Asking): PerSecond {
  return (godown) => {
    const asking = askingOf(godown);
    const request = requestFor(asking, godown.headers);
    return async (seconds) => await requestsPerSecond(`${godown.url}/api${asking.path}`, request, CONNECTIONS, seconds);
  };
}

/** As many as the smallest database has, each time another one. */
function productionsOf({ database: { productions } }: Godown): Asking {
  let count = 0;
  const address = (id: number) => `/Production/${id}`;
  return { path: address(1), another: () => address(productions - ((count += 1) % 999)) };
}

const readJobs: { what: string; perSecond: PerSecond }[] = [
  { what: 'One of the first pages of the productions', perSecond: reading(() => pagesOf('/Production')) },
  {
    what: 'A page nine tenths down the productions',
    perSecond: reading(({ database }) => farPagesOf('/Production', database.productions)),
  },
  { what: 'One production by its id', perSecond: reading(productionsOf) },
  {
    what: 'A page of the stock report',
    perSecond: reading(() => pagesOf('/Production/get-rawmaterial-stock', 0, 25)),
  },
  { what: 'A page of the production report', perSecond: reading(() => pagesOf('/Production/report')) },
  { what: 'Signing in', perSecond: (godown) => signIns(godown, 1) },
];

async function measureJob(what: string, godowns: readonly Godown[], measures: readonly Measure[], pace: Pace) {
  console.log(`Measuring on all sizes: ${what} …`);
  const medians = await takeTurns(pace, measures);
  const costs = godowns.map(({ database }, index) => ({
    productions: database.productions,
    cost: 1000 / (medians[index] ?? NaN),
  }));
  return { what, costs };
}

/** Measures every job on each of the databases, the smallest first. */
export async function measureGrowth(databases: readonly BenchDatabase[], pace: Pace): Promise<Growth[]> {
  return await withGodowns(databases, async (godowns) => {
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

/** The slowest size of each job against the smallest one. */
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
