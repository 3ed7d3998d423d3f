/** Clients of an attacked server. */
import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { TestDatabase } from '#test/testDatabases.ts';
import type { Context } from '../runner/attack.ts';
import { administrator, type Server, type ServerOptions } from '../runner/server.ts';

const HANG_MS = 60_000;

export interface HttpRequest {
  method: string;
  /** Sent as it is: visible ASCII, from the slash on. */
  path: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string | Buffer;
}

interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Route {
  port: number;
  agent?: http.Agent | false;
  /** A loopback address: the server limits the connections of each. */
  localAddress?: string;
  /** A request without any answer for so long hangs. */
  patienceMs?: number;
}

const shared = new http.Agent({ keepAlive: true });

/** Sends a request; 'stale' where an idle connection had been closed, 'broken' where one ended before a whole answer. */
async function exchange(
  { patienceMs = HANG_MS, ...route }: Route,
  { method, path, headers = {}, body }: HttpRequest,
): Promise<HttpAnswer | 'broken' | 'stale'> {
  return await new Promise((resolve, reject) => {
    // Node omits the length for methods without a body, and the body would be parsed as the next request.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const half = patienceMs / 2;
    const to = { host: '127.0.0.1', agent: shared, ...route, timeout: half };
    const request = http.request({ ...to, method, path, headers: { ...headers, ...length } });
    const giveUp = () => {
      request.destroy();
      reject(new Error(`${method} ${path.slice(0, 200)} was not answered within ${patienceMs / 1000} s`));
    };
    // Node runs timers before it reads sockets: after this process was busy, an answer may lie unread at the first timeout.
    request.once('timeout', () => {
      const last = setTimeout(giveUp, half);
      request.once('close', () => clearTimeout(last));
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve('broken'));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    request.on('error', () => resolve(request.reusedSocket ? 'stale' : 'broken'));
    request.end(body);
  });
}

/** `isSecond`: a first copy had no answer, so its outcome is unknown. */
type SentAnswer = HttpAnswer & { isSecond: boolean };
export type Sender = (request: HttpRequest) => Promise<SentAnswer | undefined>;

/** Sends over keep-alive connections, again where an idle one was closed; undefined without an answer. */
export function openSender(port: number, connections: number): { send: Sender; close: () => void } {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  return {
    async send(request) {
      const first = await exchange({ port, agent }, request);
      const answer = first === 'stale' ? await exchange({ port, agent: false }, request) : first;
      return typeof answer === 'string' ? undefined : { ...answer, isSecond: first === 'stale' };
    },
    close: () => agent.destroy(),
  };
}

export interface Answer extends HttpAnswer {
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
  const more = new Set(['activeContent', 'billAttachment', 'claims', 'file', 'lots', 'uncoveredLots', 'warnings']);
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

/** The cookie of a kept device that an answer sets, as a client sends it; empty without one. */
export function keptCookie(answer: { headers: OutgoingHttpHeaders } | undefined): string {
  return /godown_kept=[\w.-]+/.exec(String(answer?.headers['set-cookie']))?.[0] ?? '';
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
  const {
    count = context.engine === 'postgres' ? 2 : 1,
    database = await context.makeMigratedDatabase(),
    ...others
  } = options;
  const server = await context.startServer(database, others);
  const servers = [server];
  while (servers.length < count) servers.push(await context.startServer(database, others));
  const token = await signIn(server);
  const calls = servers.map((each) => callerAt(each, token));
  return { database, servers, server, token, calls, call: callerAt(server, token) };
}

const common = new WeakMap<Context, Promise<Started>>();

/** Servers that the attacks of a file have in common in the short form: for those that leave others' records alone. */
export async function commonServers({ host }: Context): Promise<Started> {
  const started = common.get(host) ?? startServers(host);
  common.set(host, started);
  return await started;
}
