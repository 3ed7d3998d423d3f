/** How long the dashboard waits for what waits to be done, against a set limit. */
import { percentile, type Bench, type Finding, millisecondsOnce, compare } from './measuring.ts';
import { withGodown } from './godown.ts';

const MORNING_MS = 50;
/** The last day of the seed, so that its last weeks are full. */
const LAST_DAY = '2026-03-31';
const READS = 20;

const shares: [share: number, inWords: string][] = [
  [0.5, 'half of them within'],
  [0.95, '95 of 100 within'],
];

/** Measures on the largest database, one request after the other. */
export async function measureMorning({ largest, pace }: Bench): Promise<Finding[]> {
  return await withGodown(largest, async ({ get }) => {
    const once = millisecondsOnce(() => get(`/dashboard/morning?day=${LAST_DAY}`));
    const findings: Finding[] = [];
    for (const [share, inWords] of shares) {
      const what = `What waits to be done, with use, purchases and yield by week: ${inWords}`;
      console.log(`Measuring: ${what} …`);
      const times = async (seconds: number) => {
        const found: number[] = [];
        for (let count = 0; count < READS; count += 1) found.push(await once(seconds / READS));
        return percentile(found, share);
      };
      const { figure } = await compare(pace, times, async () => await Promise.resolve(MORNING_MS));
      findings.push({ what, unit: 'ms', figure, limitWhat: 'set', limit: MORNING_MS, must: { atMost: 1 } });
    }
    return findings;
  });
}
