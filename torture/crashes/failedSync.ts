/**
 * Attack 3, when the disk fails: strace has the next sync of the write-ahead log fail while somebody's transaction is
 * committed. SQLite takes the commit back, but it may have reached the file: a server that is killed then finds it there.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorTexts } from '#contract/errors.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { callerAt, signIn } from '../clients/caller.ts';
import { checkAll, newestEvent } from '../clients/checks.ts';
import { makeWriters, prepareGround, type Writer } from '../clients/writer.ts';
import { type Attack, type Context, Findings } from '../runner/attack.ts';
import { endWithUs, outputOf, type Server } from '../runner/server.ts';
import { requireStrace } from './strace.ts';

const WRITERS = 3;
const ROUNDS_PER_DATABASE = 10;
const PATIENCE_MS = 120_000;
const sentence = `${errorTexts.unavailableUnknown} Retry-After: 2`;

type Found = Findings<'writes acknowledged' | 'told as unknown' | 'of these there after a restart' | 'lost'>;

async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${PATIENCE_MS / 1000} s`);
    await delay(5);
  }
}

/** Makes the next sync of a server fail during `work`; `hasFailed` tells whether it did. */
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
  await until(() => output().includes('attached'), 'attaching to the server');
  try {
    await work(() => existsSync(file) && readFileSync(file, 'utf8').includes('(INJECTED)'));
  } finally {
    strace.kill('SIGINT');
    await ended;
  }
}

async function writeUntil(writer: Writer, isOver: () => boolean, { figures }: Found): Promise<void> {
  while (!isOver() && writer.uncertain === undefined) {
    const outcome = await writer.write();
    if (outcome === 'acknowledged') figures['writes acknowledged'] += 1;
    if (outcome === 'unanswered') figures['told as unknown'] += 1;
  }
}

/** Fails one commit; every second time the server is killed before the next write. Returns the running server. */
async function failCommit(
  context: Context,
  database: TestDatabase,
  server: Server,
  writers: readonly Writer[],
  found: Found,
): Promise<Server> {
  const { figures, faults, rounds } = found;
  const isKilled = rounds % 2 === 0;
  // Several writes would overwrite what reached the file.
  const writing = isKilled ? writers.slice(0, 1) : writers;
  const unknownBefore = figures['told as unknown'];
  let eventBefore = 0;
  await withFailingSync(server, path.join(database.dataDir, `trace-${rounds}`), async (hasFailed) => {
    await Promise.all(writing.map((writer) => writeUntil(writer, hasFailed, found)));
    eventBefore = await newestEvent(database);
    if (isKilled) await server.signal('SIGKILL');
  });
  if (figures['told as unknown'] > unknownBefore + 1) faults.push('one failed sync failed several writes');
  const running = isKilled ? await context.startServer(database, { port: server.port }) : server;
  if (isKilled && (await newestEvent(database)) > eventBefore) figures['of these there after a restart'] += 1;
  for (const writer of writers) await writer.settle();
  return running;
}

async function attackDatabase(context: Context, rounds: number, found: Found): Promise<void> {
  const database = await context.makeDatabase();
  let server = await context.startServer(database);
  const call = callerAt(server, await signIn(server));
  const ground = await prepareGround(call);
  const writers = makeWriters(WRITERS, call, context.random, ground);
  for (let done = 0; done < rounds && context.hasTime(); done += 1) {
    server = await failCommit(context, database, server, writers, found);
    found.rounds += 1;
    context.progress(found.rounds);
  }
  for (const said of writers.flatMap((writer) => [...writer.sentences])) {
    if (said !== sentence) found.faults.push(`a failed commit was told as: ${said}`);
  }
  await checkAll(found, database, call, { ground, writers });
  await server.signal('SIGTERM');
}

export const failedSync: Attack = {
  name: 'failedSync',
  promise: 'A commit that the disk fails is told as unknown, and its repeat is carried out once.',
  engines: ['sqlite'],
  unit: 'failed syncs',
  rounds: { long: 100, short: 4 },
  broken: {
    'a failed commit is told as not saved': [
      [
        'server/db/sqliteDriver.ts',
        'throw isUnavailable(error) && !isPassing(error) ? new UnknownOutcome(error) : error;',
        'throw error;',
      ],
    ],
    'a repeat is carried out again': [
      [
        'server/records/write.ts',
        'const earlier = repeatable && (await takeKey(trx, repeatable, actor.at));',
        'const earlier = undefined;',
      ],
      ['server/records/write.ts', 'if (repeatable) await keepAnswer(trx, { ...repeatable, ...answer });', ''],
    ],
  },
  async run(context) {
    requireStrace();
    const found: Found = new Findings({
      'writes acknowledged': 0,
      'told as unknown': 0,
      'of these there after a restart': 0,
      lost: 0,
    });
    while (found.rounds < context.rounds && context.hasTime()) {
      await attackDatabase(context, Math.min(ROUNDS_PER_DATABASE, context.rounds - found.rounds), found);
    }
    return found;
  },
};
