/** Requests that begin while a session holds, and go on after it has ended. */
import { once } from 'node:events';
import type { SeededRandom } from '#server/seed/seededRandom.ts';
import type { Operation } from '#test/openApiDocument.ts';
import { callerAt } from '../clients/caller.ts';
import { hear, openRequest } from '../clients/rawRequests.ts';
import type { Server } from '../runner/server.ts';

const WRITES = 5;
/** So many bytes of a body are sent before the session ends. */
const FIRST_BYTES = 5;

/** Requests of one session that were begun; each answers what came back when it goes on. */
export interface OpenRequests {
  writes: { what: string; finish(): Promise<string> }[];
  readList(): Promise<string>;
}

/** Begins some of the writes that a session may do, with their examples as bodies, and a whole list that isn't read. */
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
  // The writes are let in by the time that these are answered.
  for (let count = 0; count < 3; count += 1) await callerAt(server, token)('GET', '/suppliers?page=1');
  return { writes, readList: async () => await hear(list) };
}
