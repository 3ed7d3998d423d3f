/** What the history tells of sessions and codes (docs/decisions/034): never a token, a code or a password. */
import { setImmediate } from 'node:timers/promises';
import type { HistoryAction } from '#contract/history.ts';
import type { UserRecord } from '#contract/users.ts';
import { audit } from '../records/audit.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Trx } from '../db/tables.ts';
import type { Services } from '../services.ts';

type Account = Pick<UserRecord, 'userId' | 'fullName' | 'email'>;

function eventOf(action: HistoryAction, resource: 'sessions' | 'users', { userId, fullName, email }: Account) {
  // Nothing of the account changed: before and after only say whose it is.
  const account = { fullName, email };
  return { action, resource, recordId: userId, before: account, after: account };
}

/** Somebody opened or ended a session of their own, in the transaction that does it. */
export async function auditSession(
  trx: Trx,
  action: 'sign-in' | 'sign-out',
  account: Account,
  at: Date,
): Promise<void> {
  await audit(trx, account.userId, at.toISOString(), [eventOf(action, 'sessions', account)]);
}

/** A code for a new password was made, for whoever can read the account's mail. */
export async function auditCode(trx: Trx, account: Account, at: Date): Promise<void> {
  await audit(trx, null, at.toISOString(), [eventOf('password-code', 'users', account)]);
}

/**
 * Somebody gave a wrong password for an account that there is. The limits on guessing bound how many of these there can
 * be; of addresses that nobody has nothing is kept, since a stranger could fill the disk with them. To be called behind
 * the answer, which must not take longer for an account that there is.
 */
export async function auditRefusal({ store, now }: Services, account: Account): Promise<void> {
  await setImmediate();
  await inTransaction(store.db, async (trx) => {
    await audit(trx, null, now().toISOString(), [eventOf('sign-in-refused', 'sessions', account)]);
  });
}
