import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config.ts';

/** Headers of a proxied request, whose connection isn't that of the client. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'];

/** Whether a request comes from this machine without a proxy. */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return isLoopback(address) && !proxyHeaders.some((name) => name in headers);
}
