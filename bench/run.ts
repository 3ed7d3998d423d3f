/** `npm run bench`: every measurement, each against a limit from the same run; see --help. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { since } from '../scripts/processes.ts';
import { ensureScreens } from '../scripts/screens.ts';
import { measureBrowser } from './browser.ts';
import { writeChart } from './chart.ts';
import { copyGiven, copySeeded, type BenchDatabase } from './databases.ts';
import { measureVerification, measureWholeList } from './everything.ts';
import type { Finding, Pace } from './measuring.ts';
import { measureMemory, measureReads } from './reads.ts';
import { compareWithLast, describe, writeRatios, writeTable } from './report.ts';
import { measureReadsOnPostgres, measureWritesOnPostgres } from './postgresJobs.ts';
import { preparePostgres } from './postgresDatabases.ts';
import { measureReports } from './reports.ts';
import { measureServers } from './servers.ts';
import { measureSignIn } from './signIn.ts';
import { findingsOf, measureGrowth } from './sizes.ts';
import { measureWrites } from './writes.ts';

const help = `npm run bench -- [options]

  --database FOLDER   measure a copy of the godown.db of this folder, instead of seeding 1,000,000 productions
  --quick             2 minutes: smaller databases, one short round; compares each ratio with the last quick run's that was
                      written down
  --engine postgres   the same on PostgreSQL: one that runs for the measurements alone, or that of DATABASE_URL, where it
                      makes databases of its own and drops them; reads and writes are measured against pgbench
  --productions N     leave out the sizes above this one
  --seconds N         of each measurement, three times after a warm-up of 2; 3 unless said (0.4, once, with --quick)
  --only NAME[,NAME]  some of: NAMES
  --write             put the table into bench/README.md, the ratios and the picture beside it; with --quick the ratios alone
  --help              print this
`;

/** The share of busy processors above which figures suffer. */
const QUIET = 0.3;

const full = { sizes: [1000, 10_000, 100_000, 1_000_000], pace: { rounds: 3, seconds: 3, warmUpSeconds: 2 } };
const quick = { sizes: [1000, 20_000], pace: { rounds: 1, seconds: 0.4, warmUpSeconds: 0.2 } };

interface Families {
  largest: BenchDatabase;
  smallest: BenchDatabase;
  all: readonly BenchDatabase[];
  pace: Pace;
}

const families: Record<string, (of: Families) => Promise<Finding[]>> = {
  reads: async ({ largest, pace }) =>
    await (isOnPostgres ? measureReadsOnPostgres(largest, pace) : measureReads(largest, pace)),
  memory: async ({ largest, pace }) => await measureMemory(largest, pace),
  reports: async ({ largest, smallest, pace }) => await measureReports(largest, smallest, pace),
  whole: async ({ largest, pace }) => await measureWholeList(largest, pace),
  verify: async ({ largest, pace }) => await measureVerification(largest, pace),
  'sign-in': async ({ largest, pace }) => await measureSignIn(largest, pace),
  writes: async ({ largest, pace }) =>
    await (isOnPostgres ? measureWritesOnPostgres(largest, pace) : measureWrites(largest, pace)),
  // SQLite has one server, the only writer of the file.
  servers: async ({ largest, pace }) => (isOnPostgres ? await measureServers(largest, pace) : []),
  browser: async ({ largest, pace }) => await measureBrowser(largest, pace),
  growth: async ({ all, pace }) => {
    const growths = await measureGrowth(all, pace);
    if (values.write && !values.quick) writeChart(growths, values.engine);
    return findingsOf(growths);
  },
};

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    productions: { type: 'string', default: '1000000' },
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const isOnPostgres = values.engine === 'postgres';

/** The databases, the smallest first. */
async function prepareDatabases(folder: string, sizes: readonly number[]): Promise<BenchDatabase[]> {
  const given = values.database === undefined ? [] : [copyGiven(folder, values.database)];
  const others = given[0] ? sizes.slice(0, -1) : sizes;
  const seeded: BenchDatabase[] = [];
  for (const size of others) seeded.push(await copySeeded(folder, size));
  return [...seeded, ...given];
}

async function measure(all: readonly BenchDatabase[], pace: Pace): Promise<Finding[]> {
  const [smallest, largest] = [all[0], all.at(-1)];
  if (!smallest || !largest) throw new Error('There is nothing to measure.');
  const findings: Finding[] = [];
  for (const name of values.only?.split(',') ?? Object.keys(families)) {
    const family = families[name];
    if (!family) throw new Error(`--only knows ${Object.keys(families).join(', ')}, not "${name}".`);
    findings.push(...(await family({ largest, smallest, all, pace })));
  }
  return findings;
}

async function measureOn(folder: string): Promise<Finding[]> {
  if (values.engine !== 'sqlite' && values.engine !== 'postgres') throw new Error('--engine is sqlite or postgres.');
  const { sizes, pace: usual } = values.quick ? quick : full;
  const seconds = Number(values.seconds);
  const pace = values.seconds === undefined ? usual : { ...usual, seconds };
  const wanted = sizes.filter((size) => size <= Number(values.productions));
  if (!isOnPostgres) return await measure(await prepareDatabases(folder, wanted), pace);
  const { databases, remove } = await preparePostgres(folder, wanted);
  try {
    return await measure(databases, pace);
  } finally {
    await remove();
  }
}

async function run(): Promise<void> {
  if (values.write && values.only !== undefined) {
    throw new Error('What is written down is the whole table: leave out --only.');
  }
  const start = performance.now();
  const loadBefore = os.loadavg()[0] ?? 0;
  if (loadBefore > QUIET * os.availableParallelism()) {
    console.log('This machine was busy during the last minute: the figures will be lower than they could be.');
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'godown-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // On a signal, Node skips 'exit' listeners, which stop the servers and remove the folder.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  // Otherwise a server would build the screens first, like `npm start`.
  await ensureScreens();
  const findings = await measureOn(folder);
  const command = ['npm run bench', ...process.argv.slice(2)].join(' ').replace('bench ', 'bench -- ');
  const circumstances = { engine: values.engine, isQuick: values.quick, command, loadBefore };
  console.log(`\n${describe(findings, circumstances)}\n`);
  if (values.quick) console.log(`${compareWithLast(findings, circumstances)}\n`);
  else if (values.write) writeTable(findings, circumstances);
  if (values.write) writeRatios(findings, circumstances);
  console.log(`Measured in ${since(start)}.`);
}

if (values.help) console.log(help.replace('NAMES', Object.keys(families).join(', ')));
else await run();
