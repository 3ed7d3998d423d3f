/** Limits on open connections, in total and per address: each uses memory before authentication. */
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';

const MOST = 3000;
const MAX_PER_ADDRESS = 256;

/**
 * Closes connections beyond the limits at once. A trusted proxy has no limit of its own, since it carries many clients.
 */
export function limitConnections({ server }: FastifyInstance, trustProxy: Config['trustProxy']): void {
  const isTrusted = compile(trustProxy || []);
  const open = new Map<string, number>();
  server.maxConnections = MOST;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > MAX_PER_ADDRESS && !isTrusted(address, 0)) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
