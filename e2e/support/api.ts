/** The API in the hands of the tests, for what a person would have entered on another screen, or another person meanwhile. */
import type { Caller } from '../../test/buildTestApp.ts';
import type { Godown } from './godown.ts';
import { openSession, type Person, register } from './people.ts';

/** The API in the hands of whoever has this token. */
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

/** Makes the first administrator and whoever else is given; answers the API in the administrator's hands. */
export async function openOffice(godown: Godown, ...others: Person[]): Promise<Caller> {
  await register(godown);
  const { token } = await openSession(godown);
  for (const person of others) await register(godown, person, token);
  return callerOf(godown, token);
}

/** How many records a list has in all that `search` finds. */
export async function countOf(call: Caller, path: string, search: string): Promise<number> {
  const { headers } = await call('GET', `${path}?page=1&pageSize=1&search=${encodeURIComponent(search)}`);
  return Number(headers['x-total-count']);
}
