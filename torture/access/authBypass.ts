/** Ways around authorization: path variants, forged headers, files, requests that go on after the end of their session. */
import { once } from 'node:events';
import { can, type Role } from '#contract/permissions.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import type { Operation } from '#test/openApiDocument.ts';
import { callerAt, type HttpRequest, type Sender } from '../clients/caller.ts';
import { hear, openRequest } from '../clients/rawRequests.ts';
import type { Server } from '../runner/server.ts';

/** A role with a valid session; or a stranger, with an invalid token or none. */
export interface Requester {
  role: Role | undefined;
  token: string | undefined;
}

/** Another account, whose real ids only authorization protects. */
export interface Bystander {
  userId: number;
  sessionId: number;
  token: string;
  /** A backup for download; undefined where there are none. */
  backupId: number | undefined;
  /** An inspection pack for download. */
  packId: number;
}

function bystandersId({ path }: Endpoint, { userId, sessionId, backupId, packId }: Bystander): number | undefined {
  if (/user/i.test(path)) return userId;
  if (/session/i.test(path)) return sessionId;
  if (path.startsWith('/inspection-packs')) return packId;
  return path.startsWith('/backups') ? backupId : undefined;
}

/** Variants of a path, some of which mean another one. */
const variants: ((path: string) => string)[] = [
  (path) => path.toUpperCase(),
  (path) => path.replace(/(?<=\/)[a-z](?=[^/]*$)/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/health/../'),
  (path) => path.replace('/api/', '/api/health%2f..%2f'),
  (path) => path.replace('/api/', '/api/docs/static/../../'),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replace('/api/', '/assets/..%2fapi%2f'),
  (path) => path.replaceAll('/', '\\').replace('\\', '/'),
  ...['/', '//', ';role=admin', '%00', '%2f', '.json', '?_method=GET&role=admin', '%20', '#'].map(
    (end) => (path: string) => path + end,
  ),
];

const claims: HttpRequest['headers'][] = [
  { 'x-original-url': '/api/health' },
  { 'x-rewrite-url': '/api/health' },
  { 'x-http-method-override': 'GET' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-prefix': '/api/health/..' },
  { 'x-user-id': '1', 'x-role': 'admin', role: 'admin' },
  { host: 'localhost' },
  { connection: 'close, authorization' },
];

/** A token in places where none is read. */
const misplaced = (token: string): HttpRequest['headers'][] => [
  { cookie: `auth_token=${token}; token=${token}` },
  { 'x-auth-token': token },
  { authorization: `Basic ${Buffer.from(`a:${token}`).toString('base64')}` },
  { authorization: token },
  { authorization: `Bearer ${token}x` },
  { authorization: `Bearer ${token.slice(0, -1)}` },
  { authorization: `Bearer ${token.toUpperCase()}` },
  { authorization: `Bearer  ${token}` },
];

/** Files beside those of the screens. */
const files =
  'package.json data/godown.db godown.db godown.db-wal outbox/ backups/ .env .git/config server/core/config.ts'
    .split(' ')
    .concat('etc/passwd', 'proc/self/environ');
const traversals = '/ /../ /../../ /%2e%2e/ /..%2f..%2f /assets/../../ /assets/%2e%2e%2f%2e%2e%2f /..%5c..%5c // /%00/'
  .split(' ')
  .concat('/api/docs/static/../../../', '/api/docs/static/%2e%2e/%2e%2e/%2e%2e/');

const SECRETS = /SQLite format 3|"dependencies"|password_hash|token_hash|root:.*:0:0|\[core\]|ADMIN_PASSWORD|argon2id/;

export function isAllowed({ access }: Pick<Endpoint, 'access'>, { role, token }: Requester): boolean {
  if (access === 'anyone') return true;
  if (role === undefined || token === undefined) return false;
  return access === 'signed-in' || can(role, access[1], access[0]);
}

const authorization = ({ token }: Requester): HttpRequest['headers'] =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** Requests an endpoint at its path or a variant of it; returns faults. */
export async function tryEndpoint(
  send: Sender,
  random: SeededRandom,
  endpoint: Endpoint,
  requester: Requester,
  { tokens, bystander }: { tokens: readonly string[]; bystander: Bystander },
): Promise<string | undefined> {
  const { role, token } = requester;
  const mayPass = isAllowed(endpoint, requester);
  // The requesters must keep their accounts.
  const harmless = /user|session/i.test(endpoint.path) ? [999_999] : [1, 2, 3, 999_999];
  const protectedId = mayPass ? undefined : bystandersId(endpoint, bystander);
  const own = `/api${endpoint.path.replace(':id', String(protectedId ?? random.pick(harmless)))}`;
  const isOwn = random.chance(0.4);
  const path = isOwn ? own : random.pick(variants)(own);
  const extra = random.chance(0.5) ? {} : random.pick(token === undefined ? misplaced(random.pick(tokens)) : claims);
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const method = endpoint.method === 'GET' && random.chance(0.2) ? 'HEAD' : endpoint.method;
  const answer = await send({
    method,
    path: path.replaceAll(/[^\x21-\x7e]/g, ''),
    headers: { ...authorization(requester), ...(hasBody ? { 'content-type': 'application/json' } : {}), ...extra },
    ...(hasBody ? { body: '{}' } : {}),
  });
  const where = `${method} ${path} with ${JSON.stringify(extra)} by ${role ?? 'a stranger'}`;
  if (!answer) return `no answer for ${where}`;
  const { status } = answer;
  if (status >= 500) return `${status} for ${where}`;
  if (isOwn) {
    const refusal = role === undefined || token === undefined ? 401 : 403;
    const isRefused = status === 401 || status === 403;
    if (mayPass && isRefused && endpoint.access !== 'anyone') return `${status} for ${where}, who may`;
    return mayPass || status === refusal ? undefined : `${status}, not ${refusal}, for ${where}`;
  }
  // Outside the API the page of the screens is a valid answer.
  const isPage = String(answer.headers['content-type']).startsWith('text/html');
  return !mayPass && status < 400 && !isPage ? `${status} for ${where}` : undefined;
}

/** Requests a file that must be refused; returns faults. */
export async function tryFile(send: Sender, random: SeededRandom, requester: Requester): Promise<string | undefined> {
  const path = random.pick(traversals) + random.pick(files);
  const answer = await send({ method: 'GET', path, headers: authorization(requester) });
  if (!answer) return `no answer for ${path}`;
  if (answer.status >= 500) return `${answer.status} for ${path}`;
  return SECRETS.test(answer.text) ? `${path} answers ${answer.text.slice(0, 80)}` : undefined;
}

/** Headers of a page of another site whose name resolves to this machine. */
const elsewhere: HttpRequest['headers'][] = [
  { host: 'evil.example' },
  { host: 'localhost.evil.example:3000' },
  { host: 'localhost@evil.example' },
  { origin: 'http://evil.example' },
  { origin: 'null' },
];

/** Requests what only pages of this machine's own may read without a token; returns faults. */
export async function tryRebinding(send: Sender, random: SeededRandom): Promise<string | undefined> {
  const headers = random.pick(elsewhere);
  const answer = await send({ method: 'GET', path: '/metrics', headers });
  return answer?.status === 404 ? undefined : `${answer?.status} for /metrics with ${JSON.stringify(headers)}`;
}

const WRITES = 5;
/** Bytes of a body that are sent before the session ends. */
const FIRST_BYTES = 5;

/** Unfinished requests of one session; each returns its answer when it is continued. */
export interface OpenRequests {
  writes: { what: string; finish(): Promise<string> }[];
  readList(): Promise<string>;
}

/** Begins some of the session's permitted writes, with example bodies, and an unread export. */
export async function beginRequests(
  server: Server,
  token: string,
  random: SeededRandom,
  allowed: readonly Operation[],
): Promise<OpenRequests> {
  const list = openRequest(server, 'GET /api/buyers?sort=buyerId&order=asc', { token });
  const writes = Array.from({ length: WRITES }, () => {
    const { method, path, id, body } = random.pick(allowed);
    const bytes = Buffer.from(JSON.stringify(body?.example ?? { any: 'thing' }));
    const what = `${method} ${path.replace('{id}', id)}`;
    const socket = openRequest(server, what.replace(' ', ' /api'), { token, length: bytes.length });
    socket.write(bytes.subarray(0, FIRST_BYTES));
    return {
      what,
      async finish() {
        const heard = hear(socket);
        socket.write(bytes.subarray(FIRST_BYTES));
        return await heard;
      },
    };
  });
  await once(list, 'readable');
  // Once these are answered, the writes are authorized.
  for (let count = 0; count < 3; count += 1) await callerAt(server, token)('GET', '/suppliers?page=1');
  return { writes, readList: async () => await hear(list) };
}
