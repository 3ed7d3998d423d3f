/** Attack 3, when the disk fails: strace has a sync of the write-ahead log fail while a transaction is committed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { refusalTexts } from '#contract/core/refusals.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { endWithUs } from '../../scripts/processes.ts';
import { checkAll, newestEvent } from '../clients/checks.ts';
import { startWriters, type Writer } from '../clients/writer.ts';
import type { Attack, Context, Findings } from '../runner/attack.ts';
import { outputOf, type Server } from '../runner/server.ts';
import { until } from '../runner/until.ts';
import { requireStrace } from './strace.ts';

const WRITERS = 3;
const ROUNDS_PER_DATABASE = 10;
const UNKNOWN = 'told as unknown';

/** Makes the next sync of a server fail during `work`; `hasFailed` is true once it did. */
async function withFailingSync(
  { pid }: Server,
  file: string,
  work: (hasFailed: () => boolean) => Promise<void>,
): Promise<void> {
  const syncs = 'fsync,fdatasync';
  const inject = `inject=${syncs}:error=EIO:when=1`;
  const args = ['-f', '-p', String(pid), '-e', `trace=${syncs}`, '-e', inject, '-o', file];
  const strace = spawn('strace', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  endWithUs(strace);
  const output = outputOf(strace);
  const ended = once(strace, 'exit');
  await until(() => output().includes('attached'), 'strace did not attach to the server', { withinMs: 120_000 });
  try {
    await work(() => existsSync(file) && readFileSync(file, 'utf8').includes('(INJECTED)'));
  } finally {
    strace.kill('SIGINT');
    await ended;
  }
}

async function writeUntil(writer: Writer, isOver: () => boolean, found: Findings): Promise<void> {
  while (!isOver() && writer.uncertain === undefined) {
    const outcome = await writer.write();
    if (outcome === 'acknowledged') found.count('writes acknowledged');
    if (outcome === 'unanswered') found.count(UNKNOWN);
  }
}

/** Fails one commit; every second time the server is killed before the next write. Returns the running server. */
async function failCommit(
  context: Context,
  database: TestDatabase,
  server: Server,
  writers: readonly Writer[],
): Promise<Server> {
  const { found } = context;
  const isKilled = found.rounds % 2 === 0;
  // Several writes would overwrite what reached the file.
  const writing = isKilled ? writers.slice(0, 1) : writers;
  const unknownBefore = found.count(UNKNOWN, 0);
  let eventBefore = 0;
  await withFailingSync(server, path.join(database.dataDir, `trace-${found.rounds}`), async (hasFailed) => {
    await Promise.all(writing.map((writer) => writeUntil(writer, hasFailed, found)));
    eventBefore = await newestEvent(database);
    if (isKilled) await server.signal('SIGKILL');
  });
  if (found.count(UNKNOWN, 0) > unknownBefore + 1) found.faults.push('one failed sync failed several writes');
  const running = isKilled ? await context.startServer(database, { port: server.port }) : server;
  if (isKilled && (await newestEvent(database)) > eventBefore) found.count('of these there after a restart');
  for (const writer of writers) await writer.settle();
  return running;
}

async function attackDatabase(context: Context): Promise<void> {
  const writing = await startWriters(context, WRITERS);
  let { server } = writing;
  for (let done = 0; done < ROUNDS_PER_DATABASE && context.goesOn(); done += 1) {
    server = await failCommit(context, writing.database, server, writing.writers);
    context.countRound();
  }
  await checkAll(context.found, writing, [refusalTexts.unavailableUnknown]);
  await server.signal('SIGTERM');
}

export const failedSync: Attack = {
  name: 'failedSync',
  promise: 'A commit that the disk fails is told as unknown, and its repeat is carried out once.',
  only: 'sqlite',
  unit: 'failed syncs',
  rounds: { long: 100, short: 2 },
  broken: {
    'a failed commit is told as not saved': [
      [
        'server/core/db/sqlite/sqliteDriver.ts',
        'throw isUnavailable(error) && !isTransient(error) ? new UnknownOutcomeError(error) : error;',
        'throw error;',
      ],
    ],
    'a repeat is carried out again': [
      [
        'server/core/records/write.ts',
        'const earlier = repeatable && (await claimKey(trx, repeatable, actor.at));',
        'const earlier = undefined;',
      ],
      ['server/core/records/write.ts', 'if (repeatable) await storeAnswer(trx, { ...repeatable, ...answer });', ''],
    ],
  },
  async run(context) {
    requireStrace();
    while (context.goesOn()) await attackDatabase(context);
  },
};
