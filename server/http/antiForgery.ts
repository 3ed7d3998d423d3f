/**
 * The anti-forgery cookie (specification §7, design §3): the page's answer sets it, the screens repeat it in a header,
 * and a write that carries the cookie without the header comes from another site.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANTI_FORGERY_COOKIE, ANTI_FORGERY_HEADER } from '#contract/endpoints.ts';
import { errorTexts } from '#contract/errors.ts';
import { ApiFault } from './errors.ts';

const TOKEN_BYTES = 18;
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Gives whoever opens the page a token, unless they have one. */
export function giveToken(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[ANTI_FORGERY_COOKIE]) return;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  // The screens' script must read it, so it isn't httpOnly; it is no secret towards whoever holds it.
  reply.setCookie(ANTI_FORGERY_COOKIE, token, { path: '/', sameSite: 'strict' });
}

/** Refuses writes that carry the cookie but don't repeat it, with 403. A client without the cookie is not asked. */
export function refuseForgery(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const token = request.cookies[ANTI_FORGERY_COOKIE];
    const isForged = token !== undefined && request.headers[ANTI_FORGERY_HEADER] !== token;
    if (isForged && !reading.has(request.method)) throw new ApiFault('forbidden', errorTexts.forged);
    done();
  });
}
