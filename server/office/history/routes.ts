import { activityEndpoint, historyEndpoints, historyTexts } from '#contract/core/history.ts';
import { TOTAL_COUNT_HEADER } from '#contract/core/lists.ts';
import type { HistoryKind } from '#contract/kinds.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { notFound } from '../../core/http/errors.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { listReader } from '../../core/lists/listing.ts';
import type { Master } from '../../core/records/crudRoutes.ts';
import type { Document } from '../../core/records/document.ts';
import type { RecordedKind } from '../../core/records/historyFields.ts';
import { describeEvents, type HistoryOfKind } from './describe.ts';
import { activityIn, eventList, recordExisted, widerEventLists } from './queries.ts';
import { recordedKinds } from './recordedKinds.ts';

const MAX_AT_ONCE = 200;

/** Registers the history of each kind and, for administrators, all activity. */
export function registerHistory(
  routes: Routes,
  masters: readonly Master[],
  documents: readonly { document: Document }[],
): void {
  const { engine } = routes.services.store;
  const allEvents = listReader(engine, eventList);
  const { timeZone } = routes.services.config;
  const defined = [
    ...masters.map(({ resource: kind, table, historyFields }) => ({ kind, table, historyFields })),
    ...documents.map(({ document }) => document),
    ...recordedKinds(timeZone),
  ];
  const definitionOf = new Map<HistoryKind, Omit<RecordedKind, 'kind'>>(defined.map((each) => [each.kind, each]));
  const historyOf: HistoryOfKind = (kind) => definitionOf.get(kind) ?? { historyFields: [] };
  for (const endpoint of historyEndpoints) {
    const { kind } = endpoint;
    const table = definitionOf.get(kind)?.table;
    if (table === undefined) throw new Error(`the server does not know the table of ${kind}`);
    const wider = widerEventLists[kind];
    const reader = wider ? listReader(engine, wider) : allEvents;
    routes.raw(endpoint, async ({ params, query }, context) => {
      // Without a page, the newest events of a record, up to the largest page size.
      const page = { pageSize: MAX_AT_ONCE, ...query, ...(wider ? {} : { kind }), recordId: params.id };
      const { events, total } = await routes.readPage(context, reader.isPlain(page), async (from) => {
        return await readSnapshot(from, async (snapshot) => {
          const { rows, total: all } = await reader.page(page, snapshot);
          if (all === 0 && !(await recordExisted(snapshot, table, params.id))) throw notFound(historyTexts.notFound);
          return { events: await describeEvents(snapshot, rows, historyOf), total: all };
        });
      });
      return sendJson(context.reply.header(TOTAL_COUNT_HEADER, total), 200, toJson(endpoint, events));
    });
  }
  const activity = activityIn(timeZone);
  routes.listOf(activityEndpoint, activity, async (snapshot, rows) => await describeEvents(snapshot, rows, historyOf));
}
