/** The API for tests, to set up data that was entered on other screens or by other users. */
import type { Caller } from '#test/buildTestApp.ts';
import type { Godown } from './godown.ts';
import { openSession, type Person, register } from './people.ts';

/** Calls the API with this token. */
export function callerOf(godown: Godown, token: string): Caller {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${godown.address}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  };
}

/** Registers the first administrator and the others; returns the administrator's API. */
export async function openOffice(godown: Godown, ...others: Person[]): Promise<Caller> {
  await register(godown);
  const { token } = await openSession(godown);
  for (const person of others) await register(godown, person, token);
  return callerOf(godown, token);
}

/** The number of records that `search` matches. */
export async function countOf(call: Caller, path: string, search: string): Promise<number> {
  const { headers } = await call('GET', `${path}?page=1&pageSize=1&search=${encodeURIComponent(search)}`);
  return Number(headers['x-total-count']);
}
