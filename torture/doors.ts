/** Ways around the check of who may do what: addresses in other words, headers that promise something, files. */
import { can, type Role } from '#contract/permissions.ts';
import type { Endpoint } from '#contract/endpoints.ts';
import type { Dice } from '#server/seed/dice.ts';
import type { RawAnswer, RawRequest } from './rawHttp.ts';

/** Who comes: a role with a session that holds, or somebody with a token that doesn't, or with none. */
export interface Comer {
  role: Role | undefined;
  token: string | undefined;
}

/** Somebody whom none of the comers is, and what is theirs: real numbers, which only the check of who may protects. */
export interface Bystander {
  userId: number;
  sessionId: number;
  token: string;
  /** A backup that anybody could download; undefined where there are none. */
  backupId: number | undefined;
}

function numberOf({ path }: Endpoint, { userId, sessionId, backupId }: Bystander): number | undefined {
  if (/user/i.test(path)) return userId;
  if (/session/i.test(path)) return sessionId;
  return path.startsWith('/backups') ? backupId : undefined;
}

const encodedLetter = (path: string) =>
  path.replace(/(?<=\/)[a-z](?=[^/]*$)/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** The same address in other words, some of which mean another address. */
const wordings: ((path: string) => string)[] = [
  (path) => path.toUpperCase(),
  (path) => `${path}/`,
  (path) => `${path}//`,
  encodedLetter,
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/health/../'),
  (path) => path.replace('/api/', '/api/health%2f..%2f'),
  (path) => path.replace('/api/', '/api/docs/static/../../'),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replace('/api/', '/assets/..%2fapi%2f'),
  (path) => path.replaceAll('/', '\\').replace('\\', '/'),
  (path) => `${path};role=admin`,
  (path) => `${path}%00`,
  (path) => `${path}%2f`,
  (path) => `${path}.json`,
  (path) => `${path}?_method=GET&role=admin`,
  (path) => `${path}%20`,
  (path) => `${path}#`,
];

const promises: RawRequest['headers'][] = [
  { 'x-original-url': '/api/health' },
  { 'x-rewrite-url': '/api/health' },
  { 'x-http-method-override': 'GET' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-prefix': '/api/health/..' },
  { 'x-user-id': '1', 'x-role': 'admin', role: 'admin' },
  { host: 'localhost' },
  { connection: 'close, authorization' },
];

/** Carries a token where none is read. */
const smuggled = (token: string): RawRequest['headers'][] => [
  { cookie: `auth_token=${token}; token=${token}` },
  { 'x-auth-token': token },
  { authorization: `Basic ${Buffer.from(`a:${token}`).toString('base64')}` },
  { authorization: token },
  { authorization: `Bearer ${token}x` },
  { authorization: `Bearer ${token.slice(0, -1)}` },
  { authorization: `Bearer ${token.toUpperCase()}` },
  { authorization: `Bearer  ${token}` },
];

/** What lies beside the screens' files, on the machine or in the checkout. */
const files = [
  'package.json',
  'data/godown.db',
  'godown.db',
  'godown.db-wal',
  'outbox/',
  'backups/',
  '.env',
  '.git/config',
  'server/config.ts',
  'etc/passwd',
  'proc/self/environ',
];
const climbs = ['/', '/../', '/../../', '/%2e%2e/', '/..%2f..%2f', '/assets/../../', '/assets/%2e%2e%2f%2e%2e%2f'];
climbs.push('/api/docs/static/../../../', '/api/docs/static/%2e%2e/%2e%2e/%2e%2e/', '/..%5c..%5c', '//', '/%00/');

const SECRETS = /SQLite format 3|"dependencies"|password_hash|token_hash|root:.*:0:0|\[core\]|ADMIN_PASSWORD|argon2id/;

/** Whether an endpoint is open to somebody. */
export function mayPass({ access }: Endpoint, { role, token }: Comer): boolean {
  if (access === 'anyone') return true;
  if (role === undefined || token === undefined) return false;
  return access === 'signed-in' || can(role, access[1], access[0]);
}

const authorized = ({ token }: Comer): RawRequest['headers'] =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** Tries an endpoint at its own address, or one that means nothing good in other words. Answers what was wrong. */
export async function tryEndpoint(
  send: (request: RawRequest) => Promise<RawAnswer | undefined>,
  dice: Dice,
  endpoint: Endpoint,
  comer: Comer,
  { tokens, bystander }: { tokens: readonly string[]; bystander: Bystander },
): Promise<string | undefined> {
  const passes = mayPass(endpoint, comer);
  // Those who try must stay who they are, though one of them may delete another.
  const harmless = /user|session/i.test(endpoint.path) ? [999_999] : [1, 2, 3, 999_999];
  const protectedId = passes ? undefined : numberOf(endpoint, bystander);
  const own = `/api${endpoint.path.replace(':id', String(protectedId ?? dice.pick(harmless)))}`;
  const isOwn = dice.chance(0.4);
  const path = isOwn ? own : dice.pick(wordings)(own);
  // Whoever has no rights may hold somebody's token, but not as it is to be sent.
  const extra = dice.chance(0.5) ? {} : dice.pick(comer.token === undefined ? smuggled(dice.pick(tokens)) : promises);
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const method = endpoint.method === 'GET' && dice.chance(0.2) ? 'HEAD' : endpoint.method;
  const answer = await send({
    method,
    path: path.replaceAll(/[^\x21-\x7e]/g, ''),
    headers: { ...authorized(comer), ...(hasBody ? { 'content-type': 'application/json' } : {}), ...extra },
    ...(hasBody ? { body: '{}' } : {}),
  });
  const where = `${method} ${path} with ${JSON.stringify(extra)} by ${comer.role ?? 'a stranger'}`;
  if (!answer) return `no answer for ${where}`;
  if (answer.status >= 500) return `${answer.status} for ${where}`;
  if (isOwn) {
    const refusal = comer.role === undefined || comer.token === undefined ? 401 : 403;
    const isRefused = answer.status === 401 || answer.status === 403;
    if (passes && isRefused && endpoint.access !== 'anyone') return `${answer.status} for ${where}, who may`;
    if (!passes && answer.status !== refusal) return `${answer.status}, not ${refusal}, for ${where}`;
    return undefined;
  }
  // An address that is none of the API's may answer the page of the screens.
  const isPage = String(answer.headers['content-type']).startsWith('text/html');
  return !passes && answer.status < 400 && !isPage ? `${answer.status} for ${where}` : undefined;
}

/** Asks for a file that nobody should get. Answers what was wrong. */
export async function tryFile(
  send: (request: RawRequest) => Promise<RawAnswer | undefined>,
  dice: Dice,
  comer: Comer,
): Promise<string | undefined> {
  const path = dice.pick(climbs) + dice.pick(files);
  const answer = await send({ method: 'GET', path, headers: authorized(comer) });
  if (!answer) return `no answer for ${path}`;
  if (answer.status >= 500) return `${answer.status} for ${path}`;
  return SECRETS.test(answer.text) ? `${path} answers ${answer.text.slice(0, 80)}` : undefined;
}
