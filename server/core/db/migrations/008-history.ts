/** The history for people: stock movements of each change, indexes by record, person, kind and time, totals. */
import { sql } from 'kysely';
import { countAdded, ofNumbers } from './rowCounters.ts';
import { run, type MigrationSteps } from './dialect.ts';

/** By person, 0 without a signed-in user, and by kind of record. */
export const activityKey = (row: string) => ({ person: `coalesce(${row}user_id, 0)`, resource: `${row}resource` });

export const up: MigrationSteps = async (db, dialect) => {
  const { integer, text } = dialect;
  await run(db, [
    sql`alter table audit_event add column stock ${text}`,
    sql`drop index audit_event_record`,
    sql`create index audit_event_of_record on audit_event (resource, record_id, at, id)`,
    sql`create index audit_event_of_kind on audit_event (resource, at, id)`,
    sql`create index audit_event_by_person on audit_event (user_id, at, id)`,
    sql`create index audit_event_at on audit_event (at, id)`,
    sql`
      create table activity_total (
        person ${integer} not null,
        resource ${text} not null,
        writer ${integer} not null,
        records ${integer} not null,
        primary key (person, resource, writer)
      ) ${ofNumbers(dialect)}`,
    ...countAdded('audit_event', 'activity_total', activityKey, dialect),
  ]);
};
