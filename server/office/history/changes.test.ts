/** Changes that stand neither in a field of the record nor in the quantity of a line. */
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addMaterial, dataUrl, pdf, png } from '#test/factories.ts';

const app = await buildTestApp();
const admin = await app.as('admin');

/** The newest event of a record: its action, and its changes as texts. */
async function newest(kind: string, id: number): Promise<[string, string[]]> {
  const [event] = (await admin('GET', `/history/${kind}/${id}`)).json;
  const changes: { label: string; before: string; after: string }[] = event.changes;
  return [event.action, changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`)];
}

test('the history of a saved view has the title of its list', async () => {
  for (const [list, title] of [
    ['goods', 'Finished Goods'],
    ['materials', 'Raw Materials'],
    ['inward', 'Inward'],
  ]) {
    await admin('POST', '/views', { list, name: `Of ${list}`, query: '' });
    const [event] = (await admin('GET', '/activity?kind=views')).json;
    expect(event.changes.find(({ label }: { label: string }) => label === 'List')?.after).toBe(title);
  }
});

test('changed lots of opening stock and a replaced file of a certificate are described', async () => {
  const line = { rawMaterialId: await addMaterial(admin, { name: 'Giloy' }), quantity: 5, code: 'GIL-0' };
  const opening = { kind: 'opening', date: '2026-11-01', lines: [{ ...line, pricePerUnit: 10 }] };
  const { json: opened } = await admin('POST', '/adjustments', opening);
  const [{ lotId }] = opened.lines;
  const changed = { lotId, quantity: 5, code: 'GIL-1', expiresOn: '2027-11-01', pricePerUnit: 999 };
  await admin('PUT', `/adjustments/${opened.adjustmentId}`, { ...opening, lines: [changed] });
  expect(await newest('adjustments', opened.adjustmentId)).toEqual([
    'update',
    [
      'Giloy, GIL-1, Code: GIL-0 → GIL-1',
      'Giloy, GIL-1, Expires on:  → 01-11-2027',
      'Giloy, GIL-1, Price per unit (₹): 10.00 → 999.00',
    ],
  ]);
  const file = dataUrl(pdf);
  const held = { holder: 'own', scheme: 'NPOP', number: 'C/1', body: 'Indocert', validFrom: '2026-04-01' };
  const body = { ...held, validTo: '2027-03-31', allItems: true, file };
  const { json } = await admin('POST', '/certificates', body);
  await admin('PUT', `/certificates/${json.certificateId}`, body);
  expect(await newest('certificates', json.certificateId)).toEqual(['update', []]);
  await admin('PUT', `/certificates/${json.certificateId}`, { ...body, file: dataUrl(png, 'image/png') });
  expect(await newest('certificates', json.certificateId)).toEqual(['update', ['File: attached → replaced']]);
  const [event] = (await admin('GET', '/activity?kind=certificates')).json;
  expect(event.recordName).toBe('C/1');
});
