/**
 * A thread that sends a request at fixed times, whether or not the one before is answered, and on a message reports how
 * long each took, in milliseconds. On a thread of its own, so that what an attack does besides is not measured.
 */
import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 20;
const HANG_MS = 60_000;
/** Milliseconds of a request that was not answered as it should. */
const FAILED = Infinity;

const { port, token, path }: { port: number; token: string; path: string } = workerData;
const agent = new http.Agent({ keepAlive: true });
const taken: Promise<number>[] = [];

async function take(): Promise<number> {
  const start = performance.now();
  return await new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = http.get({ port, path, agent, headers, timeout: HANG_MS }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200 ? performance.now() - start : FAILED));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(FAILED));
  });
}

const timer = setInterval(() => taken.push(take()), EVERY_MS);
parentPort?.once('message', () => {
  clearInterval(timer);
  void Promise.all(taken).then((all) => {
    parentPort?.postMessage(all, []);
    agent.destroy();
  });
});
