/** The day of a lot's first use, maintained by a trigger: an index finds uses before receipt for Readiness. */
import { sql } from 'kysely';
import { run, type Dialect, type MigrationSteps } from './dialect.ts';

/** A reversal has the day of its movement, so the first use only ever becomes earlier. */
function keepFirstUse({ engine }: Dialect) {
  if (engine === 'sqlite') {
    return [
      sql`
        create trigger movement_first_use after insert on movement when new.kind = 'consumed' begin
          update lot set first_used_on = new.occurred_on
          where id = new.lot_id and (first_used_on is null or first_used_on > new.occurred_on);
        end`,
    ];
  }
  return [
    sql`
      create function movement_first_use() returns trigger language plpgsql as
      $body$ begin
        update lot set first_used_on = used.day
        from (select lot_id, min(occurred_on) as day from after where kind = 'consumed' group by lot_id) as used
        where lot.id = used.lot_id and (lot.first_used_on is null or lot.first_used_on > used.day);
        return null;
      end $body$`,
    sql`
      create trigger movement_first_use after insert on movement referencing new table as after
      for each statement execute function movement_first_use()`,
  ];
}

export const up: MigrationSteps = async (db, dialect) => {
  await run(db, [
    sql`alter table lot add column first_used_on ${dialect.date}`,
    ...keepFirstUse(dialect),
    sql`
      update lot set first_used_on = (
        select min(u.occurred_on) from movement u where u.lot_id = lot.id and u.kind = 'consumed')
      where id in (select lot_id from movement where kind = 'consumed')`,
    sql`create index lot_used_early on lot (id) where first_used_on < received_on`,
  ]);
};
