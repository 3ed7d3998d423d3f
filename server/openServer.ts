/** The server in this process: database, first administrator, socket. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { needsFirstAdministrator } from './core/auth/accounts.ts';
import { migrateWithBackup } from './office/backups/beforeMigrating.ts';
import { StartError, type Config } from './core/config.ts';
import { openClock, type Clock } from './core/db/clock.ts';
import { databaseFile, openStore, type Store } from './core/db/connect.ts';
import { serveDatabase } from './core/db/lock.ts';
import { ensureFolder, unusableFolder } from './core/folders.ts';
import { ensureFirstAdministrator } from './office/users/actions.ts';

const screensDir = fileURLToPath(new URL('../dist/web', import.meta.url));
/** The listen backlog; the system may cap it, and drops further connections silently. */
const MAX_ARRIVING = 4096;
/** A machine's clock that differs more from the database's is reported at the start. */
const MAX_CLOCK_DIFFERENCE_MS = 2000;

export interface Server {
  /** Starts listening; returns start-up notices, a sentence each. Throws a StartError. */
  listen(): Promise<string[]>;
  /** Finishes requests in flight and closes the database. */
  stop(): Promise<void>;
}

async function openSocket(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ port, host, backlog: MAX_ARRIVING, listenTextResolver: () => 'listening' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const place = `${host}:${port}`;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Godown cannot start: ${place} is already in use. Stop what runs there or set PORT to another number.`,
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(
        `Godown cannot start: ${place} cannot be opened (${code}). Set HOST and PORT to something this machine allows.`,
      );
    }
    throw error;
  }
}

function reportIdleError(error: Error): void {
  process.stderr.write(`idle database connection lost: ${error.message}\n`);
}

function reportUnreadClock(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`database clock not read: ${reason}\n`);
}

/** A sentence where the machine's clock is wrong, or the database's. */
function clockNotices(clock: Clock): string[] {
  const ahead = clock.machineAheadMs();
  if (Math.abs(ahead) <= MAX_CLOCK_DIFFERENCE_MS) return [];
  const seconds = Math.round(Math.abs(ahead) / 1000).toLocaleString('en');
  const side = ahead > 0 ? 'ahead of' : 'behind';
  return [`The clock of this machine is ${seconds} s ${side} that of the database, whose time is used.`];
}

/** A sentence where codes for forgotten passwords reach nobody by mail. */
function mailNotices({ smtpUrl, dataDir }: Config): string[] {
  if (smtpUrl !== undefined) return [];
  return [
    `No mail server is set up (SMTP_URL): codes for forgotten passwords are only written to files in ${join(dataDir, 'outbox')}.`,
  ];
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

async function buildServer(config: Config, store: Store): Promise<Server> {
  const clock = await openClock(store, reportUnreadClock);
  if (config.firstAdministrator) await ensureFirstAdministrator(store.db, config.firstAdministrator, clock.now());
  // Loaded here, so that errors of the start are reported first.
  const { buildApp } = await import('./app.ts');
  const { app, services } = await buildApp({ store, config, now: clock.now, screensDir });
  const stop = async () => {
    clock.stop();
    await app.close();
    await store.db.destroy();
  };
  const listen = async () => {
    const address = await openSocket(app, config);
    services.backups?.begin();
    await services.packs.begin();
    services.weeklyMails.begin();
    const first = await needsFirstAdministrator(store.db);
    return [
      `Godown is ready at ${address}${first ? `. Open it to create the first administrator.` : ''}`,
      ...(first
        ? [
            `From another machine, through a proxy or under a name other than localhost, that needs the setup code ${services.setupCode}.`,
          ]
        : []),
      ...mailNotices(config),
      ...clockNotices(clock),
    ];
  };
  return { listen, stop };
}

function lockFolder(config: Config): (() => void) | undefined {
  try {
    return serveDatabase(databaseFile(config));
  } catch (cause) {
    throw unusableFolder('data', config.dataDir, cause);
  }
}

/** Keeps other servers off the built-in database; returns the release. Throws a StartError while another serves it. */
function serveAlone(config: Config): () => void {
  if (config.databaseUrl !== undefined) return () => undefined;
  ensureFolder('data', config.dataDir);
  const letGo = lockFolder(config);
  if (letGo) return letGo;
  throw new StartError(
    `Another Godown server runs on ${config.dataDir}. Stop it first, or give this one another DATA_DIR.`,
  );
}

/** Brings the database of a configuration up to date and builds the server over it. Throws a StartError. */
export async function openServer(config: Config): Promise<Server> {
  const letGo = serveAlone(config);
  try {
    await prepareDatabase(config);
    const store = openStore(config, reportIdleError, { isServing: true });
    try {
      const { listen, stop } = await buildServer(config, store);
      return { listen, stop: async () => await stop().finally(letGo) };
    } catch (error) {
      await store.db.destroy();
      throw error;
    }
  } catch (error) {
    letGo();
    throw error;
  }
}
