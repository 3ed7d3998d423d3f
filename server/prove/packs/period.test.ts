/** Content of a period's pack besides events, and its format: holds, certificates, units. */
import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier, dataUrl, pdf } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { fileOf } from '#test/packFiles.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { done } = worldOf(admin);

const lotOfUnit = new Map<string, number>();

async function makePack(body: object): Promise<Buffer> {
  const { packId } = await done('POST', '/inspection-packs', body);
  await app.settled();
  const { token } = await app.person('admin');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.app.inject({ url: `/api/inspection-packs/${packId}/file`, headers });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

async function rowsOf(section: string): Promise<unknown[][]> {
  const [sheet] = await readXlsxFile(fileOf(pack, `${section}.xlsx`));
  return sheet?.data ?? [];
}

const line = (rawMaterialId: number, over: object = {}) => ({ rawMaterialId, quantity: 5, pricePerUnit: 10, ...over });

/** Units as people write them, with their codes of UN/ECE recommendation 20. */
const units = [
  ['kg', 'KGM'],
  ['Kgs', 'KGM'],
  ['kilogram', 'KGM'],
  ['gm', 'GRM'],
  ['gms', 'GRM'],
  ['MT', 'TNE'],
  ['tonnes', 'TNE'],
  ['quintal', 'DTN'],
  ['litres', 'LTR'],
  ['ml', 'MLT'],
  ['metres', 'MTR'],
  ['jar', 'H87'],
] as const;

const supplierId = await addSupplier(admin, { name: 'Lakshmi Farm' });
const turmeric = await addMaterial(admin, { name: 'Turmeric' });
const rawMaterials = [line(turmeric, { code: 'HELD-1', claim: 'organic', receiveOnHold: true })];
const inward = await addInward(admin, supplierId, [], { inwardDate: '2026-11-01', rawMaterials });
await done('POST', `/lots/${inward.rawMaterials[0].lotId}/release`, { reason: 'Certificate seen' });
for (const [unit] of units) {
  const inUnit = await addInward(admin, supplierId, [[await addMaterial(admin, { unit }), 1.5]]);
  lotOfUnit.set(unit, inUnit.rawMaterials[0].lotId);
}
const season = { holder: 'supplier', supplierId, scheme: 'NPOP', body: 'Indocert', allItems: true };
const earlier = { validFrom: '2025-04-01', validTo: '2026-03-31', file: dataUrl(pdf) };
await done('POST', '/certificates', { ...season, ...earlier, number: 'OLD-CERT' });
await done('POST', '/certificates', {
  ...season,
  validFrom: '2024-04-01',
  validTo: '2025-03-31',
  number: 'OLDER-CERT',
});
const bought = [line(turmeric, { claim: 'organic' })];
const lot = (await addInward(admin, supplierId, [], { inwardDate: '2026-03-15', rawMaterials: bought }))
  .rawMaterials[0];
await done('POST', '/production-runs', {
  productionDate: '2026-10-14',
  status: 'completed',
  inputs: [{ rawMaterialId: turmeric, quantity: 5, lots: [{ lotId: lot.lotId, quantity: 5 }] }],
  outputs: [{ productId: await addProduct(admin), batchNumber: 'MADE-1', quantity: 10 }],
});
const pack = await makePack({ from: '2026-10-01', to: '2026-11-30' });

test('a pack has a hold that began with its lot, beside the release', async () => {
  const ofLot = (await rowsOf('holds')).filter((row) => row.includes('HELD-1'));
  expect(ofLot.map(([, , , what, , , reason]) => [what, reason])).toEqual([
    ['Put on hold', 'No certificate on 01-11-2026'],
    ['Released', 'Certificate seen'],
  ]);
});

test('each quantity in the events of a pack has the code of the unit in which it was recorded', () => {
  const { eventList } = JSON.parse(fileOf(pack, 'events.jsonld').toString()).epcisBody;
  const amounts: { epcClass: string; quantity: number; uom: string }[] = eventList.flatMap(
    ({ quantityList = [] }: { quantityList?: [] }) => quantityList,
  );
  const told = units.map(([unit]) => {
    const { quantity, uom } = amounts.find(({ epcClass }) => epcClass.endsWith(`:lot:${lotOfUnit.get(unit)}`)) ?? {};
    return [unit, quantity, uom];
  });
  expect(told).toEqual(units.map(([unit, code]) => [unit, 1.5, code]));
});

test('a pack has the certificate of an earlier season that a trace names, with its file', async () => {
  expect((await rowsOf('traces')).flat()).toContainEqual(expect.stringContaining('certificate OLD-CERT'));
  const certificates = (await rowsOf('certificates')).filter((row) => row.includes('Lakshmi Farm'));
  expect(certificates.map(([, , number]) => number)).toEqual(['OLD-CERT']);
  const name = String(certificates[0]?.at(-1));
  expect(fileOf(pack, name)).toEqual(pdf);
});
