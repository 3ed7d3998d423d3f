/** Clients that sign in, request and use codes at a server in this process, each with an address and a device. */
import { hashPassword } from '#server/auth/passwords.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { insertUser } from '#server/auth/accounts.ts';
import { PASSWORD } from '../clients/people.ts';
import type { InProcess } from '../runner/inProcess.ts';

export const WRONG_CODE = 'guess0';

/** Adds accounts that share one password and hash. */
export async function addAccounts({ store, clock }: InProcess, emails: readonly string[]): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  for (const email of emails) {
    const user = { fullName: 'A user', email, phone: '9876543210', userRole: 'user', status: 1, passwordHash } as const;
    await inTransaction(store.db, async (trx) => await insertUser(trx, user, new Date(clock.now).toISOString()));
  }
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

/** Makes a guess at an account; returns the status and Retry-After. */
export async function tryAt(
  { app }: InProcess,
  email: string,
  what: Try,
  { remoteAddress, forwarded, device }: Origin,
) {
  const request =
    what === 'asking'
      ? ({ method: 'GET', url: `/api/Auth/reset-password-otp?email=${email}` } as const)
      : 'code' in what
        ? ({
            method: 'POST',
            url: '/api/Auth/verify-otp',
            payload: { email, otp: what.code, password: PASSWORD },
          } as const)
        : ({
            method: 'POST',
            url: '/api/Auth/checkUserAuthentication',
            payload: { userName: email.toUpperCase(), userPassword: what.password },
          } as const);
  const { statusCode, headers } = await app.inject({
    ...request,
    remoteAddress,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    cookies: device === undefined ? {} : { godown_device: device },
  });
  return { status: statusCode, retryAfter: Number(headers['retry-after'] ?? 0) };
}
