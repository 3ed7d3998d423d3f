/** Far pages and reports, each against a nearer or smaller one: what they take must not depend on how much there is. */
import { z } from 'zod';
import { type Asking, farPagesOf, pagesOf, requestFor } from './addresses.ts';
import type { BenchDatabase } from './databases.ts';
import { type Godown, withGodowns } from './godown.ts';
import { compare, CONNECTIONS, type Finding, millisecondsOf, type Pace, requestsPerSecond } from './measuring.ts';

const PAGE_SIZE = 15;

const day = z.object({ rawMaterials: z.array(z.unknown()) });
const rows = z.array(z.unknown());

/** Repeats a request; returns its milliseconds. */
function costOf(godown: Godown, asking: Asking, connections = CONNECTIONS) {
  const request = requestFor(asking, godown.headers);
  return async (seconds: number) =>
    1000 / (await requestsPerSecond(`${godown.url}/api${asking.path}`, request, connections, seconds));
}

async function measureStringify(path: string, godown: Godown, pace: Pace): Promise<Finding> {
  const all = await godown.get(path);
  return {
    what: `The stock report, all ${rows.parse(all).length.toLocaleString('en')} rows`,
    unit: 'ms',
    ...(await compare(
      pace,
      costOf(godown, { path }, 1),
      async (seconds) => await millisecondsOf(() => JSON.stringify(all), seconds),
    )),
    limitWhat: 'JSON.stringify of them',
    must: { atMost: 6 },
  };
}

/** The page of days against plain rows: against one page, and against as many rows on as many pages as they need. */
async function measureDays(godown: Godown, pace: Pace): Promise<Finding[]> {
  const path = `/Production/report/days?page=1&pageSize=${PAGE_SIZE}`;
  const inDays = z
    .array(day)
    .parse(await godown.get(path))
    .reduce((sum, { rawMaterials }) => sum + rawMaterials.length, 0);
  const count = inDays.toLocaleString('en');
  const size = Math.min(200, inDays);
  const plain = costOf(godown, { path: `/Production?page=1&pageSize=${size}` });
  const figures = { unit: 'ms', must: { atMost: 3 } };
  return [
    {
      what: `The production report, a page of ${PAGE_SIZE} days with ${count} rows`,
      limitWhat: `as many rows of the productions, ${size} a page`,
      ...(await compare(pace, costOf(godown, { path }), async (seconds) => ((await plain(seconds)) * inDays) / size)),
      ...figures,
    },
    {
      what: 'The production report by rows, a page of 15',
      limitWhat: 'such a page of productions',
      ...(await compare(pace, costOf(godown, pagesOf('/Production/report')), costOf(godown, pagesOf('/Production')))),
      ...figures,
    },
  ];
}

/** Measures on the largest database, and on the smallest for comparison. */
export async function measureReports(largest: BenchDatabase, smallest: BenchDatabase, pace: Pace): Promise<Finding[]> {
  return await withGodowns([largest, smallest], async ([godown, small]) => {
    if (!godown || !small) throw new Error('Both servers are needed.');
    const { productions } = largest;
    const stock = '/Production/get-rawmaterial-stock';
    const stockPage = (server: Godown) => costOf(server, pagesOf(stock, 0, 25));
    console.log('Measuring: far pages and reports …');
    return [
      {
        what: `A page nine tenths down ${productions.toLocaleString('en')} productions`,
        unit: 'ms',
        ...(await compare(
          pace,
          costOf(godown, farPagesOf('/Production', productions)),
          costOf(godown, pagesOf('/Production')),
        )),
        limitWhat: 'one of the first 40',
        must: { atMost: 3 },
      },
      {
        what: 'The stock report, a page of 25',
        unit: 'ms',
        ...(await compare(pace, stockPage(godown), stockPage(small))),
        limitWhat: `at ${smallest.productions.toLocaleString('en')} productions`,
        must: { atMost: 1.2 },
      },
      await measureStringify(stock, godown, pace),
      ...(await measureDays(godown, pace)),
    ];
  });
}
