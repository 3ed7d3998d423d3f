/** The production server over a database, and what the measurements need of it. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
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

const IDLE_MS = 1000;
/** As many people ask at once; the first one is the bench's administrator. */
export const PEOPLE = 10;
const password = 'a password to measure with';
const emailOf = (person: number) => `bench${person}@example.in`;
export const credentials = { userName: emailOf(0), userPassword: password };

const signedIn = z.object({ token: z.string() });

/** As `npm start`. */
const manifest = z.object({ scripts: z.object({ start: z.string().startsWith('node ') }) });
const { scripts } = manifest.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
const startCommand = [process.execPath, ...scripts.start.split(' ').slice(1)];

/** A GET, or a POST where it has a body. */
export interface Request {
  path: string;
  body?: unknown;
}

export interface Godown extends OwnProcess {
  /** Milliseconds from its start until it answered. */
  startMs: number;
  url: string;
  /** The headers of a request by its administrator. */
  headers: Record<string, string>;
  database: BenchDatabase;
  /** GETs JSON. Throws unless the answer is 2xx. */
  get(path: string): Promise<unknown>;
  /**
   * Sends a request of a person, by default the administrator, reads the answer to its last byte and drops it; returns the
   * milliseconds. Throws unless it is 2xx.
   */
  time(request: Request, person?: number): Promise<number>;
  /** POSTs JSON and returns the answer's JSON. Throws unless it is 2xx. */
  post(path: string, body: unknown): Promise<unknown>;
}

/** Creates the bench's accounts: the passwords of seeded ones are unknown. */
async function addAccounts({ folder, databaseUrl }: BenchDatabase): Promise<void> {
  const store = openStore({ databaseUrl, dataDir: folder }, () => undefined);
  try {
    await migrate(store);
    if (await findActiveUser(store.db, emailKey(emailOf(0)))) return;
    const passwordHash = await hashPassword(password);
    const user = { fullName: 'Bench', phone: '9876543210', userRole: 'admin', status: 1, passwordHash } as const;
    await inTransaction(store.db, async (trx) => {
      for (let person = 0; person < PEOPLE; person += 1) {
        await insertUser(trx, { ...user, email: emailOf(person) }, new Date().toISOString());
      }
    });
  } finally {
    await store.db.destroy();
  }
}

/** Starts Godown over a database and signs in its people. */
export async function startGodown(database: BenchDatabase): Promise<Godown> {
  await addAccounts(database);
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
  const launched = performance.now();
  const own = await startProcess(startCommand, env, `${url}/api/health`, path.join(database.folder, 'server.log'));
  const startMs = performance.now() - launched;

  const headers: Record<string, string> = { 'content-type': 'application/json' };
  async function call(to: string, init: RequestInit): Promise<unknown> {
    const answer = await fetch(`${url}/api${to}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${to} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  }
  const get = async (from: string) => await call(from, { headers });
  // Connections are kept as by a browser, but not until the server closes them, at which a request would meet the end.
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const tokens: string[] = [];
  const time = async ({ path: to, body }: Request, person = 0) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const method = content === undefined ? 'GET' : 'POST';
    const answered = Promise.withResolvers<IncomingMessage>();
    const sent = { ...headers, authorization: `Bearer ${tokens[person]}`, 'idempotency-key': randomUUID() };
    const start = performance.now();
    const asking = request(`${url}/api${to}`, { method, agent, headers: sent }, answered.resolve);
    asking.on('error', answered.reject).end(content);
    const answer = await answered.promise;
    await finished(answer.resume());
    const { statusCode = 0 } = answer;
    if (statusCode < 200 || statusCode > 299) throw new Error(`${to} answered ${statusCode}`);
    return performance.now() - start;
  };
  const post = async (to: string, body: unknown) => {
    // A key per request, as the screens send.
    const keyed = { ...headers, 'idempotency-key': randomUUID() };
    return await call(to, { method: 'POST', headers: keyed, body: JSON.stringify(body) });
  };
  for (let person = 0; person < PEOPLE; person += 1) {
    const signIn = { ...credentials, userName: emailOf(person) };
    tokens.push(signedIn.parse(await post('/Auth/checkUserAuthentication', signIn)).token);
  }
  headers['authorization'] = `Bearer ${tokens[0]}`;
  return { ...own, startMs, url, headers, get, time, post, database };
}

/** Starts Godown over a database, runs `work`, and stops it. */
export async function withGodown<T>(database: BenchDatabase, work: (godown: Godown) => Promise<T>): Promise<T> {
  const godown = await startGodown(database);
  try {
    return await work(godown);
  } finally {
    await godown.stop();
  }
}

/** RSS of a process in megabytes, current or peak. Linux only. */
export function memoryOf({ pid }: OwnProcess, when: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${when}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
