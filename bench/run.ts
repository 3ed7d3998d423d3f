/** `npm run bench`: every measurement, each against a limit from the same run; see --help. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { since } from '../scripts/processes.ts';
import { ensureScreens } from '../scripts/screens.ts';
import { measureBrowser } from './browser.ts';
import { copySeeded } from './databases.ts';
import { measureVerification, measureWholeList } from './everything.ts';
import { measureFinding } from './find.ts';
import { measureImports } from './imports.ts';
import { measureMakeAndShip } from './makeAndShip.ts';
import { measureMorning } from './morning.ts';
import { measurePack, measureProof } from './prove.ts';
import type { Bench, Finding } from './measuring.ts';
import { preparePostgres } from './postgresDatabases.ts';
import { measureMemory, measureReads } from './reads.ts';
import { describe, tableOf, writeRatios, writeTable } from './report.ts';
import { measureReports } from './reports.ts';
import { measureServers } from './servers.ts';
import { measureSignIn } from './signIn.ts';
import { measureGrowth } from './sizes.ts';
import { measureWrites } from './writes.ts';

const help = `npm run bench -- [options]

  --engine postgres   the same on a PostgreSQL that runs for the measurements; reads and writes against pgbench
  --productions N     leave out the sizes above this one
  --seconds N         of each measurement, three times after a warm-up of 2; 3 unless said
  --only NAME[,NAME]  some of: NAMES
  --write             put the table into bench/README.md, and its ratios into a file beside it
  --help              print this
`;

/** The share of busy processors above which figures suffer. */
const QUIET = 0.3;
const SIZES = [1000, 10_000, 100_000, 1_000_000];
const ROUNDS = 3;
const WARM_UP_SECONDS = 2;

const families: Record<string, (bench: Bench) => Promise<Finding[]>> = {
  // First: they look for lots that most runs used, and later records would be included.
  proof: measureProof,
  pack: measurePack,
  reads: measureReads,
  memory: measureMemory,
  reports: measureReports,
  morning: measureMorning,
  whole: measureWholeList,
  verify: measureVerification,
  'sign-in': measureSignIn,
  writes: measureWrites,
  'make-and-ship': measureMakeAndShip,
  find: measureFinding,
  imports: measureImports,
  servers: measureServers,
  browser: measureBrowser,
  growth: measureGrowth,
};
const names = Object.keys(families).join(', ');

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    productions: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function measureOn(folder: string): Promise<Finding[]> {
  if (values.engine !== 'sqlite' && values.engine !== 'postgres') throw new Error('--engine is sqlite or postgres.');
  const sizes = SIZES.filter((size) => size <= Number(values.productions));
  const prepare = values.engine === 'postgres' ? preparePostgres : copySeeded;
  const { databases: all, remove } = await prepare(folder, sizes);
  try {
    const [smallest, largest] = [all[0], all.at(-1)];
    if (!smallest || !largest) throw new Error('There is nothing to measure.');
    const pace = { rounds: ROUNDS, seconds: Number(values.seconds), warmUpSeconds: WARM_UP_SECONDS };
    const findings: Finding[] = [];
    for (const name of values.only?.split(',') ?? Object.keys(families)) {
      const measure = families[name];
      if (!measure) throw new Error(`--only knows ${names}, not "${name}".`);
      const found = await measure({ all, smallest, largest, pace });
      // At once, so that a later one that fails takes none of them along.
      console.log(`\n${tableOf(found)}\n`);
      findings.push(...found);
    }
    return findings;
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
  const description = describe(findings, command, loadBefore);
  console.log(`\n${description}\n`);
  if (values.write) {
    writeTable(description, values.engine);
    writeRatios(findings, values.engine);
  }
  console.log(`Measured in ${since(start)}.`);
}

if (values.help) console.log(help.replace('NAMES', names));
else await run();
