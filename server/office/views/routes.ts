import { viewEndpoints } from '#contract/core/views.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { createView, deleteView, updateView } from './actions.ts';
import { findViews } from './queries.ts';

/** Registers the calls of saved views. */
export function registerViews(routes: Routes): void {
  const { db } = routes.services.store;
  const { list, create, update, remove } = viewEndpoints;
  routes.raw(list, async ({ query }, { user, reply }) => {
    const views = user ? await findViews(db, user.userId, query.list) : [];
    return sendJson(reply, 200, toJson(list, views));
  });
  routes.write(create, async ({ body }, write) => await createView(write, body));
  routes.write(update, async ({ params, body }, write) => await updateView(write, params.id, body));
  routes.write(remove, async ({ params }, write) => await deleteView(write, params.id));
}
