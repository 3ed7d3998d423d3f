/**
 * Row-by-row writes in the functions of PostgreSQL's counting triggers: Citus can't write a selection from a
 * statement's rows. Only functions are replaced, so no table is locked.
 */
import { sql } from 'kysely';
import { countsAsProduction } from './017-items-and-lots.ts';
import { activityKey } from './008-history.ts';
import { isDeparture } from './052-lots-left-early.ts';
import { run, type MigrationSteps } from './dialect.ts';
import { addedCounter, countingFunctions, rowCounter, valueCounter } from './rowCounters.ts';

const tables = [
  'app_user',
  'supplier',
  'buyer',
  'category',
  'raw_material',
  'product',
  'inward',
  'finished_good',
  'production_run',
  'lot',
  'recipe',
  'dispatch',
  'adjustment',
  'certificate',
  'recall',
  'transaction_certificate',
  'saved_view',
];

const counters = [
  ...tables.map((table) => rowCounter(table)),
  rowCounter('production', countsAsProduction),
  valueCounter('production', 'production_date', 'production_day', countsAsProduction),
  addedCounter('audit_event', 'activity_total', activityKey),
];

// Most lots were used before, and an update that changes nothing costs ten times a read. Their items are locked meanwhile.
const firstUse = sql`
  create or replace function movement_first_use() returns trigger language plpgsql as
  $body$
  declare used record;
  begin
    for used in select lot_id, min(occurred_on) as day from after where ${isDeparture} group by lot_id order by lot_id loop
      if exists (select from lot where id = used.lot_id and (first_used_on is null or first_used_on > used.day)) then
        update lot set first_used_on = used.day where id = used.lot_id;
      end if;
    end loop;
    return null;
  end $body$`;

export const up: MigrationSteps = async (db, { engine }) => {
  if (engine === 'sqlite') return;
  await run(db, [...counters.flatMap(countingFunctions), firstUse]);
};
