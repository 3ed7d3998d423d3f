/** Whether the history of a SQLite database has every event that it ever had (docs/decisions/100). */
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../core/db/tables.ts';

/** Each rule is a query for its violations, as sentences. SQLite gives ids without gaps, and undoes them with a rollback. */
const rules: RawBuilder<{ fault: string }>[] = [
  sql`
    select 'events 1 to ' || last || ' should be there, and ' || events || ' are' as fault
    from (
      select count(*) as events, coalesce((select seq from sqlite_sequence where name = 'audit_event'), 0) as last,
        coalesce(min(id), 1) as first, coalesce(max(id), 0) as newest
      from audit_event)
    where first <> 1 or newest <> last or events <> last`,
  // Counted by a trigger when each event was added.
  sql`
    select resource || ' should have ' || counted || ' events, and has ' || events as fault
    from (
      select resource, sum(counted) as counted, sum(events) as events
      from (
        select resource, records as counted, 0 as events from activity_total
        union all select resource, 0, count(*) from audit_event group by resource)
      group by resource)
    where counted <> events`,
  sql`
    select 'person ' || person || ' should have ' || counted || ' events, and has ' || events as fault
    from (
      select person, sum(counted) as counted, sum(events) as events
      from (
        select person, records as counted, 0 as events from activity_total
        union all select coalesce(user_id, 0), 0, count(*) from audit_event group by user_id)
      group by person)
    where counted <> events`,
  // A write adds its movements and its events at the same time; those of batches and dispatches may be of migration 18.
  sql`
    select 'stock was moved at ' || recorded_at || ' without an event' as fault
    from (
      select distinct recorded_at, recorded_by from movement where document_kind in ('inward', 'run', 'adjustment')) m
    where not exists (select 1 from audit_event e where e.user_id = m.recorded_by and e.at = m.recorded_at)
    order by recorded_at limit 10`,
];

/** Gaps of the history, in sentences; empty if it is complete. */
export async function findHistoryFaults(db: Database): Promise<string[]> {
  const faults: string[] = [];
  for (const rule of rules) {
    const { rows } = await rule.execute(db);
    faults.push(...rows.map(({ fault }) => fault));
  }
  return faults;
}
