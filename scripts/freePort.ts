import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 on which nothing listens at the moment. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
