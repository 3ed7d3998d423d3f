/** `npm run bench`: what people wait for, each with its limit; see --help. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { since } from '../scripts/processes.ts';
import { ensureScreens } from '../scripts/screens.ts';
import { measureBrowser } from './browser.ts';
import { measureCalls } from './calls.ts';
import { type BenchDatabase, copySeeded } from './databases.ts';
import { measureMix } from './mix.ts';
import { preparePostgres } from './postgresDatabases.ts';
import { measurePeers } from './peers/measure.ts';
import { describe, figuresOf, type Row, tableOf, writeFigures } from './report.ts';

const help = `npm run bench -- [options]

  --engine postgres   the same on a PostgreSQL that runs for the measurements
  --productions N     of the larger database; 1000000 unless said
  --seconds N         of each call on each database; 2 unless said
  --only NAME[,NAME]  some of: calls, mix, browser
  --only peers        the same jobs on Godown, Directus and Tryton, which it downloads
  --write             put the table into bench/README.md
  --help              print this
`;

/** The share of busy processors above which figures suffer. */
const QUIET = 0.3;
const SMALL = 1000;
const PEERS = 'peers';

const families: Record<string, (databases: readonly BenchDatabase[], seconds: number) => Promise<Row[]>> = {
  calls: measureCalls,
  mix: measureMix,
  browser: measureBrowser,
};

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    productions: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: Object.keys(families).join(',') },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function measureOn(folder: string): Promise<Row[]> {
  if (values.engine !== 'sqlite' && values.engine !== 'postgres') throw new Error('--engine is sqlite or postgres.');
  const sizes = [...new Set([SMALL, Number(values.productions)])];
  const { databases, remove } = await (values.engine === 'postgres' ? preparePostgres : copySeeded)(folder, sizes);
  try {
    const measured: Row[] = [];
    for (const name of values.only.split(',')) {
      const measure = families[name];
      if (!measure) throw new Error(`--only knows ${Object.keys(families).join(', ')}, not "${name}".`);
      measured.push(...(await measure(databases, Number(values.seconds))));
    }
    return measured;
  } finally {
    await remove();
  }
}

async function run(): Promise<void> {
  const start = performance.now();
  const loadBefore = os.loadavg()[0] ?? 0;
  if (loadBefore > QUIET * os.availableParallelism()) {
    console.log('This machine was busy during the last minute: the figures will be higher than they could be.');
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'godown-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // On a signal, Node skips 'exit' listeners, which stop the servers and remove the folder.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  // Otherwise a server would build the screens first, like `npm start`.
  await ensureScreens();
  const isOfPeers = values.only === PEERS;
  const rows = isOfPeers ? [] : await measureOn(folder);
  const isLimited = values.engine === 'sqlite';
  const table = () => (isLimited ? tableOf(rows) : figuresOf(rows));
  const figures = isOfPeers ? await measurePeers(folder, Number(values.seconds)) : table();
  const command = ['npm run bench', ...process.argv.slice(2)].join(' ').replace('bench ', 'bench -- ');
  const description = `${figures}\n\n${describe(command, loadBefore)}`;
  console.log(`\n${description}\n`);
  if (values.write) writeFigures(description, isOfPeers ? PEERS : values.engine);
  const unexplained = rows.filter(({ isMet, cause }) => isLimited && !isMet && cause === undefined);
  if (unexplained.length > 0) {
    console.log(`Without a cause in bench/: ${unexplained.map(({ cells: [name] }) => name).join('; ')}.`);
    process.exitCode = 1;
  }
  console.log(`Measured in ${since(start)}.`);
}

if (values.help) console.log(help);
else await run();
