import { findEndpoint } from '#contract/core/find.ts';
import { findableKinds, kinds } from '#contract/kinds.ts';
import { can } from '#contract/permissions.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import type { FindRow } from './find.ts';
import { findRead } from './findRead.ts';

/** Where the screens show a record: its page, or its list searched for it. */
function linkOf({ kind, recordId, label }: FindRow): string {
  const { screenPath, found } = kinds[kind];
  return found.opens === 'page' ? `${screenPath}/${recordId}` : `${screenPath}?search=${encodeURIComponent(label)}`;
}

/** In a slot for slow reads, as the searches of the lists. */
export function registerFind(routes: Routes): void {
  const { store } = routes.services;
  routes.raw(findEndpoint, async ({ query }, context) => {
    const { user } = context;
    const allowed = findableKinds.filter((kind) => user && can(user.userRole, 'view', kind));
    const task = { search: query.search, kinds: allowed };
    const rows = await routes.inSlot('search', context, async () => await findRead.run(store, task));
    const answer = rows.map((each) => ({ ...each, link: linkOf(each) }));
    return sendJson(context.reply, 200, toJson(findEndpoint, answer));
  });
}
