import { activityEndpoint, historyEndpoints, historyTexts } from '#contract/history.ts';
import { recordKinds } from '#contract/resources.ts';
import { TOTAL_COUNT_HEADER } from '#contract/lists.ts';
import { readSnapshot } from '../db/snapshot.ts';
import { notFound } from '../http/errors.ts';
import { listReader } from '../lists/listing.ts';
import { sendJson, toJson, type Routes } from '../http/routes.ts';
import { eventList, told, wasThere } from './queries.ts';

const MOST_AT_ONCE = 200;

/** What was done to each record, and for administrators all that was done. */
export function registerHistory(routes: Routes): void {
  const reader = listReader(routes.services.store, eventList);
  for (const kind of recordKinds) {
    const endpoint = historyEndpoints[kind];
    routes.raw(endpoint, async ({ params, query }, asked) => {
      // The history of one record is short: without a page its newest events are answered, as many as a page may have.
      const page = { pageSize: MOST_AT_ONCE, ...query, kind, recordId: params.id };
      const find = async () =>
        await readSnapshot(reader.snapshotsOf(page), async (snapshot) => {
          const { rows, total } = await reader.page(page, snapshot);
          if (total === 0 && !(await wasThere(snapshot, kind, params.id))) throw notFound(historyTexts.notFound);
          return { events: await told(snapshot, rows), total };
        });
      const { events, total } = await (reader.isSearch(page) ? routes.inSlot('search', asked, find) : find());
      return sendJson(asked.reply.header(TOTAL_COUNT_HEADER, total), 200, toJson(endpoint, events));
    });
  }
  routes.listOf(activityEndpoint, eventList, told);
}
