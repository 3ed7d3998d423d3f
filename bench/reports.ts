/** Far pages and reports, each against a nearer or smaller one: their time must not depend on the amount of data. */
import { z } from 'zod';
import { type Asking, farPagesOf, pagesOf, readsPerSecond } from './addresses.ts';
import { type Godown, withGodowns } from './godown.ts';
import { type Bench, compare, type Finding, type Measure, millisecondsOf } from './measuring.ts';

const PAGE_SIZE = 15;
const FAR_MS = 20;

const days = z.array(z.object({ rawMaterials: z.array(z.unknown()) }));
const rows = z.array(z.unknown());

function costOf(godown: Godown, asking: Asking, connections?: number): Measure {
  const perSecond = readsPerSecond(godown, asking, connections);
  return async (seconds) => 1000 / (await perSecond(seconds));
}

/** Measures on the largest database, and on the smallest for comparison. */
export async function measureReports({ largest, smallest, pace }: Bench): Promise<Finding[]> {
  return await withGodowns([largest, smallest], async ([godown, small]) => {
    if (!godown || !small) throw new Error('Both servers are needed.');
    console.log('Measuring: far pages and reports …');
    const findings: Finding[] = [];
    const add = async (what: string, ours: Measure, limitWhat: string, limit: Measure, atMost: number) => {
      findings.push({ what, unit: 'ms', ...(await compare(pace, ours, limit)), limitWhat, must: { atMost } });
    };
    const { productions } = largest;
    const pages = () => costOf(godown, pagesOf('/Production'));
    const far = costOf(godown, farPagesOf('/Production', productions));
    const all = productions.toLocaleString('en');
    const farPage = `A page nine tenths down ${all} productions`;
    await add(farPage, far, 'one of the first 40', pages(), 3);
    await add(`${farPage}, at most`, far, 'set', async () => await Promise.resolve(FAR_MS), 1);

    const stock = '/Production/get-rawmaterial-stock';
    const stockPage = (server: Godown) => costOf(server, pagesOf(stock, 0, 25));
    const few = `at ${smallest.productions.toLocaleString('en')} productions`;
    await add('The stock report, a page of 25', stockPage(godown), few, stockPage(small), 1.2);
    const wholeStock = rows.parse(await godown.get(stock));
    const stringify = millisecondsOf(() => JSON.stringify(wholeStock));
    const stockRows = wholeStock.length.toLocaleString('en');
    const report = costOf(godown, { path: stock }, 1);
    await add(`The stock report, all ${stockRows} rows`, report, 'JSON.stringify of them', stringify, 6);

    // A page of days against as many plain rows, on as many pages as they need.
    const path = `/Production/report/days?page=1&pageSize=${PAGE_SIZE}`;
    const inDays = days.parse(await godown.get(path)).flatMap(({ rawMaterials }) => rawMaterials).length;
    const size = Math.min(200, inDays);
    const plain = costOf(godown, { path: `/Production?page=1&pageSize=${size}` });
    await add(
      `The production report, a page of ${PAGE_SIZE} days with ${inDays.toLocaleString('en')} rows`,
      costOf(godown, { path }),
      `as many rows of the productions, ${size} a page`,
      async (seconds) => ((await plain(seconds)) * inDays) / size,
      3,
    );
    const byRows = costOf(godown, pagesOf('/Production/report'));
    await add('The production report by rows, a page of 15', byRows, 'such a page of productions', pages(), 3);
    return findings;
  });
}
