import { sql } from 'kysely';
import type { Role } from '#contract/permissions.ts';
import type { ListedUserRecord } from '#contract/core/accounts/users.ts';
import type { UserRecord } from '#contract/core/accounts/signedIn.ts';
import type { Database, Trx } from '../db/tables.ts';

export interface NewUser {
  fullName: string;
  email: string;
  phone: string;
  userRole: Role;
  status: 0 | 1;
  passwordHash: string;
}

/** The key of an address: unique among accounts, ignoring case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether there is no administrator yet. */
export async function needsFirstAdministrator(db: Database | Trx): Promise<boolean> {
  return (await db.selectFrom('installation').select('id').executeTakeFirst()) === undefined;
}

/** Claims the creation of the first administrator; false if another request has claimed it. */
export async function claimInstallation(trx: Trx, at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('installation')
    .values({ id: 1, first_administrator_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Inserts a user and returns the record. Throws the engine's unique violation where the address is taken. */
export async function insertUser(trx: Trx, user: NewUser, at: string): Promise<UserRecord> {
  const { id } = await trx
    .insertInto('app_user')
    .values({
      full_name: user.fullName,
      email: user.email,
      email_key: emailKey(user.email),
      phone: user.phone,
      role: user.userRole,
      status: user.status,
      password_hash: user.passwordHash,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { fullName, email, phone, userRole, status } = user;
  return { userId: id, fullName, email, phone, userRole, status };
}

/** The active user with this address, with the password hash. */
export async function findActiveUser(
  db: Database,
  email: string,
): Promise<{ user: UserRecord; passwordHash: string } | undefined> {
  const { rows } = await sql<UserRecord & { passwordHash: string }>`
    select id as "userId", full_name as "fullName", email, phone, role as "userRole", status,
      password_hash as "passwordHash"
    from app_user where email_key = ${emailKey(email)} and deleted_at is null and status = 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { passwordHash, ...user } = row;
  return { user, passwordHash };
}

/** The password hash of an active user. */
export async function findPasswordHash(db: Database, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .executeTakeFirst();
  return row?.password_hash;
}

/** One user, unless deleted. */
export async function findUser(trx: Database | Trx, id: number): Promise<ListedUserRecord | undefined> {
  return await trx
    .selectFrom('app_user')
    .select([
      'id as userId',
      'full_name as fullName',
      'email',
      'phone',
      'role as userRole',
      'status',
      'updated_at as updatedAt',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The number of active administrators. */
export async function countActiveAdministrators(trx: Trx): Promise<number> {
  const { n } = await trx
    .selectFrom('app_user')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('role', '=', 'admin')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Updates a user, and the password if there is a new one. Throws the unique violation of a taken address. */
export async function updateUser(
  trx: Trx,
  user: UserRecord,
  passwordHash: string | undefined,
  at: string,
): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({
      full_name: user.fullName,
      email: user.email,
      email_key: emailKey(user.email),
      phone: user.phone,
      role: user.userRole,
      status: user.status,
      updated_at: at,
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    })
    .where('id', '=', user.userId)
    .execute();
}

/**
 * Locks an active user until the transaction ends; false if the password has changed since it was checked, or the
 * address or role, if there are any.
 */
export async function lockUnchanged(
  trx: Trx,
  userId: number,
  passwordHash: string,
  same?: Pick<UserRecord, 'email' | 'userRole'>,
): Promise<boolean> {
  const unchanged = trx
    .updateTable('app_user')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null);
  const lock = same
    ? unchanged.where('email_key', '=', emailKey(same.email)).where('role', '=', same.userRole)
    : unchanged;
  const { numUpdatedRows } = await lock.executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
