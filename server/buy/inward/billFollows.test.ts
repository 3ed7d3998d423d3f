import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, addSupplier, dataUrl, inwardFields, pdf } from '#test/factories.ts';

const reason = 'The driver lost it, a copy comes by post';

const app = await buildTestApp();
const store = app.services.store;
const [admin, manager, user] = [await app.as('admin'), await app.as('manager'), await app.as('user')];
const [supplier, turmeric] = [await addSupplier(admin), await addMaterial(admin)];

/** Changes of the bill in an inward's last event. */
async function newestOfBill(inwardId: number): Promise<[string, string][]> {
  const { json } = await admin('GET', `/history/inward/${inwardId}`);
  return json[0].changes
    .filter(({ label }: { label: string }) => label === 'Bill')
    .map(({ before, after }: { before: string; after: string }) => [before, after]);
}

const fields = (over: object) => inwardFields(supplier, [[turmeric, 1]], { billAttachment: undefined, ...over });

test('without a bill an inward is refused, unless its bill follows', async () => {
  const refused = await admin('POST', '/inward', fields({ billFollows: '  ' }));
  expect([refused.status, refused.json.errors]).toEqual([
    400,
    { billAttachment: ['Please upload the bill before saving.'] },
  ]);
  const long = await admin('POST', '/inward', fields({ billFollows: 'x'.repeat(201) }));
  expect([long.status, Object.keys(long.json.errors)]).toEqual([400, ['billFollows']]);
});

test('admin and manager save it with a reason, a user does not', async () => {
  expect((await user('POST', '/inward', fields({ billFollows: reason }))).status).toBe(403);
  for (const call of [admin, manager]) {
    const made = await call('POST', '/inward', fields({ billFollows: ` ${reason} ` }));
    expect([made.status, made.json.hasBill, made.json.billFollows], made.text).toEqual([201, false, reason]);
    const { json } = await call('GET', `/inward/${made.json.inwardId}`);
    expect(json).toMatchObject({ hasBill: false, billFollows: reason, billAttachment: null });
  }
});

test('the reason is in the history and in Readiness, and is deleted when the bill is stored', async () => {
  const made = await admin('POST', '/inward', fields({ billFollows: reason }));
  const { inwardId } = made.json;
  const path = `/inward/${inwardId}`;
  const missing = async () => {
    const { json } = await admin('GET', '/readiness');
    const row = json.find(({ kind }: { kind: string }) => kind === 'billsMissing');
    return row.entries.find(({ link }: { link: string }) => link === path)?.detail;
  };
  expect(await missing()).toMatch(new RegExp(`, ${reason}$`));
  const kept = await admin('PUT', path, fields({ inwardId, status: 'paid' }));
  expect([kept.status, kept.json.billFollows], kept.text).toEqual([200, reason]);
  const changed = await admin('PUT', path, fields({ inwardId, billFollows: 'On its way' }));
  expect(changed.json.billFollows).toBe('On its way');
  const given = await admin('PUT', path, fields({ inwardId, billFollows: 'again', billAttachment: dataUrl(pdf) }));
  expect([given.json.hasBill, given.json.billFollows]).toEqual([true, '']);
  expect(await missing()).toBeUndefined();
  const { json } = await admin('GET', `/history/inward/${inwardId}`);
  const told = json.map(({ changes }: { changes: { label: string; before: string; after: string }[] }) =>
    changes.filter(({ label }) => label === 'The bill follows').map(({ before, after }) => [before, after]),
  );
  expect(told).toEqual([[['On its way', '']], [[reason, 'On its way']], [], [[null, reason]]]);
  expect(await newestOfBill(inwardId)).toEqual([['', 'attached']]);
});

test('an identical bill keeps the stored one, and another bill replaces it', async () => {
  const { json } = await admin('POST', '/inward', fields({ billAttachment: dataUrl(pdf) }));
  const { inwardId } = json;
  const storedBill = async () =>
    (await store.db.selectFrom('inward').select('bill_id').where('id', '=', inwardId).executeTakeFirst())?.bill_id;
  const first = await storedBill();
  const save = (billAttachment: string) => admin('PUT', `/inward/${inwardId}`, fields({ inwardId, billAttachment }));
  await save(dataUrl(pdf));
  expect([await storedBill(), await newestOfBill(inwardId)]).toEqual([first, []]);
  const altered = Buffer.from(pdf);
  altered[altered.length - 1] = 0;
  await save(dataUrl(altered));
  expect(await storedBill()).not.toBe(first);
  expect(await newestOfBill(inwardId)).toEqual([['', 'replaced']]);
});

test('a reason sent with a bill is not stored', async () => {
  const { json } = await admin('POST', '/inward', fields({ billAttachment: dataUrl(pdf), billFollows: reason }));
  expect([json.hasBill, json.billFollows]).toEqual([true, '']);
});
