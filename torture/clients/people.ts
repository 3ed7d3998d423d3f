/** Accounts beside the first administrator's, and their mail. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Role } from '#contract/permissions.ts';
import { insertUser } from '#server/core/auth/accounts.ts';
import type { Store } from '#server/core/db/connect.ts';
import { inTransaction } from '#server/core/db/transaction.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { until } from '../runner/until.ts';
import { type Caller, expectStatus } from './caller.ts';

export const PASSWORD = 'leaf-and-paper';

/** Fields of a registered user. */
export function personFields(email: string, userRole: Role = 'user', over: object = {}) {
  return { fullName: 'Somebody', email, phone: '9876543210', password: PASSWORD, userRole, ...over };
}

export interface Person {
  userId: number;
  email: string;
  role: Role;
  password: string;
}

export async function register(admin: Caller, email: string, role: Role): Promise<Person> {
  const { userId } = await expectStatus(201, admin('POST', '/Auth/register', personFields(email, role)));
  return { userId: Number(userId), email, role, password: PASSWORD };
}

/** Adds an account to the database itself; returns its id. Without a `passwordHash` no sign-in is possible. */
export async function insertAccount(
  { db }: Pick<Store, 'db'>,
  email: string,
  {
    passwordHash = '-',
    userRole = 'user',
    at = new Date(),
  }: { passwordHash?: string; userRole?: Role; at?: Date } = {},
): Promise<number> {
  const user = { fullName: 'Somebody', email, phone: '9876543210', userRole, status: 1, passwordHash } as const;
  return (await inTransaction(db, async (trx) => await insertUser(trx, user, at.toISOString()))).userId;
}

/** The headers of a trusted proxy for a client in a network of its own. */
export function fromNetwork(number: number): Record<string, string> {
  return { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
}

/** The code in the last mail to an address; without SMTP, mails are files. */
export function findMailedCode({ dataDir }: TestDatabase, email: string): string | undefined {
  const outbox = path.join(dataDir, 'outbox');
  if (!existsSync(outbox)) return undefined;
  const mails = readdirSync(outbox)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => readFileSync(path.join(outbox, name), 'utf8'));
  return mails.findLast((mail) => mail.includes(email))?.match(/^Subject: (\d{6}) /m)?.[1];
}

/** The same, once the mail was sent: that happens after the answer. */
export async function mailedCode(database: TestDatabase, email: string): Promise<string> {
  return await until(() => findMailedCode(database, email), `no code was mailed to ${email}`, { everyMs: 20 });
}
