import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config.ts';

/** A request that carries one of these came through a proxy, so its connection doesn't say where it came from. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'];

/** Whether a request comes straight from this machine. */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return isLoopback(address) && !proxyHeaders.some((name) => name in headers);
}
