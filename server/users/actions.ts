/** Adding users: by those who may, and the very first one by whoever sets Godown up (design §4). */
import { setupTexts } from '#contract/auth.ts';
import { errorTexts } from '#contract/errors.ts';
import { can, mayGrant } from '#contract/permissions.ts';
import { userTexts, type UserRecord } from '#contract/users.ts';
import { audit } from '../audit/audit.ts';
import { isUniqueViolation } from '../db/faults.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Database, Trx } from '../db/tables.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { SignedIn } from '../http/access.ts';
import { ApiFault, conflict } from '../http/errors.ts';
import type { Write } from '../http/write.ts';
import { claimInstallation, insertUser, needsFirstAdministrator, type NewUser } from './queries.ts';

/** Throws 401 or 403 unless this person may add an account of this role. */
export function checkMayAdd(actor: SignedIn | undefined, role: NewUser['userRole']): asserts actor is SignedIn {
  if (!actor) throw new ApiFault('unauthenticated', errorTexts.unauthenticated);
  if (!can(actor.userRole, 'create', 'users') || !mayGrant(actor.userRole, role)) {
    throw new ApiFault('forbidden', errorTexts.forbidden);
  }
}

/** Adds a user. Throws 409 where the address is taken. */
export async function addUser({ trx, actor, audit: keep }: Write, user: NewUser): Promise<UserRecord> {
  try {
    const after = await insertUser(trx, user, actor.at);
    await keep({ action: 'create', resource: 'users', recordId: after.userId, before: null, after });
    return after;
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(userTexts.emailTaken, { email: [userTexts.emailTaken] });
    throw error;
  }
}

/** Makes the first administrator. Throws 409 where there is one. */
export async function addFirstAdministrator(trx: Trx, user: NewUser, at: string): Promise<UserRecord> {
  if (!(await claimInstallation(trx, at))) throw conflict(setupTexts.alreadyDone);
  const after = await insertUser(trx, { ...user, userRole: 'admin', status: 1 }, at);
  await audit(trx, after.userId, at, {
    action: 'create',
    resource: 'users',
    recordId: after.userId,
    before: null,
    after,
  });
  return after;
}

/** Makes the account of ADMIN_EMAIL while there is no user yet; several servers may start at once. */
export async function ensureFirstAdministrator(
  db: Database,
  { email, password }: { email: string; password: string },
  now: Date,
): Promise<void> {
  if (!(await needsFirstAdministrator(db))) return;
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    if (!(await needsFirstAdministrator(trx))) return;
    const user = { fullName: 'Administrator', email, phone: '', userRole: 'admin', status: 1, passwordHash } as const;
    await addFirstAdministrator(trx, user, now.toISOString());
  });
}
