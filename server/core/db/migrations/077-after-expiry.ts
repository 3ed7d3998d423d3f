/** Lots taken after their expiry date: what items say about it, reasons, and a mark by which such lots are found. */
import { sql } from 'kysely';
import { run, type Dialect, type MigrationSteps } from './dialect.ts';

/** A mark stays when the use is reversed: it says where to look. */
const lastTaken = (lot: string) => sql`(
  select max(occurred_on) from movement
  where lot_id = ${sql.raw(lot)}.id and kind in ('consumed', 'dispatched') and occurred_on > ${sql.raw(lot)}.expires_on)`;

function markExpired({ engine }: Dialect) {
  if (engine === 'sqlite') {
    return [
      sql`
        create trigger movement_after_expiry after insert on movement when new.kind in ('consumed', 'dispatched') begin
          update lot set taken_expired_on = new.occurred_on
          where id = new.lot_id and taken_expired_on is null and expires_on < new.occurred_on;
        end`,
      sql`
        create trigger lot_after_expiry after update of expires_on on lot
        when new.expires_on is not old.expires_on begin
          update lot set taken_expired_on = ${lastTaken('new')} where id = new.id;
        end`,
    ];
  }
  return [
    sql`
      create function movement_after_expiry() returns trigger language plpgsql as
      $body$
      declare taken record;
      begin
        for taken in
          select lot_id, max(occurred_on) as day from after where kind in ('consumed', 'dispatched')
          group by lot_id order by lot_id
        loop
          if exists (select from lot where id = taken.lot_id and taken_expired_on is null and expires_on < taken.day) then
            update lot set taken_expired_on = taken.day where id = taken.lot_id;
          end if;
        end loop;
        return null;
      end $body$`,
    sql`
      create trigger movement_after_expiry after insert on movement referencing new table as after
      for each statement execute function movement_after_expiry()`,
    sql`
      create function lot_after_expiry() returns trigger language plpgsql as
      $body$ begin
        new.taken_expired_on := ${lastTaken('new')};
        return new;
      end $body$`,
    sql`
      create trigger lot_after_expiry before update of expires_on on lot for each row
      when (new.expires_on is distinct from old.expires_on) execute function lot_after_expiry()`,
  ];
}

export const up: MigrationSteps = async (db, dialect) => {
  const { text, date } = dialect;
  await run(db, [
    sql`
      alter table item add column after_expiry ${text} not null default 'say'
      check (after_expiry in ('refuse', 'reason', 'say'))`,
    sql`alter table production_run add column after_expiry_reason ${text} not null default ''`,
    sql`alter table dispatch add column after_expiry_reason ${text} not null default ''`,
    sql`alter table lot add column taken_expired_on ${date}`,
    ...markExpired(dialect),
    // Few of them, so that the tables are locked for as long as their movements are read.
    sql`
      update lot set taken_expired_on = ${lastTaken('lot')} where id in (
        select v.lot_id from movement v join lot l on l.id = v.lot_id
        where v.kind in ('consumed', 'dispatched') and v.occurred_on > l.expires_on)`,
    sql`create index lot_taken_expired on lot (id) where taken_expired_on is not null`,
  ]);
};
