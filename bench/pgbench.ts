/** The least that PostgreSQL can do for a request: pgbench sends the very statements that the server sends for it. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type CompiledQuery, Kysely, type KyselyPlugin } from 'kysely';
import { z } from 'zod';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/core/config.ts';
import { openPostgres } from '#server/core/db/postgres/postgres.ts';
import type { Tables } from '#server/core/db/tables.ts';
import type { Godown } from './godown.ts';
import type { Measure } from './measuring.ts';

const howToGet = `The limits of PostgreSQL are measured by pgbench, which was not found in PATH or /usr/lib/postgresql. It is in the
packages postgresql (Debian, Ubuntu), postgresql-contrib (Fedora) and postgresql (Homebrew). --only leaves reads and writes out.`;

export const PGBENCH = 'pgbench, same statements';
const ANYTHING = '/api/suppliers?page=1&pageSize=1';

/** A request; each copy of a POST has an Idempotency-Key of its own. */
interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
}

interface Heard {
  statement: CompiledQuery;
  ids: number[];
}

const withId = z.object({ id: z.int() });

/** Called with each completed statement and its result. */
function listening(heard: Heard[], last: () => CompiledQuery | undefined): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      const statement = last();
      const isInsert = statement?.sql.trimStart().startsWith('insert') === true;
      const ids = isInsert ? result.rows.flatMap((row) => withId.safeParse(row).data?.id ?? []) : [];
      if (statement) heard.push({ statement, ids: ids.toSorted((a, b) => a - b) });
      return Promise.resolve(result);
    },
  };
}

/** Runs a request in this process, under a key, and returns its statements, the session check included. */
async function overhear({ database, headers: own }: Godown, { method, path: to, body }: Asked, key: string) {
  const { databaseUrl = '', folder } = database;
  const heard: Heard[] = [];
  let last: CompiledQuery | undefined;
  const { dialect, pool } = openPostgres(databaseUrl, () => undefined);
  const opened = new Kysely<Tables>({
    dialect,
    log({ query }) {
      last = query;
    },
  });
  const db = opened.withPlugin(listening(heard, () => last));
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  const { app, routes } = await buildApp({
    store: { db, searches: db, thread: undefined, engine: 'postgres', pool },
    config,
  });
  try {
    // The session's once-a-minute update isn't part of each request.
    const headers = { ...own, ...(method === 'POST' ? { 'idempotency-key': key } : {}) };
    await app.inject({ url: ANYTHING, headers: own });
    await routes.settled();
    heard.length = 0;
    const payload = JSON.stringify(body);
    const answer = await app.inject({ method, url: `/api${to}`, headers, ...(body === undefined ? {} : { payload }) });
    if (answer.statusCode >= 300) throw new Error(`${to} answered ${answer.statusCode}: ${answer.payload}`);
    return heard;
  } finally {
    await app.close();
    await db.destroy();
  }
}

/** A literal without a type, escaped for pgbench, in which a colon begins a variable. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `E'\\\\x${value.toString('hex')}'`;
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  const escaped = plain.replaceAll(/[\\':\n]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `E'${escaped}'`;
}

/**
 * The statements as a script. `key` stands for a text that must be another one each time; ids that a statement made are
 * those that it makes each time. Statements in a transaction stay in it.
 */
function scriptOf(heard: readonly Heard[], key: string | undefined): string {
  const known = new Map<unknown, string>();
  if (key !== undefined) known.set(key, '(:key)::text');
  const isWrite = key !== undefined;
  const lines = isWrite ? ['\\set key random(1, 9000000000000000000)'] : [];
  let hasBegun = false;
  for (const [index, { statement, ids }] of heard.entries()) {
    if (isWrite && index === 1) {
      lines.push('begin;');
      hasBegun = true;
    }
    const filled = statement.sql.replaceAll(/\$(\d+)/g, (_, database: string) => {
      const value = statement.parameters[Number(database) - 1];
      return known.get(value) ?? literal(value);
    });
    if (ids.length === 0) lines.push(`${filled};`);
    else {
      lines.push(`with made as (${filled}) select array_agg(id order by id) as ids${index} from made \\gset`);
      for (const [at, id] of ids.entries()) known.set(id, `(:ids${index}::bigint[])[${at + 1}]`);
    }
  }
  if (hasBegun) lines.push('commit;');
  return `${lines.join('\n')}\n`;
}

function findPgbench(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const files = [...folders.map((folder) => path.join(folder, 'pgbench')), '/usr/lib/postgresql/*/bin/pgbench'];
  const found = files.flatMap((file) => globSync(file)).at(0);
  if (found === undefined) throw new Error(howToGet);
  return found;
}

export interface PgBench {
  perSecond(connections: number): Measure;
  once(): unknown;
}

/** Prepares a request's statements. Throws where there is no pgbench. */
export async function prepareBench(godown: Godown, asked: Asked): Promise<PgBench> {
  const program = findPgbench();
  const { folder, databaseUrl = '' } = godown.database;
  const script = path.join(folder, 'statements.sql');
  const key = randomUUID();
  writeFileSync(script, scriptOf(await overhear(godown, asked, key), asked.method === 'POST' ? key : undefined));
  async function run(connections: number, length: string): Promise<number> {
    const clients = [`--client=${connections}`, `--jobs=${Math.min(2, connections)}`];
    const common = ['--no-vacuum', '--protocol=prepared', `--file=${script}`];
    const child = spawn(program, [...common, ...clients, length, databaseUrl], { stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const perSecond = /^tps = ([\d.]+)/m.exec(output)?.[1];
    const failed = /number of failed transactions: [1-9]/.test(output) || /aborted|ERROR/.test(errors);
    if (perSecond === undefined || failed) throw new Error(`pgbench failed:\n${output}\n${errors}`);
    return Number(perSecond);
  }
  return {
    perSecond: (connections) => async (seconds) => await run(connections, `--time=${Math.max(1, Math.round(seconds))}`),
    once: async () => await run(1, '--transactions=1'),
  };
}
