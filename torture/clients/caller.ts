/** Clients of an attacked server. */
import type { IncomingHttpHeaders } from 'node:http';
import type { TestDatabase } from '#test/testDatabases.ts';
import type { Context } from '../runner/attack.ts';
import { administrator, type Server, type ServerOptions } from '../runner/server.ts';
import { exchange, type Route } from './httpClient.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The JSON of the answer, untyped; undefined where it is none. */
  json: ReturnType<typeof JSON.parse>;
}

export type Json = Answer['json'];

/** Sends a request; undefined where the connection broke before an answer. Throws where nothing comes at all. */
export type Caller = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer | undefined>;

/** A record as in lists, without fields that only GET by id or a write returns. */
export function asListed(record: Json): Json {
  const more = new Set(['billAttachment', 'lots', 'warnings']);
  return Object.fromEntries(Object.entries(record).filter(([name]) => !more.has(name)));
}

/** A caller with a token, or without one. */
export function callerAt({ port }: Pick<Server, 'port'>, token?: string, route: Partial<Route> = {}): Caller {
  return async (method, path, body, others = {}) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...others,
    };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await exchange({ port, ...route }, { method, path: `/api${path}`, headers, ...content });
    if (typeof answer === 'string') return undefined;
    const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
    const json: Json = isJson ? JSON.parse(answer.text) : undefined;
    return { ...answer, json };
  };
}

/** The JSON of an answer with that status, for preparing an attack. */
export async function expectStatus(status: number, asked: Promise<Answer | undefined>): Promise<Json> {
  const answer = await asked;
  if (answer?.status === status) return answer.json;
  throw new Error(`expected ${status}, got ${answer ? `${answer.status}: ${answer.text}` : 'no answer'}`);
}

/** A caller for the tests' factories: throws without an answer. */
export function sureCaller(call: Caller) {
  return async (...request: Parameters<Caller>) => {
    const answer = await call(...request);
    if (!answer) throw new Error(`${request[1]} was not answered`);
    return answer;
  };
}

/** Opens a session; returns its token, which survives restarts. */
export async function signIn(
  server: Pick<Server, 'port'>,
  { email, password }: { email: string; password: string } = administrator,
  headers: Record<string, string> = {},
): Promise<string> {
  const credentials = { userName: email, userPassword: password, jwtToken: '' };
  const asked = callerAt(server)('POST', '/Auth/checkUserAuthentication', credentials, headers);
  return String((await expectStatus(200, asked)).token);
}

export interface Started {
  database: TestDatabase;
  servers: Server[];
  /** The first server. */
  server: Server;
  token: string;
  /** The administrator at each server. */
  calls: Caller[];
  /** The administrator at the first server. */
  call: Caller;
}

export interface StartOptions extends ServerOptions {
  /** By default two servers on PostgreSQL, and one on SQLite, which belongs to one server. */
  count?: number;
  /** By default a new one. */
  database?: TestDatabase;
}

/** Starts servers over one database. */
export async function startServers(context: Context, options: StartOptions = {}): Promise<Started> {
  const { count = context.engine === 'postgres' ? 2 : 1, database = await context.makeDatabase(), ...others } = options;
  const server = await context.startServer(database, others);
  const servers = [server];
  while (servers.length < count) servers.push(await context.startServer(database, others));
  const token = await signIn(server);
  const calls = servers.map((each) => callerAt(each, token));
  return { database, servers, server, token, calls, call: callerAt(server, token) };
}
