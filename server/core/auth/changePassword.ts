/** Sets a new password on behalf of the account's owner. */
import type { ListedUserRecord } from '#contract/core/accounts/users.ts';
import type { Trx } from '../db/tables.ts';
import { changedAt } from '../records/optimisticLock.ts';
import type { Write } from '../records/write.ts';
import { findUser, updateUser } from './accounts.ts';
import { forgetDevices } from './devices.ts';
import { endSessionsOf } from './sessions.ts';

/** Serializes changes of users: two administrators who demote each other must not both succeed. */
export async function lockUser(trx: Trx, id: number): Promise<ListedUserRecord | undefined> {
  await trx
    .updateTable('installation')
    .set(({ ref }) => ({ id: ref('id') }))
    .execute();
  return await findUser(trx, id);
}

/**
 * Sets the password of a user who proved ownership by a code or the old password, and ends all their sessions except
 * that of `exceptTokenHash`; their known devices are forgotten, kept ones end. Reads the user again, so that concurrent changes by an
 * administrator stay. False if the account is deleted or inactive.
 */
export async function changePassword(
  { trx, actor, audit }: Write,
  passwordHash: string,
  how: 'password-change' | 'password-reset',
  exceptTokenHash?: string,
): Promise<boolean> {
  const { userId, at } = actor;
  const user = await lockUser(trx, userId);
  if (user?.status !== 1) return false;
  await updateUser(trx, user, passwordHash, changedAt(at, user.updatedAt));
  await endSessionsOf(trx, userId, exceptTokenHash);
  await forgetDevices(trx, userId);
  const change = { action: how, resource: 'users', recordId: userId, before: user } as const;
  await audit({ ...change, after: { ...user, passwordChanged: true } });
  return true;
}
