/** An import of as many rows as can be, checked and saved, and how long other requests take meanwhile. */
import { pagesMeanwhile } from './everything.ts';
import { type Godown, withGodown } from './godown.ts';
import type { Bench, Finding } from './measuring.ts';

const ROWS = 10_000;
const MOST_MS = 10_000;
const SLOWEST_MS = 50;

/** A sheet of suppliers that are nowhere yet. */
function sheetOf(round: number) {
  const rows = Array.from({ length: ROWS }, (_, index) => [
    `Imported farm ${round} ${index}`,
    String(6_000_000_000 + round * ROWS + index),
    `farm${round}x${index}@example.in`,
    'Kodagu, Karnataka',
  ]);
  return { headings: ['Vendor', 'Mobile', 'Email', 'Address'], rows, onExisting: 'skip' };
}

/** Checks and saves a sheet as the screen does; returns the milliseconds. */
async function importSheet({ url, headers }: Godown, round: number): Promise<number> {
  const sheet = sheetOf(round);
  const start = performance.now();
  for (const mode of ['check', 'save']) {
    const answer = await fetch(`${url}/api/imports/suppliers`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...sheet, mode }),
    });
    if (answer.status !== 200) throw new Error(`The import was answered with ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  return performance.now() - start;
}

export async function measureImports({ largest }: Bench): Promise<Finding[]> {
  const what = `An import of ${ROWS.toLocaleString('en')} suppliers, checked and saved`;
  console.log(`Measuring: ${what} …`);
  return await withGodown(largest, async (godown) => {
    await importSheet(godown, 0);
    const figure = await importSheet(godown, 1);
    const slowest = await pagesMeanwhile(godown, async () => await importSheet(godown, 2));
    const set = { limitWhat: 'set', must: { atMost: 1 } };
    return [
      { ...set, what, unit: 'ms', figure, limit: MOST_MS },
      {
        ...set,
        what: `${what}: 99 of 100 other requests within, meanwhile`,
        unit: 'ms',
        figure: slowest,
        limit: SLOWEST_MS,
      },
    ];
  });
}
