/** A lot's first use is by a run, a dispatch or an adjustment; before, only runs counted. */
import { sql } from 'kysely';
import { run, type Dialect, type MigrationSteps } from './dialect.ts';

/** Which movements take from a lot. */
export const isDeparture = sql`kind in ('consumed', 'dispatched', 'returnedToSupplier', 'wasted', 'lost')`;

function keepFirstUse({ engine }: Dialect) {
  if (engine === 'sqlite') {
    return [
      sql`drop trigger movement_first_use`,
      sql`
        create trigger movement_first_use after insert on movement
        when new.kind in ('consumed', 'dispatched', 'returnedToSupplier', 'wasted', 'lost') begin
          update lot set first_used_on = new.occurred_on
          where id = new.lot_id and (first_used_on is null or first_used_on > new.occurred_on);
        end`,
    ];
  }
  return [
    sql`
      create or replace function movement_first_use() returns trigger language plpgsql as
      $body$ begin
        update lot set first_used_on = used.day
        from (select lot_id, min(occurred_on) as day from after where ${isDeparture} group by lot_id) as used
        where lot.id = used.lot_id and (lot.first_used_on is null or lot.first_used_on > used.day);
        return null;
      end $body$`,
  ];
}

export const up: MigrationSteps = async (db, dialect) => {
  await run(db, [
    ...keepFirstUse(dialect),
    sql`
      update lot set first_used_on = (
        select min(u.occurred_on) from movement u where u.lot_id = lot.id and ${isDeparture})
      where id in (select lot_id from movement where kind in ('dispatched', 'returnedToSupplier', 'wasted', 'lost'))`,
  ]);
};
