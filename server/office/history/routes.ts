import { activityEndpoint, historyEndpoints, historyTexts } from '#contract/core/history.ts';
import { TOTAL_COUNT_HEADER } from '#contract/core/lists.ts';
import type { MasterKind, RecordKind } from '#contract/kinds.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { notFound } from '../../core/http/errors.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { listReader } from '../../core/lists/listing.ts';
import type { Master } from '../../core/records/crudRoutes.ts';
import { activityIn, describeEvents, eventList, runEventList, recordExists } from './queries.ts';
import { fieldsOfKinds } from './describe.ts';

const MAX_AT_ONCE = 200;
/** The tables of kinds other than masters. */
const documentTables = {
  inward: 'inward',
  production: 'production',
  runs: 'production_run',
  goods: 'finished_good',
  recipes: 'recipe',
  dispatches: 'dispatch',
  adjustments: 'adjustment',
  lots: 'lot',
  items: 'item',
  certificates: 'certificate',
  transactionCertificates: 'transaction_certificate',
  recalls: 'recall',
  company: 'company',
  users: 'app_user',
} satisfies Record<Exclude<RecordKind, MasterKind>, string>;

/** Registers the history of each kind and, for administrators, all activity. */
export function registerHistory(routes: Routes, masters: readonly Master[]): void {
  const allEvents = listReader(routes.services.store, eventList);
  const runEvents = listReader(routes.services.store, runEventList);
  const { timeZone } = routes.services.config;
  const fieldsOf = fieldsOfKinds(masters, timeZone);
  const tables = new Map<string, string>([
    ...masters.map(({ resource, table }) => [resource, table] as const),
    ...Object.entries(documentTables),
  ]);
  for (const endpoint of historyEndpoints) {
    const { kind } = endpoint;
    const table = tables.get(kind);
    if (table === undefined) throw new Error(`the server does not know the table of ${kind}`);
    routes.raw(endpoint, async ({ params, query }, context) => {
      // Without a page, the newest events of a record, up to the largest page size.
      const isRun = kind === 'runs';
      const reader = isRun ? runEvents : allEvents;
      const subject = isRun ? { runId: params.id } : { kind, recordId: params.id };
      const page = { pageSize: MAX_AT_ONCE, ...query, ...subject };
      const find = async () =>
        await readSnapshot(reader.snapshotsOf(page), async (snapshot) => {
          const { rows, total } = await reader.page(page, snapshot);
          if (total === 0 && !(await recordExists(snapshot, table, params.id))) throw notFound(historyTexts.notFound);
          return { events: await describeEvents(snapshot, rows, fieldsOf), total };
        });
      const { events, total } = await (reader.isSearch(page) ? routes.inSlot('search', context, find) : find());
      return sendJson(context.reply.header(TOTAL_COUNT_HEADER, total), 200, toJson(endpoint, events));
    });
  }
  const activity = activityIn(timeZone);
  routes.listOf(activityEndpoint, activity, async (snapshot, rows) => await describeEvents(snapshot, rows, fieldsOf));
}
