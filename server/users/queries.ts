import { sql } from 'kysely';
import type { Role } from '#contract/permissions.ts';
import type { UserRecord } from '#contract/users.ts';
import type { Database, Trx } from '../db/tables.ts';

export interface NewUser {
  fullName: string;
  email: string;
  phone: string;
  userRole: Role;
  status: 0 | 1;
  passwordHash: string;
}

/** An address as accounts are told apart by it: capitals don't matter. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether nobody has made the first administrator yet. */
export async function needsFirstAdministrator(db: Database | Trx): Promise<boolean> {
  return (await db.selectFrom('installation').select('id').executeTakeFirst()) === undefined;
}

/** Claims the right to make the first administrator; false where somebody else has it, even a moment ago. */
export async function claimInstallation(trx: Trx, at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('installation')
    .values({ id: 1, first_administrator_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Inserts a user and answers the record. Throws the engine's unique violation where the address is taken. */
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

/** The user with this address and the stored password, unless deleted or inactive. */
export async function findActiveUser(
  db: Database,
  email: string,
): Promise<{ user: UserRecord; passwordHash: string } | undefined> {
  const { rows } = await sql<UserRecord & { passwordHash: string }>`
    select id as "userId", full_name as "fullName", email, phone, role as "userRole", status,
      password_hash as "passwordHash"
    from app_user where email_key = ${emailKey(email)} and deleted_at is null and status = 1`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { passwordHash, ...user } = found;
  return { user, passwordHash };
}
