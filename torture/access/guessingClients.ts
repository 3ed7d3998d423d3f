/** Clients that sign in, request and use codes at a server in this process, each with an address and a device. */
import type { InjectOptions } from 'fastify';
import { hashPassword } from '#server/auth/passwords.ts';
import { insertAccount, PASSWORD } from '../clients/people.ts';
import type { InProcess } from '../runner/inProcess.ts';

export const WRONG_CODE = 'guess0';

/** Adds accounts that share one password and hash. */
export async function addAccounts({ store, clock }: InProcess, emails: readonly string[]): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  for (const email of emails) await insertAccount(store, email, { passwordHash, at: new Date(clock.now) });
}

/** The cookie of a device, by its number. */
export function deviceId(number: number): string {
  return `device${number}`.padEnd(32, '-');
}

export interface Origin {
  remoteAddress: string;
  forwarded?: string | undefined;
  device?: string | undefined;
}

/** What is tried: a password, a code (with the password that is to be set), or asking for a code. */
export type Try = { password: string } | { code: string } | 'asking';

function requestOf(email: string, what: Try): InjectOptions {
  if (what === 'asking') return { url: `/api/Auth/reset-password-otp?email=${email}` };
  const post = { method: 'POST', url: '/api/Auth/checkUserAuthentication' } as const;
  if ('password' in what) return { ...post, payload: { userName: email.toUpperCase(), userPassword: what.password } };
  return { ...post, url: '/api/Auth/verify-otp', payload: { email, otp: what.code, password: PASSWORD } };
}

/** Makes a guess at an account; returns the status and Retry-After. */
export async function tryAt(
  { app }: InProcess,
  email: string,
  what: Try,
  { remoteAddress, forwarded, device }: Origin,
) {
  const request = requestOf(email, what);
  const { statusCode, headers } = await app.inject({
    ...request,
    remoteAddress,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    cookies: device === undefined ? {} : { godown_device: device },
  });
  return { status: statusCode, retryAfter: Number(headers['retry-after'] ?? 0) };
}
