/**
 * The anti-forgery cookie (specification §7, design §3): the page's response sets it, the screens repeat it in a
 * header. A write with the cookie but without the header comes from another site.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANTI_FORGERY_COOKIE, ANTI_FORGERY_HEADER } from '#contract/endpoints.ts';
import { refusalTexts } from '#contract/refusals.ts';
import { ApiFault } from './errors.ts';

const TOKEN_BYTES = 18;
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sets the token with the page, unless the client has one. */
export function giveToken(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[ANTI_FORGERY_COOKIE]) return;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  // Not httpOnly, since the screens' script reads it; it is no secret from its owner.
  reply.setCookie(ANTI_FORGERY_COOKIE, token, { path: '/', sameSite: 'strict' });
}

/** Refuses writes with the cookie but without the header, with 403. A client without the cookie is not checked. */
export function refuseForgery(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const token = request.cookies[ANTI_FORGERY_COOKIE];
    const isForged = token !== undefined && request.headers[ANTI_FORGERY_HEADER] !== token;
    if (isForged && !reading.has(request.method)) throw new ApiFault('forbidden', refusalTexts.forged);
    done();
  });
}
