/** The codes that set a new password: hashed, for ten minutes and five tries. */
import type { UserRecord } from '#contract/core/accounts/signedIn.ts';
import type { Database } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import { lockUnchanged } from './accounts.ts';
import { auditCode } from './authAudit.ts';

/** From when the mail server accepted the mail. */
export const CODE_MINUTES = 10;
const CODE_TRIES = 5;
/** A code that ends later was stored before the clock was set back; servers differ by milliseconds. */
const MAX_MINUTES = CODE_MINUTES + 1;

function inMinutes(now: Date, minutes: number): string {
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}

/** An active account as it was when a code was requested. */
interface CodeAccount {
  user: UserRecord;
  passwordHash: string;
}

/**
 * Stores a code in place of the previous one of the device. Stores nothing if address, password or role have changed
 * since the request, or the account is inactive or deleted: then the code would be invalid.
 */
export async function storeCode(
  { store, now }: Pick<Services, 'store' | 'now'>,
  { user, passwordHash }: CodeAccount,
  deviceHash: string,
  codeHash: string,
): Promise<void> {
  const { userId } = user;
  await inTransaction(store.db, async (trx) => {
    if (!(await lockUnchanged(trx, userId, passwordHash, user))) return;
    const fresh = {
      code_hash: codeHash,
      expires_at: inMinutes(now(), CODE_MINUTES),
      tries_left: CODE_TRIES,
      other_tries_left: CODE_TRIES,
    };
    await trx
      .insertInto('reset_code')
      .values({ user_id: userId, device_hash: deviceHash, ...fresh })
      .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(fresh))
      .execute();
    await auditCode(trx, user, now());
  });
}

/**
 * Uses up one try and returns the hash of the code to compare with: the code of a device that the request names, or for
 * another device the newest one. Tries are counted apart for the device that requested the code. Undefined without a
 * valid code or tries.
 */
export async function spendTry(
  { store, now }: Services,
  userId: number,
  deviceHashes: readonly string[],
): Promise<string | undefined> {
  return await inTransaction(store.db, async (trx) => {
    const codes = trx
      .selectFrom('reset_code')
      .where('user_id', '=', userId)
      .where('expires_at', '>', now().toISOString())
      // A clock that was set back must not extend a code.
      .where('expires_at', '<=', inMinutes(now(), MAX_MINUTES))
      .orderBy('expires_at', 'desc')
      .orderBy('id', 'desc');
    const own =
      deviceHashes.length === 0
        ? undefined
        : await codes.where('device_hash', 'in', deviceHashes).select('id').executeTakeFirst();
    const newest = own ?? (await codes.select('id').executeTakeFirst());
    if (!newest) return undefined;
    const tries = own ? 'tries_left' : 'other_tries_left';
    const spent = await trx
      .updateTable('reset_code')
      .set(({ eb }) => ({ [tries]: eb(tries, '-', 1) }))
      .where('id', '=', newest.id)
      .where(tries, '>', 0)
      .returning('code_hash')
      .executeTakeFirst();
    return spent?.code_hash;
  });
}

/** Deletes expired codes. */
export async function deleteOldCodes(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('reset_code').where('expires_at', '<', now.toISOString()).execute();
}
