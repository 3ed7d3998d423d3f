/**
 * `npm test`: all checks and tests, in named steps that print their time. A failed step does not stop the next ones; the
 * last line is the sum over all steps. `npm test -- server/stock/ledger e2e/buy` runs only those tests.
 */
import { runChecks } from './checks.ts';
import { since } from './processes.ts';
import { ensureScreens } from './screens.ts';
import { type Counts, runBrowserTests, runVitest } from './testRunners.ts';

interface Step {
  name: string;
  run(): Promise<Counts>;
}

async function buildScreens(): Promise<Counts> {
  await ensureScreens();
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/** The steps for the filters of the command line; without filters, all. */
function stepsFor(filters: string[]): Step[] {
  const forBrowser = filters.filter((filter) => filter.startsWith('e2e'));
  const forVitest = filters.filter((filter) => !filter.startsWith('e2e'));
  const all = filters.length === 0;

  const tests = { name: 'Unit tests, server on SQLite and on PostgreSQL', run: () => runVitest(forVitest) };
  const screens = { name: 'Production build of the screens', run: buildScreens };
  const browser = { name: 'Browser tests', run: () => runBrowserTests(forBrowser) };
  if (all) return [tests, screens, { name: 'Browser tests; types, lint and format', run: browserTestsAndChecks }];
  return [...(forVitest.length > 0 ? [tests] : []), ...(forBrowser.length > 0 ? [screens, browser] : [])];
}

/** The checks get what the browser tests leave idle. */
async function browserTestsAndChecks(): Promise<Counts> {
  const [tests, checks] = await Promise.all([runBrowserTests([]), runChecks({ isLowPriority: true })]);
  return { ...tests, passed: tests.passed + checks.passed, failed: tests.failed + checks.failed };
}

/** Runs one step; an exception counts as one failure. */
async function runStep(step: Step): Promise<Counts> {
  const start = performance.now();
  console.log(`\n── ${step.name} ──`);
  let counts: Counts;
  try {
    counts = await step.run();
  } catch (error) {
    console.log(error);
    counts = { passed: 0, failed: 1, skipped: 0, failures: [String(error)] };
  }
  const verdict = counts.failed + counts.skipped === 0 ? 'done' : 'FAILED';
  console.log(`── ${step.name}: ${verdict} in ${since(start)} ──`);
  return counts;
}

const start = performance.now();
const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
const failedSteps: string[] = [];
for (const step of stepsFor(process.argv.slice(2))) {
  const counts = await runStep(step);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  total.failures.push(...counts.failures);
  if (counts.failed + counts.skipped > 0) failedSteps.push(step.name);
}

console.log(`\nAll of it took ${since(start)}.`);
for (const failed of total.failures) console.log(`✗ ${failed}`);
if (failedSteps.length > 0) console.log(`Not in order: ${failedSteps.join('; ')}.`);
if (total.skipped > 0) console.log('A test that is skipped proves nothing: mend it or remove it.');
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = failedSteps.length === 0 ? 0 : 1;
