import type { z } from 'zod';
import type { Engine } from '../../core/db/connect.ts';
import type { Trx } from '../../core/db/tables.ts';
import { findableKinds, type FindableKind, type TraceRoot } from '#contract/kinds.ts';
import { traceEndpoints, traceTexts } from '#contract/prove/trace.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
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
type FindRecords = (
  snapshot: Trx,
  term: string,
  kinds: readonly FindableKind[],
  engine: Engine,
) => Promise<readonly (Omit<TraceHit, 'root'> & { kind: FindableKind })[]>;

/** All in slots for slow reads, since a trace may hold every run there is. */
export function registerTrace(routes: Routes, findRecords: FindRecords): void {
  const { store } = routes.services;
  const { find, lots, goods, inwards, suppliers, runs, dispatches, buyers } = traceEndpoints;
  routes.raw(find, async ({ query }, context) => {
    const hits = await routes.inSlot('search', context, async () => {
      return await readSnapshot(store.searches, async (snapshot) => {
        return await findRecords(snapshot, query.search, traceable, store.engine);
      });
    });
    const answer = hits.flatMap(({ kind, ...hit }) => {
      const root = rootOf[kind];
      return root ? [{ ...hit, root }] : [];
    });
    return sendJson(context.reply, 200, toJson(find, answer));
  });
  const register = (endpoint: typeof lots, root: TraceRoot) => {
    routes.raw(endpoint, async ({ params, query }, context) => {
      const { direction } = query;
      const traced = await routes.inSlot('search', context, async () => {
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
