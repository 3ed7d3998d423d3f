/**
 * `npm run try-postgresql-guide`: the commands of docs/how-to/back-up-postgresql.md, carried out to the letter while people write: a dump and a base backup are
 * made, the server is killed, and both are restored. It needs the programs of Debian's package postgresql.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Dice } from '#server/seed/dice.ts';
import type { Place } from '#test/places.ts';
import { freePort } from '../scripts/freePort.ts';
import { root, since } from '../scripts/processes.ts';
import { callerAt, signIn } from './caller.ts';
import { ledgerFaults, prepareGround } from './checking.ts';
import { findDebianPostgres, readGuide } from './guide.ts';
import { launchServer } from './server.ts';
import { Writer } from './writer.ts';

const WRITERS = 4;
const NOBODY = 65534;
const START_LIMIT_MS = 30_000;
const guide = 'docs/how-to/back-up-postgresql.md';

interface Shell {
  folder: string;
  /** Runs lines of bash; throws with what they said where one fails. */
  sh(lines: string, variables?: Record<string, string>): Promise<string>;
  /** Starts a PostgreSQL on a folder and waits until it takes statements. */
  serve(data: string, port: number): Promise<ChildProcess>;
}

/** A folder, and an account other than root to work in it, since PostgreSQL refuses root. */
async function openShell(programs: string): Promise<Shell> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'godown-backup-'));
  await chmod(folder, 0o755);
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid);
  const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, HOME: folder, LC_ALL: 'C.UTF-8' };
  // npm would look whether its packages are there; what it runs is this.
  const npm = `npm() { "${process.execPath}" "${root}/scripts/verifyLedger.ts"; }`;
  return {
    folder,
    async sh(lines, variables = {}) {
      const script = `set -euo pipefail\n${npm}\n${lines}`;
      const child = spawn('bash', ['-c', script], { cwd: folder, env: { ...env, ...variables }, ...account });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      }
      const [code]: unknown[] = await once(child, 'close');
      if (code !== 0) throw new Error(`${lines}\nended with ${String(code)}: ${said}`);
      return said;
    },
    async serve(data, port) {
      const options = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-p', String(port)];
      const child = spawn('postgres', ['-D', data, ...options], {
        cwd: folder,
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
        ...account,
      });
      const kill = () => void child.kill('SIGKILL');
      process.prependOnceListener('exit', kill);
      child.once('exit', () => process.off('exit', kill));
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const deadline = Date.now() + START_LIMIT_MS;
      // A restored one takes reading statements before it has replayed all; it is there once it takes others.
      while ((await ask(port, 'postgres', 'select pg_is_in_recovery() as answer')) !== false) {
        if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${said}`);
        await delay(50);
      }
      return child;
    },
  };
}

function urlOf(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

/** Answers the column `answer` of a statement's row; undefined where PostgreSQL can't be reached. */
async function ask(port: number, database: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: urlOf(port, database) });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch {
    return undefined;
  }
  try {
    const { rows } = await client.query<{ answer: unknown }>(statement);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill(signal);
  await exited;
}

const countEvents = (port: number, database: string) =>
  ask(port, database, 'select count(*)::int as answer from audit_event');

/** Writes for a while, from several people at once. */
async function writeFor(writers: readonly Writer[], milliseconds: number): Promise<void> {
  const until = Date.now() + milliseconds;
  await Promise.all(
    writers.map(async (writer) => {
      while (Date.now() < until) await writer.write();
    }),
  );
}

/** What is wrong where damage should be noticed: a command of the guide that goes through. */
async function mustFail(
  shell: Shell,
  what: string,
  lines: string,
  variables: Record<string, string>,
): Promise<string[]> {
  return await shell.sh(lines, variables).then(
    () => [`${what} was not noticed`],
    () => [],
  );
}

interface Carried {
  faults: string[];
  told: string;
}

async function carryOutGuide(shell: Shell, block: (name: string) => string, dice: Dice): Promise<Carried> {
  const { folder, sh } = shell;
  const [data, backups] = [path.join(folder, 'data'), path.join(folder, 'backups')];
  const port = await freePort();
  await sh(`initdb --auth=trust --username=postgres --encoding=UTF8 --pgdata='${data}'; mkdir -p '${backups}/wal'`);
  const settings = block('conf').replaceAll('/var/backups/godown', backups);
  await writeFile(path.join(data, 'postgresql.conf'), settings, { flag: 'a' });
  const faults: string[] = [];
  const running: ChildProcess[] = [];
  try {
    const cluster = await shell.serve(data, port);
    running.push(cluster);
    for (const name of ['godown', 'godown_restored']) await sh(`createdb '${name}'`, clientOf(port));
    const environment = { DATABASE_URL: urlOf(port, 'godown'), DATA_DIR: path.join(folder, 'mail') };
    const place: Place = { environment, dataDir: folder, remove: () => Promise.resolve() };
    const server = await launchServer(place);
    await server.ready();
    const call = callerAt(server.address, await signIn(server));
    const ground = await prepareGround(call);
    const writers = Array.from({ length: WRITERS }, () => new Writer(call, new Dice(dice.whole(1, 2 ** 30)), ground));
    const variables = {
      DATABASE_URL: urlOf(port, 'godown'),
      empty: urlOf(port, 'godown_restored'),
      backups,
      data: path.join(folder, 'restored'),
    };

    await writeFor(writers, 1000);
    const atDump = Number(await countEvents(port, 'godown'));
    const dumping = sh(`${block('dump')}\n${block('checksum')}`, variables);
    await writeFor(writers, 1000);
    await dumping;
    await sh(block('restore-dump'), variables);
    const dumped = Number(await countEvents(port, 'godown_restored'));
    if (dumped < atDump) faults.push(`the dump has ${dumped} events, and ${atDump} were there before it began`);
    const check = block('restore-dump').split('\n').slice(0, 1).join('\n');
    await sh(`printf x | dd of="$(ls "$backups"/godown-*.dump)" bs=1 seek=999 conv=notrunc status=none`, variables);
    faults.push(...(await mustFail(shell, 'an edited dump', check, variables)));

    const copying = sh(block('base'), variables);
    await writeFor(writers, 2000);
    await copying;
    await writeFor(writers, 500);
    const atMoment = await countEvents(port, 'godown');
    const moment = String(await ask(port, 'godown', 'select clock_timestamp()::text as answer'));
    await delay(50);
    // What comes after the moment must not be there; it also takes the archive past it.
    await writeFor(writers, 500);
    await ask(port, 'godown', 'select pg_switch_wal()::text as answer');
    const segment = await ask(port, 'godown', 'select pg_walfile_name(pg_current_wal_lsn() - 1) as answer');
    const deadline = Date.now() + START_LIMIT_MS;
    while (
      (await ask(
        port,
        'godown',
        `select last_archived_wal >= '${String(segment)}' as answer from pg_stat_archiver`,
      )) !== true
    ) {
      if (Date.now() > deadline) throw new Error('the WAL was not archived');
      await delay(50);
    }
    await server.signal('SIGKILL');
    await end(cluster, 'SIGQUIT');
    await rm(data, { recursive: true });

    await sh(block('restore-base'), { ...variables, moment });
    const restoredPort = await freePort();
    const restored = await shell.serve(variables.data, restoredPort);
    running.push(restored);
    await sh(block('verify-restored'), { ...variables, empty: urlOf(restoredPort, 'godown') });
    const found = await countEvents(restoredPort, 'godown');
    if (found !== atMoment)
      faults.push(`restored to ${moment} there are ${String(found)} events, not ${String(atMoment)}`);
    const there = { environment: { ...environment, DATABASE_URL: urlOf(restoredPort, 'godown') }, dataDir: folder };
    faults.push(...(await ledgerFaults({ ...there, remove: place.remove })));
    const damage = 'printf x | dd of="$(ls -d "$backups"/base-*)/PG_VERSION" bs=1 conv=notrunc status=none';
    await sh(damage, variables);
    faults.push(...(await mustFail(shell, 'an edited base backup', 'pg_verifybackup "$backups"/base-*', variables)));
    const told = `the dump holds ${dumped} events, ${atDump} were there before it; restored to a moment there are ${String(found)} of ${String(atMoment)}`;
    return { faults, told };
  } finally {
    for (const each of running) await end(each, 'SIGQUIT');
  }
}

const clientOf = (port: number) => ({ PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres' });

async function run(): Promise<void> {
  const seed = Date.now() % 2 ** 31;
  const start = performance.now();
  const programs = await findDebianPostgres();
  if (programs === undefined) throw new Error("this needs PostgreSQL's programs: on Debian, the package postgresql");
  const shell = await openShell(programs);
  try {
    await mkdir(path.join(shell.folder, 'mail'));
    const { faults, told } = await carryOutGuide(shell, await readGuide(guide), new Dice(seed));
    const lines = [`${guide}, seed ${seed}, ${since(start)}: ${told}. ${faults.length} faults.`, ...faults];
    process.stdout.write(`${lines.join('\n  ')}\n`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await rm(shell.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

// Ended by a signal, Node would not tell its 'exit' listeners, which stop the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await run();
