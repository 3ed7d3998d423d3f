import type { FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '#contract/core/endpoint.ts';
import { errorTexts } from '#contract/core/errors.ts';
import { can } from '#contract/permissions.ts';
import { findSession, findSessionAgain, type SignedIn } from '../auth/sessions.ts';
import type { Database, Trx } from '../db/tables.ts';
import { ApiError } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | undefined;
  }
  interface FastifyContextConfig {
    /** The contract of the route; every route below /api has one. */
    endpoint?: Endpoint;
  }
}

/** The user of the request's bearer token; undefined without a valid one. */
export async function authenticate(db: Database, request: FastifyRequest, now: Date): Promise<SignedIn | undefined> {
  const token = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : await findSession(db, token, now);
}

/** The current state of the same user, locked if in a transaction. Throws 401 if the session has ended. */
export async function requireSession(db: Database | Trx, { tokenHash }: SignedIn, now: Date): Promise<SignedIn> {
  const user = await findSessionAgain(db, tokenHash, now);
  if (!user) throw new ApiError('unauthenticated', errorTexts.unauthenticated);
  return user;
}

/** Throws 401 or 403 unless the permission table grants access. */
export function authorize(access: Access, user: SignedIn | undefined): void {
  if (access === 'anyone') return;
  if (!user) throw new ApiError('unauthenticated', errorTexts.unauthenticated);
  if (access !== 'signed-in' && !can(user.userRole, access[1], access[0])) {
    throw new ApiError('forbidden', errorTexts.forbidden);
  }
}
