import { readinessEndpoints } from '#contract/prove/readiness.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { findReadiness } from './queries.ts';

/** Registers the calls of Readiness. */
export function registerReadiness(routes: Routes): void {
  const { store, today } = routes.services;
  routes.raw(readinessEndpoints.read, async (_, context) => {
    const find = async () =>
      await readSnapshot(store.searches, async (snapshot) => await findReadiness(snapshot, today()));
    return sendJson(context.reply, 200, toJson(readinessEndpoints.read, await routes.inSlot('search', context, find)));
  });
}
