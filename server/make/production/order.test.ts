/** Concurrent recording and editing: both lock in one order, so no transaction is rolled back for a deadlock. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';

let heard: string[] = [];

const app = await buildTestApp({}, { onStatement: (text) => heard.push(text) });
const admin = await app.as('admin');

test('productions recorded and moved to other days at once need one transaction each', async () => {
  const material = await addMaterial(admin);
  await addInward(admin, await addSupplier(admin), [[material, 500]]);
  const ids: number[] = [];
  for (let count = 0; count < 60; count += 1) ids.push(await addProduction(admin, material, 1));
  heard = [];
  const production = { rawMaterialId: material, quantity: 1, status: 'completed' };
  const answers = await Promise.all(
    ids.flatMap((id, index) => [
      admin('PUT', `/Production/${id}`, { ...production, productionDate: `2026-10-0${1 + (index % 2)}` }),
      admin('POST', '/Production', { ...production, productionDate: `2026-10-0${1 + ((index + 1) % 2)}` }),
    ]),
  );
  expect(answers.map(({ status }) => status)).toEqual(ids.flatMap(() => [200, 201]));
  // Each attempt starts with a lock of an item.
  expect(heard.filter((statement) => /from item\s+where raw_material_id in/.test(statement))).toHaveLength(120);
});
