import { readinessEndpoints } from '#contract/prove/readiness.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { findReadiness } from './queries.ts';

/** Registers the calls of Readiness. */
export function registerReadiness(routes: Routes): void {
  const { today } = routes.services;
  routes.raw(readinessEndpoints.read, async (_, context) => {
    const rows = await routes.longRead(context, async (snapshot) => await findReadiness(snapshot, today()));
    return sendJson(context.reply, 200, toJson(readinessEndpoints.read, rows));
  });
}
