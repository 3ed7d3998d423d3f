/** Permissions that depend on the content of a request: the user's role is read in the transaction. */
import { can, type Action, type Resource } from '#contract/permissions.ts';
import type { Trx } from '../db/tables.ts';

/** Whether a user may do something to records of a kind (contract/permissions.ts). */
export async function mayDo(trx: Trx, userId: number, action: Action, resource: Resource): Promise<boolean> {
  const { role } = await trx.selectFrom('app_user').select('role').where('id', '=', userId).executeTakeFirstOrThrow();
  return can(role, action, resource);
}
