import type { FastifyRequest } from 'fastify';
import { isLoopback, type Config } from '../config.ts';

/** Headers of a proxied request, whose connection isn't that of the client. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'];

/** The host of a Host header or an Origin, without scheme, port and brackets; empty if it has none. */
function hostOf(text: string): string {
  const [, inBrackets, plain = ''] = /^(?:https?:\/\/)?(?:\[([\da-f:.]+)\]|([^:/@]+))(?::\d+)?$/i.exec(text) ?? [];
  return (inBrackets ?? plain).toLowerCase();
}

/**
 * True for a request from this machine without a proxy, under a name that only this machine's own pages have: a page of
 * another site reaches loopback too, once its name resolves there (DNS rebinding), but Host and Origin reveal it.
 */
export function isFromThisMachine(
  { socket, headers }: FastifyRequest,
  { allowedHosts }: Pick<Config, 'allowedHosts'>,
): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  if (!isLoopback(address) || proxyHeaders.some((name) => name in headers)) return false;
  const { host = '', origin = `http://${host}` } = headers;
  return [host, origin].map(hostOf).every((name) => isLoopback(name) || allowedHosts.includes(name));
}
