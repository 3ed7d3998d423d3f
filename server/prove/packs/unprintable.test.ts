/** A record that cannot be printed does not keep a pack from being made. */
import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { buildTestApp, onPostgres } from '#test/buildTestApp.ts';
import { addSupplier, dataUrl, pdf } from '#test/factories.ts';
import { fileOf, pagesOf } from '#test/packFiles.ts';

const app = await buildTestApp();
const admin = await app.as('admin');

const certificate = {
  holder: 'supplier',
  supplierId: await addSupplier(admin),
  scheme: 'NPOP',
  body: 'Control Union',
  validFrom: '2026-04-01',
  validTo: '2027-03-31',
  allItems: true,
  itemIds: [],
  file: dataUrl(pdf),
};

async function addCertificate(number: string): Promise<number> {
  const { status, json, text } = await admin('POST', '/certificates', { ...certificate, number });
  expect(status, text).toBe(201);
  return json.certificateId;
}

async function makePack() {
  const { json } = await admin('POST', '/inspection-packs', { from: '2026-04-01', to: '2027-03-31' });
  await app.settled();
  const { json: packs } = await admin('GET', '/inspection-packs');
  const [newest] = packs;
  expect([newest.packId, newest.state]).toEqual([json.packId, 'done']);
  const { token } = await app.person('admin');
  const url = `/api/inspection-packs/${newest.packId}/file`;
  const { rawPayload } = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return { file: rawPayload, remarks: newest.remarks };
}

async function textOf(bytes: Buffer): Promise<string> {
  return (await pagesOf(bytes)).map(({ text }) => text).join(' ');
}

test('a certificate whose number is cut within a character has its file in the pack', async () => {
  // The name of its file is cut between the two units of the last letter.
  await addCertificate(`${'A'.repeat(59)}\u{20000}B`);
  const { file, remarks } = await makePack();
  expect(remarks).toEqual([]);
  const { token } = await app.person('admin');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/zip' };
  const verified = await app.app.inject({
    method: 'POST',
    url: '/api/inspection-packs/verify',
    headers,
    payload: file,
  });
  expect(verified.json()).toMatchObject({ isWhole: true, faults: [] });
});

test('a record that cannot be printed is named in the index and in the list, and is in the spreadsheet', async () => {
  const broken = await addCertificate('broken');
  await addCertificate('NPOP/2026/0471');
  // No form takes them: a text that cannot be laid out, and a day that is none.
  const endless = 'x'.repeat(300_001);
  const never = onPostgres ? 'infinity' : '9999-99-99';
  await app.store.db
    .updateTable('certificate')
    .set({ body: endless, number: 'CU-8', valid_to: never })
    .where('id', '=', broken)
    .execute();

  const { file, remarks } = await makePack();
  expect(remarks).toEqual([
    expect.stringMatching(/^Certificates: .*CU.* could not be printed whole\. Row \d+ of certificates\.xlsx has it\.$/),
  ]);
  expect(fileOf(file, 'index.html').toString()).toContain('could not be printed whole');
  const printed = await textOf(fileOf(file, 'certificates.pdf'));
  for (const expected of ['NPOP/2026/0471', '(could not be printed)']) expect(printed).toContain(expected);
  const [sheet] = await readXlsxFile(fileOf(file, 'certificates.xlsx'));
  const row = Number(/Row (\d+)/.exec(remarks[0])?.[1]);
  const cells = sheet?.data[row - 1] ?? [];
  expect([cells[2], cells[5]]).toEqual(['CU-8', never]);
  expect(String(cells[3]).startsWith('x'.repeat(1000))).toBe(true);

  // The name of the company stands above every table.
  await app.store.db.updateTable('company').set({ name: endless }).execute();
  const { remarks: ofAll } = await makePack();
  expect(ofAll).toContainEqual(expect.stringMatching(/^Bills: a text could not be printed, “x{80} …”\.$/));
});
