import type { FastifyRequest } from 'fastify';

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // A cookie of another program, such as 100%.
    return value;
  }
}

/**
 * All values of a cookie in a request, decoded. A browser sends several where other programs set the name too, for another
 * path or a parent domain, and does not say which is whose.
 */
export function cookieValues({ headers: { cookie = '' } }: FastifyRequest, name: string): string[] {
  return cookie.split(';').flatMap((part) => {
    const [key = '', ...value] = part.split('=');
    return key.trim() === name ? [decoded(value.join('=').trim())] : [];
  });
}
