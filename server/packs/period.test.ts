/** What a pack of a period holds besides what happened in it, and how: holds, certificates, units. */
import readXlsxFile from 'read-excel-file/node';
import { beforeAll, expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { fileOf } from '#test/packFiles.ts';

const app = await buildTestApp();
const admin = await app.as('admin');

let pack: Buffer;
const lotOfUnit = new Map<string, number>();

async function done(path: string, body: object) {
  const { status, json, text } = await admin('POST', path, body);
  expect([200, 201], text).toContain(status);
  return json;
}

async function makePack(body: object): Promise<Buffer> {
  const { packId } = await done('/inspection-packs', body);
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

beforeAll(async () => {
  const supplierId = await addSupplier(admin, { name: 'Lakshmi Farm' });
  const turmeric = await addMaterial(admin, { name: 'Turmeric' });
  const rawMaterials = [line(turmeric, { code: 'HELD-1', claim: 'organic', receiveOnHold: true })];
  const inward = await addInward(admin, supplierId, [], { inwardDate: '2026-11-01', rawMaterials });
  await done(`/lots/${inward.rawMaterials[0].lotId}/release`, { reason: 'Certificate seen' });
  for (const [unit] of units) {
    const inUnit = await addInward(admin, supplierId, [[await addMaterial(admin, { unit }), 1.5]]);
    lotOfUnit.set(unit, inUnit.rawMaterials[0].lotId);
  }
  pack = await makePack({ from: '2026-10-01', to: '2026-11-30' });
});

test('a hold that began with its lot is in it, beside the release', async () => {
  const ofLot = (await rowsOf('holds')).filter((row) => row.includes('HELD-1'));
  expect(ofLot.map(([, , , what, , , reason]) => [what, reason])).toEqual([
    ['Put on hold', 'No certificate on 01-11-2026'],
    ['Released', 'Certificate seen'],
  ]);
});

test('each quantity of its events has the code of the unit in which it was recorded', () => {
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
