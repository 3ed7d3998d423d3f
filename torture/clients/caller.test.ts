import { once } from 'node:events';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { callerAt } from './caller.ts';

const PATIENCE_MS = 2000;
/** Indexes of the numbers that the threads wait for. */
const CLIENT_IS_BUSY = 0;
const NEVER = 1;

const answeringThread = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:http').createServer((_, answer) => {
    parentPort.postMessage('requested');
    Atomics.wait(workerData, ${CLIENT_IS_BUSY}, 0);
    answer.end('{}');
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('an answer that arrives while the client itself is busy is read after its timeout', async () => {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const thread = new Worker(answeringThread, { eval: true, workerData: shared });
  const [port]: number[] = await once(thread, 'message');
  thread.once('message', () => {
    Atomics.store(shared, CLIENT_IS_BUSY, 1);
    Atomics.notify(shared, CLIENT_IS_BUSY);
    Atomics.wait(shared, NEVER, 0, PATIENCE_MS * 1.5);
  });

  const call = callerAt({ port: port ?? 0 }, undefined, { agent: false, patienceMs: PATIENCE_MS });
  const answer = await call('GET', '/health');

  expect(answer?.status).toBe(200);
  await thread.terminate();
});

test('a request that is never answered is an error', async () => {
  const server = createServer((socket) => socket.resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;

  const call = callerAt({ port }, undefined, { agent: false, patienceMs: 200 });

  await expect(call('GET', '/health')).rejects.toThrow('GET /api/health was not answered within 0.2 s');
  server.close();
});
