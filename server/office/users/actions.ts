/** Users: adding, changing and deleting them, and the first administrator at setup (docs/domain.md, Access). */
import { setupTexts } from '#contract/core/accounts/auth.ts';
import { errorTexts, type FieldErrors } from '#contract/core/errors.ts';
import { can, mayGrant } from '#contract/permissions.ts';
import { restoreTexts } from '#contract/core/restore.ts';
import { userTexts, type ListedUserRecord } from '#contract/core/accounts/users.ts';
import type { UserRecord } from '#contract/core/accounts/signedIn.ts';
import { recordEvents } from '../../core/records/audit.ts';
import { isUniqueViolation } from '../../core/db/faults.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { lockUser } from '../../core/auth/changePassword.ts';
import { forgetDevices } from '../../core/auth/devices.ts';
import { hashPassword } from '../../core/auth/passwords.ts';
import { endSessionsOf, type SignedIn } from '../../core/auth/sessions.ts';
import { ApiError, conflict, notFound } from '../../core/http/errors.ts';
import type { Write } from '../../core/records/write.ts';
import { changedAt, checkBodyId, checkUnchanged } from '../../core/records/optimisticLock.ts';
import { markDeleted } from '../../core/records/crudQueries.ts';
import { markRestored } from '../../core/records/restoring.ts';
import {
  claimInstallation,
  countActiveAdministrators,
  insertUser,
  needsFirstAdministrator,
  updateUser,
  type NewUser,
} from '../../core/auth/accounts.ts';

/** Throws 401 or 403 unless this user may add an account of this role; `hadToken`: the session may have ended. */
export function checkMayAdd(
  actor: SignedIn | undefined,
  role: NewUser['userRole'],
  hadToken: boolean,
): asserts actor is SignedIn {
  if (!actor) throw new ApiError('unauthenticated', hadToken ? errorTexts.unauthenticated : setupTexts.alreadyDone);
  if (!can(actor.userRole, 'create', 'users') || !mayGrant(actor.userRole, role)) {
    throw new ApiError('forbidden', errorTexts.forbidden);
  }
}

/** Maps an address that another user has to a 409, at the field where the call has one. */
async function withFreeEmail<Saved>(save: () => Promise<Saved>, errors?: FieldErrors): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(userTexts.emailTaken, errors);
    throw error;
  }
}

const emailErrors: FieldErrors = { email: [userTexts.emailTaken] };

/** Adds a user. Throws 409 if the address is taken. */
export async function addUser({ trx, actor, audit }: Write, user: NewUser): Promise<UserRecord> {
  const after = await withFreeEmail(async () => await insertUser(trx, user, actor.at), emailErrors);
  await audit({ action: 'create', resource: 'users', recordId: after.userId, before: null, after });
  return after;
}

/**
 * Creates the first administrator, recorded as their own action or, from the environment, as the system's; undefined if
 * there is one, even since a moment ago.
 */
export async function addFirstAdministrator(
  trx: Trx,
  user: NewUser,
  at: string,
  by: 'user' | 'system' = 'user',
): Promise<UserRecord | undefined> {
  if (!(await claimInstallation(trx, at))) return undefined;
  const after = await insertUser(trx, { ...user, userRole: 'admin', status: 1 }, at);
  const change = { action: 'create', resource: 'users', recordId: after.userId, before: null, after } as const;
  await recordEvents(trx, { userId: by === 'system' ? null : after.userId, at }, [change]);
  return after;
}

/** Creates the account of ADMIN_EMAIL if there is no user yet; safe when several servers start at once. */
export async function ensureFirstAdministrator(
  db: Database,
  { email, password }: { email: string; password: string },
  now: Date,
): Promise<void> {
  if (!(await needsFirstAdministrator(db))) return;
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    const user = { fullName: 'Administrator', email, phone: '', userRole: 'admin', status: 1, passwordHash } as const;
    await addFirstAdministrator(trx, user, now.toISOString(), 'system');
  });
}

interface UserEdit {
  fullName: string;
  email: string;
  phone: string;
  userRole: NewUser['userRole'];
  userId?: number | undefined;
  /** Missing to keep it. */
  status?: 0 | 1 | undefined;
  /** Missing to keep the old password. */
  passwordHash: string | undefined;
  /** `updatedAt` as the editor read it; missing without a conflict check. */
  updatedAt?: string | null | undefined;
}

async function mustFind(trx: Trx, id: number): Promise<ListedUserRecord> {
  const user = await lockUser(trx, id);
  if (!user) throw notFound(userTexts.notFound);
  return user;
}

/** Throws 409 if no active administrator would be left. */
async function requireAdministrator(
  trx: Trx,
  before: UserRecord,
  after: Pick<UserRecord, 'userRole' | 'status'> | null,
) {
  const isOne = before.userRole === 'admin' && before.status === 1;
  const staysOne = after?.userRole === 'admin' && after.status === 1;
  if (isOne && !staysOne && (await countActiveAdministrators(trx)) <= 1) throw conflict(userTexts.lastAdministrator);
}

/**
 * Changes a user. A new role, status, address or password ends their sessions in the same transaction (docs/domain.md,
 * Sessions), kept devices too, and a new password their known devices. Throws 404, and 409 if the address is taken, the user
 * was changed concurrently, or no active administrator would be left.
 */
export async function editUser(write: Write, id: number, edit: UserEdit): Promise<ListedUserRecord> {
  const { trx, actor, audit } = write;
  checkBodyId(id, edit.userId, 'userId');
  const before = await mustFind(trx, id);
  await checkUnchanged(write, { resource: 'users', recordId: id, updatedAt: before.updatedAt }, edit.updatedAt);
  const { fullName, email, phone, userRole, passwordHash } = edit;
  const status = edit.status ?? before.status;
  const updatedAt = changedAt(actor.at, before.updatedAt);
  const after: ListedUserRecord = { userId: id, fullName, email, phone, userRole, status, updatedAt };
  await requireAdministrator(trx, before, after);
  await withFreeEmail(async () => await updateUser(trx, after, passwordHash, updatedAt), emailErrors);
  const isOther = before.userRole !== userRole || before.status !== after.status || passwordHash !== undefined;
  if (isOther || before.email !== email) await endSessionsOf(trx, id);
  if (passwordHash !== undefined) await forgetDevices(trx, id);
  const change = { action: 'update', resource: 'users', recordId: id, before } as const;
  await audit({ ...change, after: { ...after, passwordChanged: passwordHash !== undefined } });
  return after;
}

/** Deletes a user and ends their sessions. Throws 404, and 409 for oneself and for the last active administrator. */
export async function deleteUser({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  const before = await mustFind(trx, id);
  if (id === actor.userId) throw conflict(userTexts.notYourself);
  await requireAdministrator(trx, before, null);
  await markDeleted(trx, 'app_user', id, actor.at);
  await endSessionsOf(trx, id);
  await audit({ action: 'delete', resource: 'users', recordId: id, before, after: null });
  return { message: userTexts.deleted };
}

/** Restores a deleted user without a session. Throws 404, or 409 if the user is not deleted or another user has the address. */
export async function restoreUser({ trx, actor, audit }: Write, id: number): Promise<{ message: string }> {
  const { at } = actor;
  await withFreeEmail(async () => await markRestored(trx, 'app_user', id, { at, notFoundText: userTexts.notFound }));
  const after = await mustFind(trx, id);
  await audit({ action: 'restore', resource: 'users', recordId: id, before: null, after });
  return { message: restoreTexts.restored('users') };
}
