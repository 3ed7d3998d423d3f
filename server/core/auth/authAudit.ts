/** History events of sessions and codes (docs/decisions/034): never with a token, a code or a password. */
import { setImmediate } from 'node:timers/promises';
import type { HistoryAction } from '#contract/historyActions.ts';
import type { UserRecord } from '#contract/core/accounts/signedIn.ts';
import { recordEvents } from '../records/audit.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Trx } from '../db/tables.ts';
import type { Services } from '../services.ts';

type Account = Pick<UserRecord, 'userId' | 'fullName' | 'email'>;

function eventOf(action: HistoryAction, resource: 'sessions' | 'users', { userId, fullName, email }: Account) {
  // The account itself is unchanged: before and after only identify it.
  const account = { fullName, email };
  return { action, resource, recordId: userId, before: account, after: account };
}

/** Records a session that its user opened or ended, in the same transaction. */
export async function auditSession(
  trx: Trx,
  action: 'sign-in' | 'sign-out',
  account: Account,
  at: Date,
): Promise<void> {
  await recordEvents(trx, { userId: account.userId, at: at.toISOString() }, [eventOf(action, 'sessions', account)]);
}

/** Records that a password code was created, since anyone who can read the mail can use it. */
export async function auditCode(trx: Trx, account: Account, at: Date): Promise<void> {
  await recordEvents(trx, { userId: null, at: at.toISOString() }, [eventOf('password-code', 'users', account)]);
}

/**
 * Records a wrong password for an existing account; the rate limits bound their number. Unknown addresses are not
 * recorded, since a stranger could fill the disk with them. Call it after the answer, whose latency must not reveal
 * whether the account exists.
 */
export async function auditRefusal({ store, now }: Services, account: Account): Promise<void> {
  await setImmediate();
  await inTransaction(store.db, async (trx) => {
    await recordEvents(trx, { userId: null, at: now().toISOString() }, [
      eventOf('sign-in-refused', 'sessions', account),
    ]);
  });
}
