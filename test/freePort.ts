import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below all ports that systems give away by themselves: a server that was killed finds its own free again, however many
 * connections others have opened meanwhile. Browsers refuse some well-known ones, and none of these.
 */
const FIRST = 12_000;
/** Each process has a row of its own, so that two that look at once don't find the same one. */
const ROWS = 200;
const PORTS_OF_A_ROW = 100;

let looked = 0;

async function isFree(port: number): Promise<boolean> {
  const listener = createServer();
  try {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
  } catch {
    return false;
  }
  listener.close();
  await once(listener, 'close');
  return true;
}

/** A port of 127.0.0.1 on which nothing listens at the moment, each time another. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_OF_A_ROW; tries += 1) {
    const port = FIRST + (process.pid % ROWS) * PORTS_OF_A_ROW + (looked % PORTS_OF_A_ROW);
    looked += 1;
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free.');
}
