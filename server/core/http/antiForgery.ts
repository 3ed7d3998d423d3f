/**
 * The anti-forgery cookie (specification §7, docs/domain.md, Anti-forgery): the page's response sets it, the screens
 * repeat it in a header. A write with the cookie but without the header comes from another site: only a page of this
 * origin may send the header. Other programs on this host or under its parent domain may set a cookie of the same name;
 * they can't send the header either, so any value that is sent will do (docs/decisions/097).
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANTI_FORGERY_COOKIE, ANTI_FORGERY_HEADER, ANTI_FORGERY_TOKEN } from '#contract/core/endpoint.ts';
import { refusalTexts } from '#contract/core/refusals.ts';
import { cookieValues } from './cookies.ts';
import { ApiError } from './errors.ts';

const TOKEN_BYTES = 18;
const ownToken = new RegExp(`^${ANTI_FORGERY_TOKEN}$`);
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

function sendToken(reply: FastifyReply): void {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  // Not httpOnly, since the screens' script reads it; it is no secret from its owner.
  reply.setCookie(ANTI_FORGERY_COOKIE, token, { path: '/', sameSite: 'strict' });
}

/** Sets the token with the page, unless the client has one of ours. */
export function setToken(request: FastifyRequest, reply: FastifyReply): void {
  if (!cookieValues(request, ANTI_FORGERY_COOKIE).some((value) => ownToken.test(value))) sendToken(reply);
}

/**
 * Refuses writes with the cookie but without the header, with 403 and a new token: a script may be unable to read the
 * one that it has, and repeats the request. A client without the cookie is not checked.
 */
export function refuseForgery(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const sent = reading.has(request.method) ? [] : cookieValues(request, ANTI_FORGERY_COOKIE);
    const header = request.headers[ANTI_FORGERY_HEADER];
    if (sent.length > 0 && !sent.some((value) => value === header)) {
      sendToken(reply);
      throw new ApiError('forbidden', refusalTexts.forged);
    }
    done();
  });
}
