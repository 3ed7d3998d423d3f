/** Runs Vitest and Playwright and reads the counts from their JSON reports. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { ensureTestBrowsers } from './chromium.ts';
import { type Program, runAloud } from './processes.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Failed tests, each with its error: repeated at the end, where a long output is read first. */
  failures: string[];
}

const MESSAGE_LINES = 6;

/** A failed test with the first lines of its message, which the runners colour. */
function failure(title: string, messages: string[]): string {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  return [title, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`)].join('\n');
}

const vitestFile = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().default(''),
  assertionResults: z.array(
    z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
  ),
});

/** Whether a file failed without a failed test: it could not be loaded, or its set-up failed. */
function failedOutsideTests(file: z.infer<typeof vitestFile>): boolean {
  return file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed');
}

function failuresOf(file: z.infer<typeof vitestFile>): string[] {
  const name = path.relative(process.cwd(), file.name);
  if (failedOutsideTests(file)) return [failure(name, [file.message])];
  return file.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => failure(`${name} › ${test.fullName}`, test.failureMessages ?? []));
}

const vitestReport = z
  .object({
    numPassedTests: z.int(),
    numFailedTests: z.int(),
    numPendingTests: z.int(),
    numTodoTests: z.int(),
    testResults: z.array(vitestFile),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(failedOutsideTests).length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failuresOf),
  }));

const playwrightTest = z.object({
  projectName: z.string(),
  status: z.string(),
  results: z.array(z.object({ errors: z.array(z.object({ message: z.string().default('') })) })),
});
const playwrightSuite = z.object({
  specs: z.array(z.object({ title: z.string(), file: z.string(), tests: z.array(playwrightTest) })).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
type Suite = z.infer<typeof playwrightSuite>;

/** Tests that ended with the status, each with its error. */
function endedWith(status: 'unexpected' | 'flaky', { specs, suites }: Suite): string[] {
  const here = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ projectName, results }) => {
        const messages = results.flatMap((result) => result.errors).map(({ message }) => message);
        return failure(`[${projectName}] e2e/${file} › ${title}`, messages);
      }),
  );
  return [...here, ...suites.flatMap((suite) => endedWith(status, suite))];
}

const playwrightReport = z
  .object({
    stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
    suites: z.array(playwrightSuite),
  })
  .transform(({ stats, suites }) => {
    // Named, for they point to a race in the product or in the test.
    for (const each of suites.flatMap((suite) => endedWith('flaky', suite)))
      console.log(`Passed at the second try: ${each}`);
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: suites.flatMap((suite) => endedWith('unexpected', suite)),
    };
  });

/**
 * Runs a test runner and reads its report. A non-zero exit code without a failed test (an unhandled error, a crash) and a
 * run without tests each count as one failure.
 */
async function runWithReport(
  start: (reportFile: string) => Promise<number>,
  schema: z.ZodType<Counts>,
): Promise<Counts> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'godown-report-'));
  try {
    const file = path.join(folder, 'report.json');
    const code = await start(file);
    const none = { passed: 0, failed: 0, skipped: 0, failures: [] };
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

/** The unit tests, and the server tests on both engines. */
export async function runVitest(filters: string[]): Promise<Counts> {
  return runWithReport((file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    return runAloud({ package: 'vitest', args: ['run', ...reporters, ...filters] });
  }, vitestReport);
}

/** The browser tests, against the production build. */
export async function runBrowserTests(filters: string[]): Promise<Counts> {
  await ensureTestBrowsers();
  const program: Program = {
    package: '@playwright/test',
    command: 'playwright',
    args: ['test', '--reporter=list,json', ...filters],
  };
  return runWithReport((file) => runAloud(program, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }), playwrightReport);
}
