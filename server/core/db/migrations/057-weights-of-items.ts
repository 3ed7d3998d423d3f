/**
 * Weight of one unit of an item, maintained by triggers: by its unit, else as entered. Without it each line of a sum of
 * masses looks the unit up.
 */
import { sql, type RawBuilder } from 'kysely';
import { run, type Dialect, type MigrationSteps } from './dialect.ts';

const UNITS = {
  1000: ['g', 'gm', 'gms', 'gram', 'grams'],
  1_000_000: ['kg', 'kgs', 'kilogram', 'kilograms'],
  1_000_000_000: ['t', 'mt', 'tonne', 'tonnes'],
};

const ofUnit = sql.join(
  Object.entries(UNITS).map(
    ([milligrams, names]) => sql`when lower(unit) in (${sql.join(names.map(sql.lit))}) then ${sql.raw(milligrams)}`,
  ),
  sql` `,
);

/** The milligrams of a unit of the row `item`. */
function weightOf(item: string): RawBuilder<unknown> {
  const ofMaster = (table: string) => sql`
    (select case ${ofUnit} end from ${sql.table(table)} where id = ${sql.ref(`${item}.${table}_id`)})`;
  return sql`coalesce(${ofMaster('raw_material')}, ${ofMaster('product')}, ${sql.ref(`${item}.milligrams_per_unit`)})`;
}

function keepWeights({ engine }: Dialect): RawBuilder<unknown>[] {
  const masters = ['raw_material', 'product'];
  if (engine === 'sqlite') {
    return [
      ...['insert', 'update of milligrams_per_unit'].map(
        (change, at) => sql`
          create trigger ${sql.ref(`item_weight_${at}`)} after ${sql.raw(change)} on item begin
            update item set weight = ${weightOf('item')} where id = new.id;
          end`,
      ),
      ...masters.map(
        (table) => sql`
          create trigger ${sql.ref(`${table}_weight`)} after update of unit on ${sql.table(table)}
          when new.unit <> old.unit begin
            update item set weight = ${weightOf('item')} where ${sql.ref(`${table}_id`)} = new.id;
          end`,
      ),
    ];
  }
  return [
    sql`
      create function item_weight() returns trigger language plpgsql as
      $body$ begin
        new.weight := ${weightOf('new')};
        return new;
      end $body$`,
    sql`
      create trigger item_weight before insert or update of milligrams_per_unit on item
      for each row execute function item_weight()`,
    ...masters.flatMap((table) => [
      sql`
        create function ${sql.ref(`${table}_weight`)}() returns trigger language plpgsql as
        $body$ begin
          update item set weight = ${weightOf('item')} where ${sql.ref(`${table}_id`)} = new.id;
          return null;
        end $body$`,
      sql`
        create trigger ${sql.ref(`${table}_weight`)} after update of unit on ${sql.table(table)}
        for each row when (new.unit <> old.unit) execute function ${sql.ref(`${table}_weight`)}()`,
    ]),
  ];
}

export const up: MigrationSteps = async (db, dialect) => {
  await run(db, [
    sql`alter table item add column weight ${dialect.integer}`,
    sql`update item set weight = ${weightOf('item')}`,
    ...keepWeights(dialect),
    sql`create index item_weight on item (raw_material_id, part, weight)`,
    sql`create index item_without_weight on item (id) where weight is null`,
  ]);
};
