import { sql } from 'kysely';
import { userEndpoints, userTexts, type ListedUserRecord } from '#contract/core/accounts/users.ts';
import { findUser } from '../../core/auth/accounts.ts';
import { hashPassword } from '../../core/auth/passwords.ts';
import type { ListSource } from '../../core/lists/listing.ts';
import { restoreEndpoint } from '#contract/core/restore.ts';
import { contained } from '../../core/lists/search.ts';
import { notFound } from '../../core/http/errors.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { deleteUser, editUser, restoreUser } from './actions.ts';

const rowId = sql<number>`id`;

/** Users, newest first; searched by name, email and phone. */
const userList: ListSource<ListedUserRecord> = {
  columns: sql`id as "userId", full_name as "fullName", email, phone, role as "userRole", status, updated_at as "updatedAt"`,
  from: sql`app_user`,
  where: sql`deleted_at is null`,
  counted: 'app_user',
  filters: { userRole: (equalsParam) => sql`role ${equalsParam}`, status: (equalsParam) => sql`status ${equalsParam}` },
  matches: (term) => contained(term, ['full_name', 'email', 'phone']),
  sort: {
    userId: rowId,
    fullName: sql`lower(full_name)`,
    email: sql`email_key`,
    phone: sql`phone`,
    userRole: sql`role`,
    status: sql`status`,
  },
  defaultSort: { by: 'userId', order: 'desc' },
  id: rowId,
};

/** Registers the calls of users. */
export function registerUsers(routes: Routes): void {
  routes.list(userEndpoints.list, userList);
  routes.read(userEndpoints.get, async ({ params }) => {
    const user = await findUser(routes.services.store.db, params.id);
    if (!user) throw notFound(userTexts.notFound);
    return user;
  });
  routes.raw(
    userEndpoints.update,
    async ({ params, body }, context) => {
      // Hashing is slow, so it happens before the transaction takes locks.
      const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password);
      const { status, text } = await routes.perform(context, undefined, async (write) => ({
        status: 200,
        text: toJson(userEndpoints.update, await editUser(write, params.id, { ...body, passwordHash })),
      }));
      return sendJson(context.reply, status, text);
    },
    { work: 'password' },
  );
  routes.write(userEndpoints.remove, async ({ params }, write) => await deleteUser(write, params.id));
  routes.write(restoreEndpoint('users'), async ({ params }, write) => await restoreUser(write, params.id));
}
