/** `npm run try-postgresql-guide`: docs/how-to/back-up-postgresql.md carried out to the letter while people write. */
import type { ChildProcess } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onPostgres, type TestDatabase } from '#test/testDatabases.ts';
import { freePort } from '#test/freePort.ts';
import { end, root, since } from '../../scripts/processes.ts';
import { ledgerFaults } from '../clients/checks.ts';
import { startWriters, type Writer } from '../clients/writer.ts';
import { openWorkshop, readGuide, type Workshop } from '../postgres/guide.ts';
import { Context } from '../runner/attack.ts';
import { until } from '../runner/until.ts';

const WRITERS = 4;
const PATIENCE_MS = 30_000;
const guide = 'docs/how-to/back-up-postgresql.md';
/** npm would check its packages first; this is the command that it runs. */
const npm = `npm() { "${process.execPath}" "${root}/scripts/verifyLedger.ts"; }`;

const codeAskedFor = `
  insert into reset_code (user_id, device_hash, code_hash, expires_at, tries_left, other_tries_left)
  select min(id), '', '', '2100-01-01', 5, 5 from app_user`;

/** Starts a PostgreSQL on a folder and waits until it accepts statements. */
async function serve({ start }: Workshop, data: string, port: number): Promise<ChildProcess> {
  const options = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-p', String(port)];
  const { child, output } = start('postgres', ['-D', data, ...options]);
  // A recovering server accepts reads before it has replayed everything; wait until it accepts writes.
  const isRecovering = () => ask(port, 'postgres', 'select pg_is_in_recovery() as answer').catch(() => undefined);
  const isThere = async () => (await isRecovering()) === false;
  await until(isThere, () => `PostgreSQL did not start: ${output()}`, { everyMs: 50 });
  return child;
}

