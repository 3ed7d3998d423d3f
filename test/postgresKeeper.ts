/**
 * The process that owns a temporary PostgreSQL (test/postgres.ts starts it): it prints the database's address when it is
 * ready, carries out the commands on its standard input until that closes, stops the database and removes what it left on
 * the disk. Its arguments: "durable" or "fast", and the data folder to start from.
 */
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, lchown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './freePort.ts';
import { findBinaries, type PostgresBinaries, type PostgresCommand } from './postgresBinaries.ts';

const START_LIMIT_MS = 180_000;

/** Runs initdb: an empty cluster, UTF-8, whose texts sort by language as they do in most real installations. */
async function initialise(binaries: PostgresBinaries, data: string): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en'];
  const options = [
    '--pgdata',
    data,
    '--username=postgres',
    '--auth=trust',
    '--no-sync',
    '--no-instructions',
    ...locale,
  ];
  const initdb = binaries.spawn('initdb', options);
  let output = '';
  const keep = (chunk: Buffer) => (output += chunk.toString());
  initdb.stdout?.on('data', keep);
  initdb.stderr?.on('data', keep);
  const [code] = await once(initdb, 'close');
  if (code !== 0) throw new Error(output);
}

/** Copies a data folder that was kept, for whoever PostgreSQL runs as. */
async function copyKept({ owner }: PostgresBinaries, from: string, data: string): Promise<void> {
  await cp(from, data, { recursive: true });
  if (owner === undefined) return;
  for (const name of await readdir(data, { recursive: true })) await lchown(path.join(data, name), owner, owner);
}

/** A power cut would only lose test data. */
const undurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

function serve(binaries: PostgresBinaries, data: string, port: number, isDurable: boolean): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    ...(isDurable ? {} : undurable),
    max_connections: 200,
    // Only readiness and fatal errors are logged: tests provoke refused statements.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return binaries.spawn('postgres', ['-D', data, ...options]);
}

async function untilReady(server: ChildProcess): Promise<void> {
  let log = '';
  const ready = new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(log)));
  });
  await Promise.race([
    ready,
    wait(START_LIMIT_MS, undefined, { ref: false }).then(() => {
      throw new Error(`PostgreSQL was not ready after ${START_LIMIT_MS / 1000} s.\n${log}`);
    }),
  ]);
}

/** As `pg_ctl stop -m fast` or, at once and without a checkpoint, `-m immediate` does. */
async function stop(server: ChildProcess, how: 'fast' | 'immediate'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
  await exited;
}

/** A signal to all of its processes: first to the one that would start others. */
async function signalAll({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal);
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  for (const line of stdout.split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    try {
      if (parent === pid && child !== undefined) process.kill(child, signal);
    } catch (error) {
      // It ended in the meantime.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

// Signals are for the tests; this process outlives them just long enough to clean up behind them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const [durability, from = ''] = process.argv.slice(2);
const folder = await mkdtemp(path.join(os.tmpdir(), 'godown-postgres-'));
try {
  await chmod(folder, 0o755);
  const binaries = await findBinaries(path.join(folder, 'programs'));
  const data = path.join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  if (binaries.owner !== undefined) await chown(data, binaries.owner, binaries.owner);

  if (from === '') await initialise(binaries, data);
  else await copyKept(binaries, from, data);
  const port = await freePort();
  const isDurable = durability === 'durable';
  let server = serve(binaries, data, port, isDurable);
  let keepAs = '';
  const commands: Record<PostgresCommand, (folder: string) => Promise<void> | void> = {
    keep: (named) => {
      keepAs = named;
    },
    fast: async () => await stop(server, 'fast'),
    immediate: async () => await stop(server, 'immediate'),
    start: async () => {
      server = serve(binaries, data, port, isDurable);
      await untilReady(server);
    },
    pause: async () => await signalAll(server, 'SIGSTOP'),
    resume: async () => await signalAll(server, 'SIGCONT'),
  };
  const isCommand = (name: string): name is PostgresCommand => Object.hasOwn(commands, name);
  try {
    await untilReady(server);
    process.stdout.write(`postgres://postgres@127.0.0.1:${port}/postgres\n`);
    // It ends when whoever started this process has closed its end or is gone.
    for await (const line of createInterface({ input: process.stdin })) {
      const [, name = '', named = ''] = /^(\w+) ?(.*)$/.exec(line) ?? [];
      if (!isCommand(name)) throw new Error(`no such command: ${line}`);
      await commands[name](named);
      process.stdout.write('done\n');
    }
  } finally {
    if (server.exitCode === null && server.signalCode === null) await signalAll(server, 'SIGCONT');
    await stop(server, keepAs === '' ? 'immediate' : 'fast');
  }
  if (keepAs !== '') await cp(data, keepAs, { recursive: true });
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
