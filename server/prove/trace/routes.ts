import type { z } from 'zod';
import type { Store } from '../../core/db/connect.ts';
import { findableKinds, type FindableKind, type TraceRoot } from '#contract/kinds.ts';
import { traceEndpoints, traceTexts } from '#contract/prove/trace.ts';
import { notFound } from '../../core/http/errors.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { traceRead } from './traceRead.ts';

/** Kinds of records in search results as roots of a trace. */
const rootOf: Partial<Record<FindableKind, TraceRoot>> = {
  goods: 'goods',
  lots: 'lots',
  inward: 'inwards',
  dispatches: 'dispatches',
  suppliers: 'suppliers',
  buyers: 'buyers',
};
const traceable = findableKinds.filter((kind) => kind in rootOf);

type TraceHit = z.output<typeof traceEndpoints.find.answer>[number];

/** Finds records of some kinds by a search term. */
interface FindRead {
  run(
    store: Store,
    task: { search: string; kinds: readonly FindableKind[] },
  ): Promise<readonly (Omit<TraceHit, 'root'> & { kind: FindableKind })[]>;
}

/** In slots for long reads, since a trace may hold every run there is; what is traced is searched for as elsewhere. */
export function registerTrace(routes: Routes, findRead: FindRead): void {
  const { store } = routes.services;
  const { find, lots, goods, inwards, suppliers, runs, dispatches, buyers } = traceEndpoints;
  routes.raw(find, async ({ query }, context) => {
    const task = { search: query.search, kinds: traceable };
    const hits = await routes.inSlot('search', context, async () => await findRead.run(store, task));
    const answer = hits.flatMap(({ kind, ...hit }) => {
      const root = rootOf[kind];
      return root ? [{ ...hit, root }] : [];
    });
    return sendJson(context.reply, 200, toJson(find, answer));
  });
  const register = (endpoint: typeof lots, root: TraceRoot) => {
    routes.raw(endpoint, async ({ params, query }, context) => {
      const { direction } = query;
      const traced = await routes.inSlot('longRead', context, async () => {
        return await traceRead.run(store, { root, id: params.id, direction });
      });
      if (!traced) throw notFound(traceTexts.notFound);
      return sendJson(context.reply, 200, traced);
    });
  };
  register(lots, 'lots');
  register(goods, 'goods');
  register(inwards, 'inwards');
  register(suppliers, 'suppliers');
  register(runs, 'production-runs');
  register(dispatches, 'dispatches');
  register(buyers, 'buyers');
}
