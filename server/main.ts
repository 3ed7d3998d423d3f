/** Starts Godown: configuration, database, first administrator, socket. */
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { migrateWithBackup } from './backups/beforeMigrating.ts';
import { readConfig, StartError, type Config } from './config.ts';
import { openStore, type Store } from './db/connect.ts';
import { keepFilesPrivate } from './privateFiles.ts';
import { ensureFirstAdministrator } from './users/actions.ts';
import { needsFirstAdministrator } from './auth/accounts.ts';

const screensDir = fileURLToPath(new URL('../dist/web', import.meta.url));
const OLDEST_NODE = 24;
/** The listen backlog; the system may cap it, and drops further connections silently. */
const MOST_ARRIVING = 4096;
/** Service managers often kill a server after ten seconds. */
const STOP_LIMIT_MS = 9000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function listenFault(config: Config, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const place = `${config.host}:${config.port}`;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Godown cannot start: ${place} is already in use. Stop what runs there or set PORT to another number.`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(
      `Godown cannot start: ${place} cannot be opened (${code}). Set HOST and PORT to something this machine allows.`,
    );
  }
  return error;
}

function reportIdleError(error: Error): void {
  process.stderr.write(`an idle database connection was lost: ${error.message}\n`);
}

/** On connections of its own, without statement timeouts. */
async function prepareDatabase(config: Config): Promise<void> {
  const store = openStore(config, reportIdleError);
  try {
    await migrateWithBackup(store, config);
  } finally {
    await store.db.destroy();
  }
}

async function serve(config: Config, store: Store): Promise<void> {
  if (config.firstAdministrator) await ensureFirstAdministrator(store.db, config.firstAdministrator, new Date());
  const { app, services } = await buildApp({ store, config, screensDir });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Requests still running then are unacknowledged, and the engine rolls them back.
    setTimeout(() => {
      fail(new StartError(`Godown was not done within ${STOP_LIMIT_MS / 1000} s of being stopped, and ended at once.`));
      process.exit();
    }, STOP_LIMIT_MS).unref();
    await app.close();
    await store.db.destroy();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop().catch(fail);
    });
  }

  let address: string;
  try {
    address = await app.listen({
      port: config.port,
      host: config.host,
      backlog: MOST_ARRIVING,
      listenTextResolver: () => 'listening',
    });
  } catch (error) {
    throw listenFault(config, error);
  }
  services.backups?.begin();
  await services.packs.begin();
  services.weeklyMails.begin();
  const first = await needsFirstAdministrator(store.db);
  say(`Godown is ready at ${address}${first ? `. Open it to create the first administrator.` : ''}`);
  if (first) say(`From another machine, or through a proxy, that needs the setup code ${services.setupCode}.`);
}

async function start(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new StartError(
      `Godown needs Node ${OLDEST_NODE} or newer; this is ${process.version}. Start it with npm start.`,
    );
  }
  const config = readConfig(process.env);
  keepFilesPrivate(config, (sentence) => process.stderr.write(`${sentence}\n`));
  await prepareDatabase(config);
  const store = openStore(config, reportIdleError, { isServing: true });
  try {
    await serve(config, store);
  } catch (error) {
    // Open connections would keep the process alive.
    await store.db.destroy();
    throw error;
  }
}

function fail(error: unknown): void {
  const sentence = error instanceof StartError ? error.message : error;
  process.stderr.write(`${sentence instanceof Error ? (sentence.stack ?? sentence.message) : String(sentence)}\n`);
  process.exitCode = 1;
}

start().catch(fail);
