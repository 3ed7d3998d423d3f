/** The two test runners: each speaks for itself on the terminal and leaves a report, from which the counts are read. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { ensureChromium } from './chromium.ts';
import { type Program, runAloud } from './processes.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Whether a file failed though none of its tests did: it could not be loaded, or its set-up broke. */
function failedBesidesItsTests(file: { status: string; assertionResults: { status: string }[] }): boolean {
  return file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed');
}

const vitestReport = z
  .object({
    numPassedTests: z.int(),
    numFailedTests: z.int(),
    numPendingTests: z.int(),
    numTodoTests: z.int(),
    testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(failedBesidesItsTests).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }));

const playwrightTries = z.object({
  projectName: z.string(),
  status: z.string(),
  results: z.array(z.object({ errors: z.array(z.object({ message: z.string().default('') })) })),
});
const playwrightSuite = z.object({
  specs: z.array(z.object({ title: z.string(), tests: z.array(playwrightTries) })).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
type Suite = z.infer<typeof playwrightSuite>;

/** The tests that went well the second time, after the browser itself had broken down: Chromium does, once in a thousand tests. */
function afterACrash({ specs, suites }: Suite): string[] {
  const here = specs.flatMap(({ title, tests }) =>
    tests.filter(isAfterACrash).map(({ projectName }) => `[${projectName}] ${title}`),
  );
  return [...here, ...suites.flatMap(afterACrash)];
}

function isAfterACrash({ status, results }: z.infer<typeof playwrightTries>): boolean {
  const errors = results.flatMap((result) => result.errors);
  return (
    status === 'flaky' && errors.length > 0 && errors.every(({ message }) => /\b(Target|Page) crashed\b/.test(message))
  );
}

const playwrightReport = z
  .object({
    stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
    suites: z.array(playwrightSuite),
  })
  .transform(({ stats, suites }) => {
    const crashes = suites.flatMap(afterACrash);
    for (const title of crashes) console.log(`The browser crashed, and all was well the second time: ${title}`);
    return {
      passed: stats.expected + crashes.length,
      // What goes well the second time for no such reason has failed.
      failed: stats.unexpected + stats.flaky - crashes.length,
      skipped: stats.skipped,
    };
  });

/**
 * Runs a runner and reads its report. One that ends badly without a failed test (a file that can't be loaded, an error
 * behind a test's back, a crash) or that ran no test at all counts as one failure.
 */
async function runWithReport(
  start: (reportFile: string) => Promise<number>,
  schema: z.ZodType<Counts>,
): Promise<Counts> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'godown-report-'));
  try {
    const file = path.join(folder, 'report.json');
    const code = await start(file);
    const none = { passed: 0, failed: 0, skipped: 0 };
    const counts = existsSync(file) ? schema.parse(JSON.parse(await readFile(file, 'utf8'))) : none;
    const ranNothing = counts.passed + counts.failed === 0;
    if ((code !== 0 || ranNothing) && counts.failed === 0) {
      console.log(ranNothing ? 'No test ran.' : `The test runner ended with code ${code}, though no test failed.`);
      return { ...counts, failed: 1 };
    }
    return counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The unit tests, and the server's on both engines. */
export async function runVitest(filters: string[]): Promise<Counts> {
  return runWithReport((file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    return runAloud({ package: 'vitest', args: ['run', ...reporters, ...filters] });
  }, vitestReport);
}

/** The browser tests, against the production build. */
export async function runBrowserTests(filters: string[]): Promise<Counts> {
  ensureChromium();
  const program: Program = {
    package: '@playwright/test',
    command: 'playwright',
    args: ['test', '--reporter=list,json', ...filters],
  };
  return runWithReport((file) => runAloud(program, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }), playwrightReport);
}