function urlOf(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

/** The column `answer` of a statement's row. */
async function ask(port: number, database: string, statement: string): Promise<unknown> {
  return (await onPostgres<{ answer: unknown }>(urlOf(port, database), statement))[0]?.answer;
}

const countEvents = (port: number, database: string) =>
  ask(port, database, 'select count(*)::int as answer from audit_event');

/** A fault where the sessions or codes of a backup would be valid again. */
async function endedFaults(port: number, database: string): Promise<string[]> {
  const left = 'select (select count(*) from session) + (select count(*) from reset_code) = 0 as answer';
  return (await ask(port, database, left)) === true
    ? []
    : [`sessions or codes are left in ${database} on port ${port}`];
}

async function writeFor(writers: readonly Writer[], milliseconds: number): Promise<void> {
  const last = Date.now() + milliseconds;
  const writing = writers.map(async (writer) => {
    while (Date.now() < last) await writer.write();
  });
  await Promise.all(writing);
}

/** A fault where a command of the guide succeeds on a damaged backup. */
async function mustFail(
  { sh }: Workshop,
  what: string,
  lines: string,
  variables: Record<string, string>,
): Promise<string[]> {
  return await sh(lines, variables).then(
    () => [`${what} was not noticed`],
    () => [],
  );
}

interface Work {
  shell: Workshop;
  block: (name: string) => string;
  port: number;
  writers: readonly Writer[];
  variables: Record<string, string>;
}

async function tryDump({ shell, block, port, writers, variables }: Work) {
  await writeFor(writers, 1000);
  await ask(port, 'godown', codeAskedFor);
  const before = Number(await countEvents(port, 'godown'));
  const dumping = shell.sh(`${block('dump')}\n${block('checksum')}`, variables);
  await writeFor(writers, 1000);
  await dumping;
  await shell.sh(`${npm}\n${block('restore-dump')}`, variables);
  const dumped = Number(await countEvents(port, 'godown_restored'));
  const check = block('restore-dump').split('\n').slice(0, 1).join('\n');
  await shell.sh(`printf x | dd of="$(ls "$backups"/godown-*.dump)" bs=1 seek=999 conv=notrunc status=none`, variables);
  const faults = await mustFail(shell, 'an edited dump', check, variables);
  faults.push(...(await endedFaults(port, 'godown_restored')));
  if (dumped < before) faults.push(`the dump has ${dumped} events, and ${before} were there before it began`);
  return { faults, summary: `the dump holds ${dumped} events, ${before} were there before it` };
}

/** Makes a base backup under load; returns a point in time after it, and the number of events until then. */
async function makeBaseBackup({ shell, block, port, writers, variables }: Work) {
  const copying = shell.sh(block('base'), variables);
  await writeFor(writers, 2000);
  await copying;
  await writeFor(writers, 500);
  const events = await countEvents(port, 'godown');
  const moment = String(await ask(port, 'godown', 'select clock_timestamp()::text as answer'));
  await delay(50);
  // Later events must not be restored; they also push the archive past that point.
  await writeFor(writers, 500);
  await ask(port, 'godown', 'select pg_switch_wal()::text as answer');
  const segment = await ask(port, 'godown', 'select pg_walfile_name(pg_current_wal_lsn() - 1) as answer');
  const isArchived = `select last_archived_wal >= '${String(segment)}' as answer from pg_stat_archiver`;
  const wait = { everyMs: 50 };
  await until(async () => (await ask(port, 'godown', isArchived)) === true, 'the WAL was not archived', wait);
  return { moment, events };
}

async function carryOutGuide(shell: Workshop, block: (name: string) => string, context: Context) {
  const { folder, sh } = shell;
  const [data, backups] = [path.join(folder, 'data'), path.join(folder, 'backups')];
  const port = await freePort();
  await sh(`initdb --auth=trust --username=postgres --encoding=UTF8 --pgdata='${data}'; mkdir -p '${backups}/wal'`);
  const settings = block('conf').replaceAll('/var/backups/godown', backups);
  await writeFile(path.join(data, 'postgresql.conf'), settings, { flag: 'a' });
  const running: ChildProcess[] = [];
  try {
    const postgres = await serve(shell, data, port);
    running.push(postgres);
    const client = { PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres' };
    for (const name of ['godown', 'godown_restored']) await sh(`createdb '${name}'`, client);
    const environment = { DATABASE_URL: urlOf(port, 'godown'), DATA_DIR: path.join(folder, 'mail') };
    const database: TestDatabase = { environment, dataDir: folder, remove: () => Promise.resolve() };
    const { server, writers } = await startWriters(context, WRITERS, { database });
    const variables = {
      DATABASE_URL: urlOf(port, 'godown'),
      empty: urlOf(port, 'godown_restored'),
      backups,
      data: path.join(folder, 'restored'),
    };
    const work: Work = { shell, block, port, writers, variables };
    const { faults, summary } = await tryDump(work);
    const { moment, events } = await makeBaseBackup(work);
    await server.signal('SIGKILL');
    await end(postgres, 'SIGQUIT', PATIENCE_MS);
    await rm(data, { recursive: true });

    await sh(block('restore-base'), { ...variables, moment });
    const restoredPort = await freePort();
    running.push(await serve(shell, variables.data, restoredPort));
    await sh(`${npm}\n${block('verify-restored')}`, { ...variables, empty: urlOf(restoredPort, 'godown') });
    faults.push(...(await endedFaults(restoredPort, 'godown')));
    const found = String(await countEvents(restoredPort, 'godown'));
    const expected = String(events);
    if (found !== expected) faults.push(`restored to ${moment} there are ${found} events, not ${expected}`);
    const restored = { ...environment, DATABASE_URL: urlOf(restoredPort, 'godown') };
    faults.push(...(await ledgerFaults({ ...database, environment: restored })));
    await sh('printf x | dd of="$(ls -d "$backups"/base-*)/PG_VERSION" bs=1 conv=notrunc status=none', variables);
    faults.push(...(await mustFail(shell, 'an edited base backup', 'pg_verifybackup "$backups"/base-*', variables)));
    return { faults, summary: `${summary}; restored to a moment there are ${found} of ${expected}` };
  } finally {
    for (const each of running) await end(each, 'SIGQUIT', PATIENCE_MS);
  }
}

async function run(): Promise<void> {
  const seed = Date.now() % 2 ** 31;
  const start = performance.now();
  const shell = await openWorkshop('godown-backup-');
  const context = new Context({ engine: 'postgres', postgresUrl: undefined, rounds: 1, seed, minutes: 60 });
  try {
    await mkdir(path.join(shell.folder, 'mail'));
    const { faults, summary } = await carryOutGuide(shell, await readGuide(guide), context);
    const lines = [`${guide}, seed ${seed}, ${since(start)}: ${summary}. ${faults.length} faults.`, ...faults];
    process.stdout.write(`${lines.join('\n  ')}\n`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await context.cleanUp();
    await rm(shell.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

// On a signal, Node skips 'exit' listeners, which stop the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await run();
