/** The cost of each job on databases of all sizes: it must not grow with old records. */
import { type Asking, farPagesOf, pagesOf, readsPerSecond } from './addresses.ts';
import { type Godown, withGodowns } from './godown.ts';
import { type Bench, CONNECTIONS, type Finding, type Measure, takeTurns } from './measuring.ts';
import { productionIds } from './reads.ts';
import { signIns } from './signIn.ts';
import { prepareWrites, recordings } from './writes.ts';

/** Each time another one. */
async function productionsOf(godown: Godown): Promise<Asking> {
  const ids = await productionIds(godown);
  const another = () => `/Production/${ids.next().value}`;
  return { path: another(), another };
}

async function jobsOf(godown: Godown): Promise<Record<string, Measure>> {
  const { production, inward } = await prepareWrites(godown);
  const reading = (asking: Asking) => readsPerSecond(godown, asking);
  return {
    'One of the first pages of the productions': reading(pagesOf('/Production')),
    'A page nine tenths down the productions': reading(farPagesOf('/Production', godown.database.productions)),
    'One production by its id': reading(await productionsOf(godown)),
    'A page of the stock report': reading(pagesOf('/Production/get-rawmaterial-stock', 0, 25)),
    'A page of the production report': reading(pagesOf('/Production/report')),
    'Signing in': signIns(godown, 1),
    'Recording a production of 3 lines': recordings(godown, production, CONNECTIONS),
    'Recording an inward of 10 lines': recordings(godown, inward, CONNECTIONS),
  };
}

/** Measures every job on each of the databases: the dearest of the larger ones against the smallest. */
export async function measureGrowth({ all, smallest, pace }: Bench): Promise<Finding[]> {
  if (all.length < 2) throw new Error('Growth needs two sizes.');
  const sizes = all.map(({ productions }) => productions.toLocaleString('en'));
  return await withGodowns(all, async (godowns) => {
    const jobs: Record<string, Measure>[] = [];
    for (const godown of godowns) jobs.push(await jobsOf(godown));
    const findings: Finding[] = [];
    for (const what of Object.keys(jobs[0] ?? {})) {
      console.log(`Measuring on all sizes: ${what} …`);
      const perSecond = await takeTurns(
        pace,
        jobs.flatMap((each) => each[what] ?? []),
      );
      const [atFirst = NaN, ...others] = perSecond.map((count) => 1000 / count);
      findings.push({
        what: `${what}, dearest of ${sizes.slice(1).join(', ')} productions`,
        unit: 'ms',
        figure: Math.max(...others),
        limitWhat: `at ${smallest.productions.toLocaleString('en')}`,
        limit: atFirst,
        must: { atMost: 1.3 },
      });
    }
    return findings;
  });
}
