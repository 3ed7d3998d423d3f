/** The production server over a database, and what the measurements need of it. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { hashPassword } from '#server/core/auth/passwords.ts';
import { openStore } from '#server/core/db/connect.ts';
import { migrate } from '#server/core/db/migrate.ts';
import { inTransaction } from '#server/core/db/transaction.ts';
import { emailKey, findActiveUser, insertUser } from '#server/core/auth/accounts.ts';
import { freePort } from '#test/freePort.ts';
import { root } from '../scripts/processes.ts';
import type { BenchDatabase } from './databases.ts';
import { type OwnProcess, startProcess } from './ownProcess.ts';

const account = { email: 'bench@example.in', password: 'a password to measure with' };
export const credentials = { userName: account.email, userPassword: account.password };

const signedIn = z.object({ token: z.string() });

/** Options of `npm start` for Node. */
const manifest = z.object({ scripts: z.object({ start: z.string().startsWith('node ') }) });
const { scripts } = manifest.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
const startArgs = scripts.start.split(' ').slice(1);

export interface Godown extends OwnProcess {
  url: string;
  /** The headers of a request by its administrator. */
  headers: Record<string, string>;
  database: BenchDatabase;
  /** GETs JSON. Throws unless the answer is 2xx. */
  get(path: string): Promise<unknown>;
  /** GETs an answer to its last byte and drops it, so that only the server's time counts. Throws unless it is 2xx. */
  read(path: string): Promise<void>;
  /** POSTs JSON and returns the answer's JSON. Throws unless it is 2xx. */
  post(path: string, body: unknown): Promise<unknown>;
}

/** Creates the bench's account: the passwords of seeded ones are unknown. */
async function addAccount({ folder, databaseUrl }: BenchDatabase): Promise<void> {
  const store = openStore({ databaseUrl, dataDir: folder }, () => undefined);
  try {
    await migrate(store);
    if (await findActiveUser(store.db, emailKey(account.email))) return;
    const passwordHash = await hashPassword(account.password);
    const user = {
      fullName: 'Bench',
      email: account.email,
      phone: '9876543210',
      userRole: 'admin',
      status: 1,
    } as const;
    await inTransaction(store.db, async (trx) => {
      await insertUser(trx, { ...user, passwordHash }, new Date().toISOString());
    });
  } finally {
    await store.db.destroy();
  }
}

/** Starts Godown over a database and signs in an administrator. */
async function startGodown(database: BenchDatabase): Promise<Godown> {
  await addAccount(database);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: database.folder,
    ...(database.databaseUrl === undefined ? {} : { DATABASE_URL: database.databaseUrl }),
  };
  const own = await startProcess(startArgs, env, `${url}/api/health`, path.join(database.folder, 'server.log'));

  const headers: Record<string, string> = { 'content-type': 'application/json' };
  async function call(to: string, init: RequestInit): Promise<unknown> {
    const answer = await fetch(`${url}/api${to}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${to} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  }
  const get = async (from: string) => await call(from, { headers });
  const read = async (from: string) => {
    const answered = Promise.withResolvers<IncomingMessage>();
    request(`${url}/api${from}`, { headers }, answered.resolve).on('error', answered.reject).end();
    const answer = await answered.promise;
    await finished(answer.resume());
    if (answer.statusCode !== 200) throw new Error(`${from} answered ${answer.statusCode}`);
  };
  const post = async (to: string, body: unknown) => {
    // A key per request, as the screens send.
    const keyed = { ...headers, 'idempotency-key': randomUUID() };
    return await call(to, { method: 'POST', headers: keyed, body: JSON.stringify(body) });
  };
  const { token } = signedIn.parse(await post('/Auth/checkUserAuthentication', credentials));
  headers['authorization'] = `Bearer ${token}`;
  return { ...own, url, headers, get, read, post, database };
}

/** Starts Godown over each database, runs `work`, and stops them. */
export async function withGodowns<T>(
  databases: readonly BenchDatabase[],
  work: (godowns: Godown[]) => Promise<T>,
): Promise<T> {
  const godowns: Godown[] = [];
  try {
    for (const database of databases) godowns.push(await startGodown(database));
    return await work(godowns);
  } finally {
    for (const godown of godowns) await godown.stop();
  }
}

/** The same for one. */
export async function withGodown<T>(database: BenchDatabase, work: (godown: Godown) => Promise<T>): Promise<T> {
  return await withGodowns([database], async ([godown]) => {
    if (!godown) throw new Error('Godown was not started.');
    return await work(godown);
  });
}

/** RSS of a process in megabytes, current or peak. Linux only. */
export function memoryOf({ pid }: OwnProcess, when: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${when}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
