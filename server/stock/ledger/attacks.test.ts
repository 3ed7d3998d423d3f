/** Hand-written SQL against the stock: the engine refuses it, or verify-ledger reports it. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier, stockOf } from '#test/factories.ts';
import { verifyLedger } from './verify.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const supplier = await addSupplier(admin);

async function buy(material: number, quantity: number, inwardDate: string, invoiceNumber: string) {
  return await addInward(admin, supplier, [[material, quantity]], { inwardDate, invoiceNumber });
}

describe('the engine itself refuses', () => {
  // SQLite only.
  const replacing: [string, (lot: number, material: number) => ReturnType<typeof sql>][] = [
    [
      'to replace a movement',
      (lot) => sql`
        replace into movement select id, lot_id, kind, quantity + 5000, occurred_on, document_kind, document_id, line_id,
          reverses_id, recorded_at, recorded_by from movement where lot_id = ${lot}`,
    ],
    [
      'to replace a lot',
      (lot) => sql`
        replace into lot (id, item_id, origin, code, code_key, code_order, received_on, received, created_at, updated_at)
        select id, item_id, origin, code, code_key, code_order, received_on, 9000, created_at, updated_at from lot where id = ${lot}`,
    ],
    [
      'to replace an item',
      (_, material) => sql`
        replace into item (id, raw_material_id, received, updated_at)
        select id, raw_material_id, 9000, updated_at from item where raw_material_id = ${material}`,
    ],
    [
      'to replace the history',
      () =>
        sql`replace into audit_event select id, at, user_id, 'x', resource, record_id, before, after, stock from audit_event`,
    ],
  ];
  const attacks: [string, (lot: number, material: number) => ReturnType<typeof sql>][] = [
    ['to take more from a lot than it holds', (lot) => sql`update lot set consumed = received + 1 where id = ${lot}`],
    ['to shrink a lot below what was taken', (lot) => sql`update lot set received = consumed - 1 where id = ${lot}`],
    ['to take less than nothing from a lot', (lot) => sql`update lot set consumed = -1 where id = ${lot}`],
    ['to write what is on hand', (lot) => sql`update lot set on_hand = 9000 where id = ${lot}`],
    ['to lose more than there is', (lot) => sql`update lot set lost = 3001 where id = ${lot}`],
    [
      'an item below zero',
      (_, material) => sql`update item set consumed = received + 1 where raw_material_id = ${material}`,
    ],
    ['a shrunken item', (_, material) => sql`update item set received = 0 where raw_material_id = ${material}`],
    [
      'two lots of one code',
      (lot) => sql`
      insert into lot (item_id, origin, code, code_key, code_order, received_on, created_at, updated_at)
        select item_id, origin, code, code_key, code_order, received_on, created_at, updated_at from lot where id = ${lot}`,
    ],
    ['a text as a quantity', (lot) => sql`update lot set received = ${sql.raw("'x'")} where id = ${lot}`],
    ['to change a movement', (lot) => sql`update movement set quantity = 1 where lot_id = ${lot}`],
    ['to delete a movement', (lot) => sql`delete from movement where lot_id = ${lot}`],
    ['to delete a lot', (lot) => sql`delete from lot where id = ${lot}`],
    ['to delete an item', (_, material) => sql`delete from item where raw_material_id = ${material}`],
    ['to change the history', () => sql`update audit_event set action = 'nothing'`],
    ['to delete the history', () => sql`delete from audit_event`],
    [
      'a movement of an unknown kind',
      (lot) => sql`
      insert into movement (lot_id, kind, quantity, occurred_on, document_kind, document_id, line_id, recorded_at, recorded_by)
      values (${lot}, 'conjured', 1, '2026-11-01', 'inward', 1, 1, '2026-11-01T00:00:00.000Z', 1)`,
    ],
    [
      'a movement of no lot',
      () => sql`
      insert into movement (lot_id, kind, quantity, occurred_on, document_kind, document_id, line_id, recorded_at, recorded_by)
      values (999999, 'received', 1, '2026-11-01', 'inward', 1, 1, '2026-11-01T00:00:00.000Z', 1)`,
    ],
    ...(process.env['TEST_ENGINE'] === 'postgres' ? [] : replacing),
  ];

  test.each(attacks)('%s', async (_, attack) => {
    const material = await addMaterial(admin);
    const inward = await buy(material, 5, '2026-11-01', 'attacked');
    await addProduction(admin, material, 2);
    await expect(attack(inward.rawMaterials[0].id, material).execute(app.store.db)).rejects.toThrow();
    expect(await stockOf(admin, material)).toEqual([5, 2, 3]);
  });

  test('to reverse a movement twice', async () => {
    const material = await addMaterial(admin);
    await buy(material, 5, '2026-11-01', 'reversed');
    await admin('DELETE', `/Production/${await addProduction(admin, material, 2)}`);
    const reversal = sql`
      insert into movement (lot_id, kind, quantity, occurred_on, document_kind, document_id, line_id, reverses_id,
        recorded_at, recorded_by)
      select lot_id, kind, quantity, occurred_on, document_kind, document_id, line_id, reverses_id, recorded_at, recorded_by
      from movement where reverses_id is not null`;
    await expect(reversal.execute(app.store.db)).rejects.toThrow();
  });
});

test('verify-ledger names each inconsistency that hand-written SQL can still cause', async () => {
  const material = await addMaterial(admin);
  const inward = await buy(material, 5, '2026-11-01', 'bent');
  const production = await addProduction(admin, material, 2);
  const lot: number = inward.rawMaterials[0].id;
  const bend = async (statement: ReturnType<typeof sql>, back: ReturnType<typeof sql>) => {
    await statement.execute(app.store.db);
    const { differences } = await verifyLedger(app.store.db);
    await back.execute(app.store.db);
    return differences.map(({ rule, id }) => [rule, id]);
  };
  expect(
    await bend(
      sql`update lot set received = 6000 where id = ${lot}`,
      sql`update lot set received = 5000 where id = ${lot}`,
    ),
  ).toEqual([
    ['the totals of a lot are the sums of its movements; the difference', lot],
    ['the totals of an item are the sums of its lots; the difference', expect.any(Number)],
    ['an inward line is what its lot received', lot],
  ]);
  expect(
    await bend(
      sql`update production set quantity = 3000 where id = ${production}`,
      sql`update production set quantity = 2000 where id = ${production}`,
    ),
  ).toEqual([['a production is what its movements took', production]]);
  expect(
    await bend(
      sql`update inward_line set total_amount = 5001 where lot_id = ${lot}`,
      sql`update inward_line set total_amount = 5000 where lot_id = ${lot}`,
    ),
  ).toEqual([
    ['a line total is quantity times price, rounded half up to the paisa', lot],
    ['the sub-total of an inward is the sum of its lines', inward.inwardId],
  ]);
  expect(
    await bend(
      sql`update lot set received_on = '2026-11-02' where id = ${lot}`,
      sql`update lot set received_on = '2026-11-01' where id = ${lot}`,
    ),
  ).toEqual([['a lot is as old as its inward', lot]]);
  expect(
    await bend(
      sql`update lot set first_used_on = null where id = ${lot}`,
      sql`update lot set first_used_on = '2026-11-10' where id = ${lot}`,
    ),
  ).toEqual([['the first use of a lot is the earliest day on which something left it', lot]]);
  expect(
    await bend(
      sql`update row_count set records = records + 1 where counted = 'inward'`,
      sql`update row_count set records = records - 1 where counted = 'inward'`,
    ),
  ).toEqual([['inward knows how many rows it has', 0]]);
  expect(
    await bend(
      sql`delete from production_day`,
      sql`
        insert into production_day (production_date, writer, records)
        select production_date, 0, count(*) from production where deleted_at is null group by production_date`,
    ),
  ).toEqual([['each day knows how many productions it has, all together', 0]]);
  expect(
    await bend(
      sql`update production_day set records = records + 1`,
      sql`update production_day set records = records - 1`,
    ),
  ).toContainEqual(['each day knows how many productions it has', 0]);
  const ofAnotherDay = await bend(
    sql`update production set production_date = '2026-11-03' where id = ${production}`,
    sql`update production set production_date = '2026-11-10' where id = ${production}`,
  );
  const otherThanItsLine = ['a movement of a run has the day of its line, and its item', expect.any(Number)];
  const daysOfRun = ['a run begins with its first input', 'a run ends with its last input or batch'];
  expect(ofAnotherDay).toEqual([...daysOfRun.map((rule) => [rule, expect.any(Number)]), otherThanItsLine]);
  const other = await addMaterial(admin);
  const ofAnotherItem = await bend(
    sql`update production set raw_material_id = ${other} where id = ${production}`,
    sql`update production set raw_material_id = ${material} where id = ${production}`,
  );
  expect(ofAnotherItem).toEqual([otherThanItsLine]);
});

test('verify-ledger names a movement without a document', async () => {
  const lot = (await buy(await addMaterial(admin), 5, '2026-11-01', 'orphaned')).rawMaterials[0].id;
  for (const quantity of [1, -1]) {
    await sql`
      insert into movement (lot_id, kind, quantity, occurred_on, document_kind, document_id, line_id, recorded_at, recorded_by)
      values (${lot}, 'received', ${quantity}, '2026-11-01', 'inward', 999999, ${lot}, '2026-11-01T00:00:00.000Z', 1)`.execute(
      app.store.db,
    );
  }
  const { differences } = await verifyLedger(app.store.db);
  expect(differences).toHaveLength(2);
  expect(differences[0]).toMatchObject({
    rule: expect.stringMatching(/^any other movement has the day of its document/),
  });
});
