/** Whose turn doesn't come, and that lists leave room for others between their parts. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { Admission } from './admission.ts';
import { TooMuch } from './errors.ts';
import { WholeLists } from './wholeLists.ts';

const AT_ONCE = 16;

const apps: ReturnType<typeof Fastify>[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** A server whose lists are `parts`; `/page` answers at once. */
async function serve(parts: () => AsyncGenerator<string>, patienceMs: number) {
  let refused = 0;
  const admission = new Admission({ onRefused: (count) => (refused += count) });
  const lists = new WholeLists(admission, patienceMs);
  const app = Fastify({ forceCloseConnections: true });
  apps.push(app);
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof TooMuch ? 503 : 500).send());
  app.get('/', async (_request, reply) => {
    return await admission.during('reading', async (rest) => await lists.send(reply, parts(), rest));
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { address, port: Number(new URL(address).port), refused: () => refused };
}

test('whoever waits for too long is refused, and the turns are not lost for others', async () => {
  async function* endless() {
    for (;;) {
      yield 'x'.repeat(1_000_000);
      await nextTurn();
    }
  }
  const { address, port, refused } = await serve(endless, 50);
  const readers = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: godown\r\n\r\n');
      await once(socket, 'data');
      return socket.pause();
    }),
  );
  const waiting = Array.from({ length: 5 }, async () => (await fetch(address)).status);
  expect(await Promise.all(waiting)).toEqual([503, 503, 503, 503, 503]);
  expect(refused()).toBeGreaterThan(0);
  for (const reader of readers) reader.destroy();
  // All at once: whoever is served keeps the turn until everybody has one.
  const served = await Promise.all(
    readers.map(async () => {
      for (;;) {
        const answer = await fetch(address);
        if (answer.status === 200) return answer;
        await answer.body?.cancel();
      }
    }),
  );
  for (const { body } of served) await body?.cancel();
  expect(served).toHaveLength(AT_ONCE);
});

test('of all lists one part is made in each turn of the event loop', async () => {
  let turns = 0;
  const madeIn: number[] = [];
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  async function* short() {
    for (let part = 0; part < 5; part += 1) {
      madeIn.push(turns);
      yield 'x';
    }
  }
  const { address } = await serve(short, 20_000);
  const lists = await Promise.all(Array.from({ length: AT_ONCE }, async () => await (await fetch(address)).text()));
  isOver = true;
  expect(lists).toEqual(lists.map(() => 'xxxxx'));
  expect(new Set(madeIn).size).toBe(madeIn.length);
});
