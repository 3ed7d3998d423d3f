import { restoreEndpoint } from '#contract/core/restore.ts';
import { runEndpoints, runTexts } from '#contract/make/runs.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { notFound } from '../../core/http/errors.ts';
import type { Routes } from '../../core/http/routes.ts';
import { findOrganic } from './organic.ts';
import { continueRun, createRun, deleteRun, updateRun } from './runActions.ts';
import { restoreRun } from './runRestoring.ts';
import { findRunWithClaims, runList, addLines } from './runQueries.ts';

/** Registers the calls of production runs. */
export function registerRuns(routes: Routes): void {
  const { today, store } = routes.services;
  const { db } = store;
  routes.listOf(runEndpoints.list, runList, addLines);
  routes.read(
    runEndpoints.organic,
    async ({ query }) => await readSnapshot(db, async (snapshot) => await findOrganic(snapshot, query.lots, today())),
  );
  routes.read(runEndpoints.get, async ({ params }) => {
    const run = await readSnapshot(db, async (snapshot) => await findRunWithClaims(snapshot, params.id));
    if (!run) throw notFound(runTexts.notFound);
    return run;
  });
  routes.write(runEndpoints.create, async ({ body }, write) => await createRun(write, body));
  routes.write(runEndpoints.update, async ({ params, body }, write) => await updateRun(write, params.id, body));
  routes.write(runEndpoints.progress, async ({ params, body }, write) => await continueRun(write, params.id, body));
  routes.write(runEndpoints.remove, async ({ params }, write) => await deleteRun(write, params.id));
  routes.write(restoreEndpoint('runs'), async ({ params }, write) => await restoreRun(write, params.id));
}
