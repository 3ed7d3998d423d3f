/** Requests that begin in a valid session and go on after its end. */
import { once } from 'node:events';
import type { SeededRandom } from '#server/seed/seededRandom.ts';
import type { Operation } from '#test/openApiDocument.ts';
import { callerAt } from '../clients/caller.ts';
import { hear, openRequest } from '../clients/rawRequests.ts';
import type { Server } from '../runner/server.ts';

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
