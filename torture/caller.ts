/** Whoever sends requests to an attacked server. */
import { administrator, type Server } from './server.ts';

/** A request that hears nothing for so long hangs, which no promise allows. */
const HANG_MS = 60_000;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON of the answer, which attacks look into by hand; undefined where it is none. */
  json: ReturnType<typeof JSON.parse>;
}

/** Sends a request; undefined where the connection broke before there was an answer. Throws where nothing comes at all. */
export type Caller = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer | undefined>;

/** A record as lists answer it, without what only a look at it alone or its saving adds. */
export function asListed(record: Answer['json']): Answer['json'] {
  const more = new Set(['billAttachment', 'lots', 'warnings']);
  return Object.fromEntries(Object.entries(record).filter(([name]) => !more.has(name)));
}

/** A caller with a token, or without one. */
export function callerAt(address: string, token?: string): Caller {
  return async (method, path, body, headers = {}) => {
    try {
      const answer = await fetch(`${address}/api${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(HANG_MS),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
      const json: Answer['json'] = isJson ? JSON.parse(text) : undefined;
      return { status: answer.status, headers: answer.headers, text, json };
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') {
        throw new Error(`${method} ${path} was not answered within ${HANG_MS / 1000} s`, { cause: error });
      }
      return undefined;
    }
  };
}

/** The same, where an answer of that status is a must: what an attack prepares before it begins. */
export async function expectStatus(status: number, asked: Promise<Answer | undefined>): Promise<Answer['json']> {
  const answer = await asked;
  if (answer?.status === status) return answer.json;
  throw new Error(`expected ${status}, got ${answer ? `${answer.status}: ${answer.text}` : 'no answer'}`);
}

/** A caller as the tests' factories want one, for what an attack prepares: throws where there is no answer. */
export function sureCaller(call: Caller) {
  return async (...request: Parameters<Caller>) => {
    const answer = await call(...request);
    if (!answer) throw new Error(`${request[1]} was not answered`);
    return { ...answer, headers: Object.fromEntries(answer.headers) };
  };
}

/** Signs the first administrator in; answers the token, which outlives the server. */
export async function signIn({ address }: Pick<Server, 'address'>): Promise<string> {
  const credentials = { userName: administrator.email, userPassword: administrator.password, jwtToken: '' };
  const { token } = await expectStatus(200, callerAt(address)('POST', '/Auth/checkUserAuthentication', credentials));
  return String(token);
}
