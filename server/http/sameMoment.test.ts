/** Two editors of one record, while the clock stands still or is set back: the second still gets a conflict. */
import { beforeAll, expect, test } from 'vitest';
import { errorTexts } from '#contract/errors.ts';
import { buildTestApp, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier, inwardFields, supplierFields } from '#test/factories.ts';

let app: TestApp;
let admin: Caller;
let supplier: number;
let material: number;

beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.as('admin');
  supplier = await addSupplier(admin);
  material = await addMaterial(admin);
});

const records: [string, () => Promise<{ path: string; fields: () => object }>][] = [
  ['supplier', async () => ({ path: `/suppliers/${await addSupplier(admin)}`, fields: () => supplierFields() })],
  [
    'inward',
    async () => {
      const { inwardId } = await addInward(admin, supplier, [[material, 5]]);
      return { path: `/inward/${inwardId}`, fields: () => inwardFields(supplier, [[material, 6]], { inwardId }) };
    },
  ],
  [
    'production',
    async () => {
      await addInward(admin, supplier, [[material, 5]]);
      const id = await addProduction(admin, material, 1);
      const fields = { rawMaterialId: material, quantity: 2, productionDate: '2026-11-10' };
      return { path: `/Production/${id}`, fields: () => fields };
    },
  ],
];

test.each(records)('two edits of one %s in one moment: the second is refused', async (_, make) => {
  app.clock.moves = false;
  const { path, fields } = await make();
  const { updatedAt } = (await admin('GET', path)).json;
  expect((await admin('PUT', path, { ...fields(), updatedAt })).status).toBe(200);
  app.clock.now = new Date(app.clock.now.getTime() - 60_000);
  const second = await admin('PUT', path, { ...fields(), updatedAt });
  expect([second.status, second.json.message]).toEqual([409, errorTexts.changedMeanwhile]);
  app.clock.moves = true;
});
