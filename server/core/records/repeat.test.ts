/**
 * Repeats under an Idempotency-Key (docs/domain.md, Repeated calls); of every call by its example:
 * openApiCalls.test.ts.
 */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import {
  addInward,
  addMaterial,
  addSupplier,
  inwardFields,
  stockOf,
  supplierFields,
  userFields,
} from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');

const withKey = (key: string) => ({ 'idempotency-key': key });

test('five requests with one key at once create one record and get the same answer', async () => {
  const supplier = await addSupplier(admin);
  const material = await addMaterial(admin);
  const fields = inwardFields(supplier, [[material, 5]]);
  const answers = await Promise.all(Array.from({ length: 5 }, () => admin('POST', '/inward', fields, withKey('five'))));
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(await stockOf(admin, material)).toEqual([5, 0, 5]);
});

test('a repeat with another password is a 422', async () => {
  const person = userFields();
  const register = (password: string) => admin('POST', '/Auth/register', { ...person, password }, withKey('twice'));
  const first = await register('the-first-password');
  expect([first.status, (await register('the-first-password')).text]).toEqual([201, first.text]);
  const other = await register('another-password');
  expect([other.status, other.json.code]).toEqual([422, 'key_reused']);
});

test('the key of one call is refused by another call', async () => {
  await admin('POST', '/suppliers', supplierFields(), withKey('other'));
  expect((await admin('POST', '/materials', { name: 'x' }, withKey('other'))).status).toBe(422);
});

test('a refused request leaves its key free', async () => {
  const material = await addMaterial(admin);
  const fields = { rawMaterialId: material, quantity: 1, productionDate: '2026-11-10' };
  expect((await admin('POST', '/Production', fields, withKey('refused'))).status).toBe(409);
  await addInward(admin, await addSupplier(admin), [[material, 1]]);
  expect((await admin('POST', '/Production', fields, withKey('refused'))).status).toBe(201);
});

test('the same key of two users counts as two keys', async () => {
  const manager = await app.as('manager');
  const fields = supplierFields({ name: 'Shared key' });
  await admin('POST', '/suppliers', fields, withKey('shared'));
  await manager('POST', '/suppliers', fields, withKey('shared'));
  expect((await admin('GET', '/suppliers?search=Shared')).json).toHaveLength(2);
});

test('after 24 hours a key is new again', async () => {
  const fields = supplierFields({ name: 'Daily' });
  await admin('POST', '/suppliers', fields, withKey('daily'));
  const until = app.clock.now;
  app.clock.now = new Date(until.getTime() + 11 * 60 * 60 * 1000);
  await admin('POST', '/suppliers', fields, withKey('daily'));
  expect((await admin('GET', '/suppliers?search=Daily')).json).toHaveLength(1);
  app.clock.now = new Date(until.getTime() + 25 * 60 * 60 * 1000);
  const again = app.withToken(await app.sessionOf('admin'));
  await again('POST', '/suppliers', fields, withKey('daily'));
  expect((await again('GET', '/suppliers?search=Daily')).json).toHaveLength(2);
});

test('a stored key contains no password', async () => {
  const fields = userFields({ email: 'new@example.in', password: 'very-secret-1' });
  const person = app.withToken(await app.sessionOf('admin'));
  expect((await person('POST', '/Auth/register', fields, withKey('person'))).status).toBe(201);
  expect((await person('POST', '/Auth/register', fields, withKey('person'))).status).toBe(201);
  const stored = JSON.stringify([
    await app.store.db.selectFrom('idempotency_key').selectAll().execute(),
    await app.store.db.selectFrom('audit_event').selectAll().execute(),
  ]);
  expect(stored).toContain('new@example.in');
  expect(stored).not.toMatch(/very-secret|argon2/);
});
