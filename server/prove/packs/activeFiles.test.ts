/** Files with active content: noted where a record is read and in a pack, and as they came everywhere. */
import { expect, test } from 'vitest';
import { unzipSync } from 'fflate';
import { activePdfs } from '#test/activePdfs.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import {
  addInward,
  addMaterial,
  addSupplier,
  dataUrl,
  pdf,
  png,
  transactionCertificateFields,
} from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { fileOf, textOf } from '#test/packFiles.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { must } = worldOf(admin);
const supplierId = await addSupplier(admin);
const material = await addMaterial(admin);
const script = activePdfs['a script on opening'];
const hidden = activePdfs['a script on opening, in an object stream'];
const attached = activePdfs['an attached file'];

const certificate = (number: string, file: string | null) => ({
  holder: 'supplier',
  supplierId,
  scheme: 'NPOP',
  number,
  allItems: true,
  validFrom: '2026-04-01',
  validTo: '2027-03-31',
  file,
});

const inwardWith = async (invoiceNumber: string, billAttachment: string) =>
  await addInward(admin, supplierId, [[material, 1]], { invoiceNumber, billAttachment });

const noted = async (path: string) => (await admin('GET', path)).json.activeContent;

test('a record is read with the active content of its file, new or replaced', async () => {
  const { inwardId } = await inwardWith('READ/1', dataUrl(script));
  expect(await noted(`/inward/${inwardId}`)).toEqual(['scripts', 'opening']);
  expect(await noted(`/inward/${inwardId}`)).toEqual(['scripts', 'opening']);
  const inward = (await admin('GET', `/inward/${inwardId}`)).json;
  expect(inward.billAttachment).toBe(dataUrl(script));
  await admin('PUT', `/inward/${inwardId}`, { ...inward, billAttachment: dataUrl(pdf) });
  expect(await noted(`/inward/${inwardId}`)).toEqual([]);

  const { certificateId } = await must(201, 'POST', '/certificates', certificate('READ', dataUrl(hidden)));
  expect(await noted(`/certificates/${certificateId}`)).toEqual(['scripts', 'opening']);
  const without = await must(201, 'POST', '/certificates', certificate('NONE', null));
  expect(await noted(`/certificates/${without.certificateId}`)).toEqual([]);
  const image = await inwardWith('READ/2', dataUrl(Buffer.concat([png, script]), 'image/png'));
  expect(await noted(`/inward/${image.inwardId}`)).toEqual([]);
  const follows = { invoiceNumber: 'READ/3', billAttachment: null, billFollows: 'By post' };
  const none = await addInward(admin, supplierId, [[material, 1]], follows);
  expect(await noted(`/inward/${none.inwardId}`)).toEqual([]);
});

test('a file that cannot be examined is reported as not checked, and one that could not be read is read again', async () => {
  const { examinedFiles } = app.services;
  const lost = new Uint8Array(8);
  structuredClone(lost, { transfer: [lost.buffer] });
  expect(await examinedFiles.activeContentOf(-1, () => Promise.resolve(lost))).toEqual(['unchecked']);

  const failing = examinedFiles.activeContentOf(-2, () => Promise.reject(new Error('the database is away')));
  await expect(failing).rejects.toThrow('the database is away');
  const read = () => Promise.resolve(new Uint8Array(script));
  expect(await examinedFiles.activeContentOf(-2, read)).toEqual(['scripts', 'opening']);
});

test('a pack names files with active content in its index and tables, and has them unchanged', async () => {
  const bill = await inwardWith('PACK/1', dataUrl(script));
  await inwardWith('PACK/2', dataUrl(pdf));
  await must(201, 'POST', '/certificates', certificate('PACK', dataUrl(attached)));
  const line = bill.rawMaterials[0].id;
  const fields = transactionCertificateFields(supplierId, line, { number: 'TC/1', file: dataUrl(hidden) });
  await must(201, 'POST', '/transaction-certificates', fields);

  const { packId } = await must(201, 'POST', '/inspection-packs', { from: '2026-04-01', to: '2027-03-31' });
  await app.settled();
  const { token } = await app.person('admin');
  const answer = await app.app.inject({
    url: `/api/inspection-packs/${packId}/file`,
    headers: { authorization: `Bearer ${token}` },
  });
  const pack = answer.rawPayload;
  const name = `bills/${bill.inwardId}-PACK-1.pdf`;
  expect(Buffer.from(unzipSync(pack)[name] ?? [])).toEqual(script);

  const index = fileOf(pack, 'index.html').toString();
  expect(index).toContain(`These may act when they are opened: ${name} (scripts, actions on opening).`);
  expect(index).toMatch(/certificates\/\d+-PACK\.pdf \(attached files\)/);
  expect(index).toMatch(/transaction-certificates\/\d+-TC-1\.pdf \(scripts, actions on opening\)/);
  expect(index).not.toContain('PACK-2.pdf (');
  const bills = (await textOf(fileOf(pack, 'bills.pdf'))).replaceAll(/\s+/g, ' ');
  expect(bills.match(/may act when opened/g)).toHaveLength(1);
});
