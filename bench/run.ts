/** `npm run bench`: what is fast, against a limit in the same run. With `-- --write` the figures go into README.md. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { since } from '../scripts/processes.ts';
import { startGodown } from './godown.ts';
import { measureListPage } from './listPage.ts';
import { describe, writeReadme } from './report.ts';
import { measureWrites } from './writes.ts';

/** The share of its processors that other programs may keep busy before the figures suffer. */
const QUIET = 0.3;

const start = performance.now();
const load = os.loadavg()[0] ?? 0;
if (load > QUIET * os.availableParallelism()) {
  console.log('This machine was busy during the last minute: the figures will be lower than they could be.');
}
const folder = mkdtempSync(path.join(os.tmpdir(), 'godown-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// Ended by a signal, Node would not tell its 'exit' listeners, which stop the servers and remove the folder.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const godown = await startGodown(folder);
try {
  console.log('Measuring the list page …');
  const listPage = await measureListPage(godown, folder);
  const writes = await measureWrites(godown, folder);
  const description = describe([...listPage, ...writes], load);
  console.log(`\n${description}\n`);
  if (process.argv.includes('--write')) writeReadme(description);
} finally {
  await godown.stop();
}
console.log(`Measured in ${since(start)}.`);
