/** The first steps of a new installation. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier, certificateFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const manager = await app.as('manager');
const { must } = worldOf(admin);

const steps = async (call = admin) => {
  const listed: { step: string; isDone: boolean }[] | undefined = (await call('GET', '/dashboard/morning')).json
    .firstSteps;
  return listed?.map(({ step, isDone }) => `${step} ${isDone}`);
};

test('the first steps are listed for administrators until all are done', async () => {
  expect(await steps()).toEqual(['company false', 'materials false', 'certificates false', 'openingStock false']);
  expect(await steps(manager)).toBeUndefined();
  const company = (await admin('GET', '/company')).json;
  await must(200, 'PUT', '/company', { ...company, name: 'Aranya Organics', address: 'Kochi' });
  const supplier = await addSupplier(admin);
  const material = await addMaterial(admin);
  expect(await steps()).toEqual(['company true', 'materials true', 'certificates false', 'openingStock false']);
  await must(201, 'POST', '/certificates', certificateFields(supplier));
  await addInward(admin, supplier, [[material, 5]]);
  expect(await steps()).toBeUndefined();
});
