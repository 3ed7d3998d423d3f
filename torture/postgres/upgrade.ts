/** Attack 18: while people write over an old server, a newer version is started beside it, changes the tables and takes over. */
import { setTimeout as delay } from 'node:timers/promises';
import { onPostgres, type TestDatabase } from '#test/testDatabases.ts';
import { type Caller, callerAt, startServers } from '../clients/caller.ts';
import { checkAll } from '../clients/checks.ts';
import { WriterPool } from '../clients/writerPool.ts';
import type { Attack, Context } from '../runner/attack.ts';
import { CHANGING, isMigrated, nextVersion } from '../runner/nextVersion.ts';
import { launchServer, type Server } from '../runner/server.ts';

const WRITERS = 6;
const WRITES_BEFORE = 20;
const WRITES_TOGETHER = 30;
const WRITES_AFTER = 10;
const DUMP_SECONDS = 6;
const ANSWER_LIMIT_MS = 5000;
const refusal = 'This database was made by a newer version of Godown';

/** Locks every table as a pg_dump does, for so many seconds. */
async function dump(url: string, seconds: number): Promise<void> {
  await onPostgres(
    url,
    'begin isolation level repeatable read, read only',
    `do $$ begin
       execute (select 'lock table ' || string_agg(quote_ident(tablename), ', ') || ' in access share mode'
         from pg_tables where schemaname = 'public');
     end $$`,
    `select pg_sleep(${seconds})`,
  );
}

/** Starts the old version after the migration: it must exit with its message. */
async function restartOld(database: TestDatabase): Promise<string[]> {
  const server = await launchServer(database);
  while (server.isRunning() && !server.output().includes('ready at')) await delay(10);
  await server.signal('SIGKILL');
  return server.output().includes(refusal) ? [] : [`the old version, started once more, said: ${server.output()}`];
}

/** Starts the newer version, every second time during a dump; returns it when it is ready. */
async function startNewer(context: Context, database: TestDatabase, build: string): Promise<Server> {
  const { found } = context;
  const isDumped = found.rounds % 2 === 1;
  found.count('of them during a pg_dump', isDumped ? 1 : 0);
  const dumping = isDumped ? dump(database.environment['DATABASE_URL'] ?? '', DUMP_SECONDS) : undefined;
  const start = performance.now();
  const newer = await context.startServer(database, { build });
  found.most('longest start of the newer one, in ms', performance.now() - start);
  found.most('most tries of a migration', newer.output().split(CHANGING).length - 1);
  await dumping;
  return newer;
}

async function upgradeOnce(context: Context, build: string): Promise<void> {
  const { random, found } = context;
  const { database, server: old, token } = await startServers(context, { count: 1 });
  let servers: readonly Server[] = [old];
  const call: Caller = async (...request) => await callerAt(random.pick(servers), token)(...request);
  const options = { writersPerServer: WRITERS, answerLimitMs: ANSWER_LIMIT_MS };
  const pool = await WriterPool.open(context, { database, call, calls: [call] }, options);
  let before: number[] = [];
  try {
    await pool.during(async () => {
      await pool.untilAcknowledged(WRITES_BEFORE);
      before = [pool.ground.supplierId, ...pool.writers.flatMap(({ records }) => [...records.suppliers.keys()])];
      const newer = await startNewer(context, database, build);
      servers = [old, newer];
      await pool.untilAcknowledged(WRITES_TOGETHER);
      found.faults.push(...(await restartOld(database)));
      // As a proxy does that drains it.
      servers = [newer];
      await old.signal('SIGTERM');
      await pool.untilAcknowledged(WRITES_AFTER);
    });
  } finally {
    found.faults.push(...pool.faults.splice(0));
  }
  await pool.settle();
  await checkAll(found, pool);
  if (!(await isMigrated(database, before))) found.faults.push('the migration is not there');
  for (const server of servers) await server.signal('SIGTERM');
}

export const upgrade: Attack = {
  name: 'upgrade',
  promise: 'A newer version can be started beside an older one.',
  only: 'postgres',
  unit: 'upgrades',
  rounds: { long: 30, short: 1 },
  broken: {
    'the migration renames a column that the older version reads': [
      [
        'torture/runner/nextVersion.ts',
        'alter table inward add column remark text\\',
        'alter table inward rename column invoice_number to invoice\\',
      ],
    ],
    'the migration adds a column that the older version leaves empty, and it must not be': [
      [
        'torture/runner/nextVersion.ts',
        '  await sql\\`alter table inward add',
        '  await sql\\`alter table supplier alter column remark set not null\\`.execute(db);\n  await sql\\`alter table inward add',
      ],
    ],
    'the migration waits for its locks as long as they take': [
      ['server/core/db/migrate.ts', 'set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}', 'set local lock_timeout = 0'],
    ],
  },
  async run(context) {
    const build = await context.makeBuild(nextVersion);
    for (; context.goesOn(); context.countRound()) {
      const ended = upgradeOnce(context, build);
      await ended.catch((error: unknown) => context.found.faults.push(`the upgrade broke off: ${String(error)}`));
    }
  },
};
