/** History lists: of one record, and of all activity. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { daysAfter } from '#contract/core/values/dates.ts';
import type { HistoryAction } from '#contract/historyActions.ts';
import type { HistoryKind, RecordKind } from '#contract/kinds.ts';
import { timestampAt } from '../../core/calendar.ts';
import { listed, param } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { equalsParam, type ListSource, type ActiveFilter } from '../../core/lists/listing.ts';
import { storedStock, type StoredStock } from '../../stock/documents/movedStock.ts';
import type { Snapshot } from '../../core/records/historyFields.ts';

export interface EventRow {
  eventId: number;
  at: string;
  userId: number | null;
  userName: string | null;
  action: HistoryAction;
  kind: HistoryKind;
  recordId: number;
  before: string | null;
  after: string | null;
  stock: string | null;
}

/** Triggers maintain totals by person and kind; narrower totals are counted on an index. */
function knownTotal(activeFilters: readonly ActiveFilter[]): RawBuilder<number> | undefined {
  const columns: Record<string, string> = { userId: 'person', kind: 'resource' };
  if (!activeFilters.every(({ name }) => columns[name] !== undefined)) return undefined;
  const conditions = activeFilters.map((each) => sql`${sql.ref(columns[each.name] ?? '')} ${equalsParam(each)}`);
  return sql`(
    select cast(coalesce(sum(records), 0) as bigint) from activity_total
    where ${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

const at = sql`e.at`;

/** The events of one record, newest first. */
export const eventList: ListSource<EventRow> = {
  columns: sql`
    e.id as "eventId", e.at, e.user_id as "userId", u.full_name as "userName", e.action, e.resource as kind,
    e.record_id as "recordId", e.before, e.after, e.stock`,
  from: sql`audit_event e left join app_user u on u.id = e.user_id`,
  where: sql`true`,
  filters: {
    kind: (comparison) => sql`e.resource ${comparison}`,
    recordId: sql`e.record_id = ${param('recordId')}`,
  },
  total: knownTotal,
  sort: { at },
  defaultSort: { by: 'at', order: 'desc' },
  id: sql`e.id`,
};

/** All activity, newest first; its days begin at midnight in the time zone of the installation. */
export function activityIn(timeZone: string): ListSource<EventRow> {
  const midnight = (day: unknown, later = 0) =>
    typeof day === 'string' ? timestampAt(daysAfter(day, later), 0, timeZone) : undefined;
  return {
    ...eventList,
    filters: {
      ...eventList.filters,
      userId: (comparison) => sql`e.user_id ${comparison}`,
      dayFrom: sql`e.at >= ${param('since')}`,
      dayTo: sql`e.at < ${param('until')}`,
    },
    values: ({ dayFrom, dayTo }) => ({ since: midnight(dayFrom), until: midnight(dayTo, 1) }),
  };
}

/** The events of a record and of others that are a part of it. */
function withEventsOf(kind: RecordKind, part: RecordKind, partIds: RawBuilder<number>): ListSource<EventRow> {
  const recordId = sql<SqlBool>`(
    e.resource = ${sql.lit(kind)} and e.record_id = ${param('recordId')}
    or e.resource = ${sql.lit(part)} and e.record_id in (${partIds}))`;
  return { ...eventList, filters: { recordId }, total: () => undefined };
}

/** Kinds whose history has the events of another kind. */
export const widerEventLists: Partial<Record<RecordKind, ListSource<EventRow>>> = {
  // A call of the specification recorded or changed an input.
  runs: withEventsOf('runs', 'production', sql`select id from production where run_id = ${param('recordId')}`),
  // A batch is held, released and recalled as its lot.
  goods: withEventsOf('goods', 'lots', sql`select lot_id from finished_good where id = ${param('recordId')}`),
};

function snapshotOf(json: string | null): Snapshot | null {
  const value: unknown = json === null ? null : JSON.parse(json);
  return typeof value === 'object' && value !== null ? { ...value } : null;
}

export interface ParsedEvent extends Omit<EventRow, 'before' | 'after' | 'stock'> {
  before: Snapshot | null;
  after: Snapshot | null;
  stock: StoredStock | null;
}

/** An event with its snapshots as objects. */
export function parsedEvent({ before, after, stock, ...row }: EventRow): ParsedEvent {
  return {
    ...row,
    before: snapshotOf(before),
    after: snapshotOf(after),
    stock: stock === null ? null : storedStock.parse(JSON.parse(stock)),
  };
}

/** Names of records by id, including deleted ones, so that ids in old changes have names. */
export async function namesOf(
  snapshot: Trx,
  table: 'category' | 'raw_material',
  ids: ReadonlySet<number>,
): Promise<Map<number, { name: string; unit: string }>> {
  if (ids.size === 0) return new Map();
  const unit = table === 'raw_material' ? sql`unit` : sql`''`;
  const { rows } = await sql<{ id: number; name: string; unit: string }>`
    select id, name, ${unit} as unit from ${sql.table(table)} where id in ${listed([...ids])}`.execute(snapshot);
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/** Events of sessions are about a user. */
export function kindOfRecord({ kind }: ParsedEvent): HistoryKind {
  return kind === 'sessions' ? 'users' : kind;
}

/** The subjects of events that are deleted, as 'kind id'. */
export async function deletedAmong(snapshot: Trx, events: readonly ParsedEvent[]): Promise<Set<string>> {
  const ids = Map.groupBy(events, kindOfRecord);
  const kinds = [...ids].map(
    ([kind, some]) => sql`
      select resource, record_id as "recordId" from audit_event e
      where resource = ${kind} and action = 'delete' and record_id in ${listed([...new Set(some.map((each) => each.recordId))])}
        and not exists (
          select 1 from audit_event restored
          where restored.resource = e.resource and restored.record_id = e.record_id and restored.action = 'restore'
            and restored.id > e.id)`,
  );
  if (kinds.length === 0) return new Set();
  const { rows } = await sql<{ resource: string; recordId: number }>`${sql.join(kinds, sql` union all `)}`.execute(
    snapshot,
  );
  return new Set(rows.map(({ resource, recordId }) => `${resource} ${recordId}`));
}

/** Whether a record exists or, deleted now, existed. */
export async function recordExisted(snapshot: Trx, table: string, id: number): Promise<boolean> {
  const { rows } = await sql`select id from ${sql.table(table)} where id = ${id}`.execute(snapshot);
  return rows.length === 1;
}
