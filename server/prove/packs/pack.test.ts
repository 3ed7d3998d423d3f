/** Inspection packs: made, downloaded, read back and checked. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import readXlsxFile from 'read-excel-file/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { FILES_KEPT, replacedTexts } from '#contract/prove/packs.ts';
import { Packs } from './packs.ts';
import { buildTestApp, onPostgres } from '#test/buildTestApp.ts';
import { addInward, addMaterial, addProduct, addSupplier, transactionCertificateFields } from '#test/factories.ts';
import { fileOf, sortableOf, textOf } from '#test/packFiles.ts';
import { runScript } from '#test/runScript.ts';
import { worldOf } from '#test/world.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const { done } = worldOf(admin);
const period = { from: '2026-04-01', to: '2027-03-31' };
const supplierName = 'श्री हिन्दी किसान मंडल';

async function download(packId: number): Promise<Buffer> {
  const { token } = await app.person('admin');
  const url = `/api/inspection-packs/${packId}/file`;
  const answer = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

async function makePack(body: object = period): Promise<Buffer> {
  const { packId } = await done('POST', '/inspection-packs', body);
  await app.settled();
  const { json } = await admin('GET', '/inspection-packs');
  const { state, size } = json.find((each: { packId: number }) => each.packId === packId);
  expect(state).toBe('done');
  const file = await download(packId);
  expect(file.length).toBe(size);
  return file;
}

async function verified(file: Buffer) {
  const { token } = await app.person('admin');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/zip' };
  const answer = await app.app.inject({ method: 'POST', url: '/api/inspection-packs/verify', headers, payload: file });
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json();
}

interface EpcisEvent {
  type: string;
  eventID: string;
  bizStep: string;
  'godown:soldAs'?: string;
  action?: string;
  quantityList?: { epcClass: string; quantity: number }[];
  inputQuantityList?: { epcClass: string; quantity: number }[];
  outputQuantityList?: { epcClass: string; quantity: number }[];
  sourceList?: { source: string }[];
  errorDeclaration?: { reason: string; correctiveEventIDs: string[] };
  'godown:replaced'?: string;
}

let pack: Buffer;
let madeAt: Date;
let events: EpcisEvent[];
let leaf: { lotIds: number[]; batchLotId: number };

/** Salad of two lots of lettuce and one of tomato; and 500 jars, of which a dispatch of 452 was one of 500. */
beforeAll(async () => {
  const supplierId = await addSupplier(admin, { name: supplierName });
  const [lettuce, tomato] = [await addMaterial(admin, { name: 'हल्दी पत्ता' }), await addMaterial(admin)];
  const lotIds: number[] = [];
  for (const [rawMaterialId, quantity] of [
    [lettuce, 100],
    [lettuce, 50],
    [tomato, 40],
  ] as const) {
    const bought = await addInward(admin, supplierId, [[rawMaterialId, quantity]], {
      rawMaterials: [{ rawMaterialId, quantity, pricePerUnit: 123_456.5, transactionCertificate: `TC/IN/${quantity}` }],
    });
    lotIds.push(bought.rawMaterials[0].lotId);
  }
  const [salad, jar] = [await addProduct(admin, { unit: 'pack' }), await addProduct(admin)];
  const run = await done('POST', '/production-runs', {
    productionDate: '2026-11-10',
    status: 'completed',
    inputs: [
      { rawMaterialId: lettuce, quantity: 150 },
      { rawMaterialId: tomato, quantity: 40 },
    ],
    outputs: [{ productId: salad, batchNumber: 'SALAD-1', quantity: 200 }],
  });
  leaf = { lotIds, batchLotId: run.outputs[0].lotId };
  const { lotId } = await done('POST', '/goods', {
    productId: jar,
    batchNumber: 'JAR-1',
    quantity: 500,
    manufactureDate: '2026-11-01',
  });
  const { buyerId } = await done('POST', '/buyers', { name: 'Green Basket', phone: '9811111112', status: 1 });
  const soldAs = { scheme: 'NPOP', status: 'organic' };
  const claimed = { soldAs, soldAsReason: 'Confirmed by letter' };
  const dispatch = { buyerId, dispatchDate: '2026-11-12', invoiceNumber: 'GD/7', ...claimed };
  const sent = await done('POST', '/dispatches', { ...dispatch, lines: [{ lotId, quantity: 452 }] });
  const lines = [{ dispatchLineId: sent.lines[0].dispatchLineId, lotId, quantity: 500 }];
  await done('PUT', `/dispatches/${sent.dispatchId}`, { ...dispatch, lines });
  const gone = await done('POST', '/dispatches', {
    ...dispatch,
    invoiceNumber: 'GD/8',
    lines: [{ lotId: leaf.batchLotId, quantity: 5 }],
  });
  expect((await admin('DELETE', `/dispatches/${gone.dispatchId}`)).status).toBe(200);
  await done('POST', '/adjustments', {
    kind: 'opening',
    date: '2026-11-01',
    lines: [{ rawMaterialId: tomato, quantity: 2 }],
  });
  const going = await done('POST', '/production-runs', {
    productionDate: '2026-11-11',
    status: 'in_progress',
    inputs: [{ rawMaterialId: tomato, quantity: 1.5 }],
  });
  const [input] = going.inputs;
  await done('PUT', `/production-runs/${going.runId}/progress`, {
    productionDate: '2026-11-11',
    status: 'completed',
    inputs: [{ productionId: input.productionId, rawMaterialId: tomato, quantity: 1.25 }],
    outputs: [{ productId: salad, batchNumber: 'SALAD-2', quantity: 2 }],
  });
  const returned = [{ dispatchLineId: sent.lines[0].dispatchLineId, quantity: 3 }];
  await done('POST', '/adjustments', { kind: 'buyerReturn', date: '2026-11-13', reason: 'Leaking', lines: returned });
  await done('POST', '/adjustments', {
    kind: 'count',
    date: '2026-11-12',
    reason: 'Count',
    lines: [{ lotId: leaf.batchLotId, quantity: 198, reason: 'Broken' }],
  });
  await done('POST', `/lots/${leaf.batchLotId}/hold`, { reason: 'Moisture 13 %' });
  const paper = { number: 'TC/7', file: 'data:application/pdf;base64,JVBERi0xLjQKJSVFT0YK' };
  const covered = leaf.lotIds.slice(0, 2).map((lineId) => ({ lineId, quantity: 12.5 }));
  const covering = transactionCertificateFields(supplierId, 0, { ...paper, lines: covered });
  await done('POST', '/transaction-certificates', covering);
  app.clock.moves = false;
  madeAt = app.clock.now;
  pack = await makePack();
  app.clock.moves = true;
  events = JSON.parse(fileOf(pack, 'events.jsonld').toString()).epcisBody.eventList;
});

describe('the content of a pack', () => {
  test('the events are valid by the published schema of EPCIS 2.0', () => {
    const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));
    const schema: object = JSON.parse(
      readFileSync(join(import.meta.dirname, 'fixtures/epcis-2.0.schema.json'), 'utf8'),
    );
    const isValid = ajv.compile(schema);
    isValid(JSON.parse(fileOf(pack, 'events.jsonld').toString()));
    expect(isValid.errors).toBeNull();
    const wrong = { ...JSON.parse(fileOf(pack, 'events.jsonld').toString()), schemaVersion: 2 };
    expect(isValid(wrong)).toBe(false);
  });

  test('a transformation of three lots is one event over three rows', async () => {
    const rows = (await sortableOf(pack)).filter((row) => row['New traceability lot code'] === 'SALAD-1');
    expect(rows.map((row) => row['Quantity'])).toEqual([100, 50, 40]);
    expect(rows.map((row) => [row['New traceability lot code'], row['New quantity']])).toEqual(
      Array.from({ length: 3 }, () => ['SALAD-1', 200]),
    );
    const transformations = events.filter(({ inputQuantityList }) => inputQuantityList?.length === 3);
    expect(new Set(rows.map((row) => row['Event ID']))).toEqual(new Set(transformations.map(({ eventID }) => eventID)));
    expect(transformations).toHaveLength(1);
    expect(transformations[0]?.inputQuantityList?.map(({ quantity }) => quantity)).toEqual([100, 50, 40]);
  });

  test('a shipment of 452 corrected to 500 leaves both events, the first declared wrong', async () => {
    const shipped = events.filter(({ bizStep }) => bizStep === 'shipping');
    const [wrong, right, never] = shipped;
    expect(shipped.map(({ quantityList }) => quantityList?.[0]?.quantity)).toEqual([452, 500, 5]);
    expect(wrong?.errorDeclaration).toMatchObject({ reason: 'incorrect_data', correctiveEventIDs: [right?.eventID] });
    expect(right).not.toHaveProperty('errorDeclaration');
    expect(never?.errorDeclaration).toMatchObject({ reason: 'did_not_occur', correctiveEventIDs: [] });
    const rows = (await sortableOf(pack)).filter((row) => row['Critical tracking event'] === 'Shipping');
    expect(rows.map((row) => [row['Quantity'], row['Status'], row['Corrected by'], row['Why']])).toEqual([
      [452, 'Declared wrong', right?.eventID, replacedTexts.changed],
      [500, 'Counts', null, null],
      [5, 'Declared wrong', null, replacedTexts.withdrawn],
    ]);
    expect([wrong, right, never].map((event) => event?.['godown:replaced'])).toEqual([
      replacedTexts.changed,
      undefined,
      replacedTexts.withdrawn,
    ]);
  });

  test('receipts have the transaction certificate of their line, returns name the buyer, and each lot has its claim', async () => {
    const rows = await sortableOf(pack);
    const ofStep = (step: string) => rows.filter((row) => row['Critical tracking event'] === step);
    expect(ofStep('Receiving').map((row) => row['Transaction certificate'])).toEqual([
      'TC/IN/100',
      'TC/IN/50',
      'TC/IN/40',
    ]);
    expect(ofStep('Return from buyer').map((row) => [row['Quantity'], row['Previous source']])).toEqual([
      [3, 'Green Basket'],
    ]);
    const [back] = events.filter(({ sourceList }) => sourceList?.[0]?.source.includes(':buyer:'));
    expect(back?.quantityList?.map(({ quantity }) => quantity)).toEqual([3]);
    const text = fileOf(pack, 'events.jsonld').toString();
    const lots: number = (await admin('GET', '/lots')).json.length;
    expect(text.match(/urn:epcglobal:cbv:mda#claim","attribute":"conventional"/g)).toHaveLength(lots);
  });

  test('the claim that goods were sold under is in the events, and its reason in the register and in readiness', async () => {
    const sent = events.filter(({ bizStep, errorDeclaration }) => bizStep === 'shipping' && !errorDeclaration);
    expect(sent.map((event) => event['godown:soldAs'])).toEqual(['NPOP organic']);
    for (const paper of ['dispatches.pdf', 'readiness.pdf']) {
      const text = (await textOf(fileOf(pack, paper))).replaceAll(/\s+/g, ' ');
      expect(text).toContain('NPOP organic');
      expect(text).toContain('Confirmed by letter');
    }
  });

  test('the valid events add up to the stock of each lot', async () => {
    const sums = new Map<string, number>();
    const add = (amounts: EpcisEvent['quantityList'], sign: number) => {
      for (const { epcClass, quantity } of amounts ?? []) {
        sums.set(epcClass, (sums.get(epcClass) ?? 0) + sign * quantity);
      }
    };
    for (const event of events.filter(({ errorDeclaration }) => errorDeclaration === undefined)) {
      add(event.inputQuantityList, -1);
      add(event.outputQuantityList, 1);
      add(event.quantityList, event.action === 'ADD' ? 1 : -1);
    }
    const { json: lots } = await admin('GET', '/lots');
    expect(lots.length).toBeGreaterThan(4);
    const idOf = (epcClass: string) => Number(epcClass.split(':').at(-1));
    const found = Array.from(sums, ([epcClass, sum]) => [idOf(epcClass), sum]);
    const kept = lots.map(({ lotId, onHandQty }: { lotId: number; onHandQty: number }) => [lotId, onHandQty]);
    expect(new Map(found.map(([lotId = 0, sum = 0]) => [lotId, sum]))).toEqual(new Map(kept));
  });

  test('the PDFs contain Hindi names and Indian numbers as text', async () => {
    const bills = await textOf(fileOf(pack, 'bills.pdf'));
    for (const expected of [supplierName, 'हल्दी पत्ता', '₹ 1,23,456.50', '01-11-2026'])
      expect(bills).toContain(expected);
    expect(await textOf(fileOf(pack, 'traces.pdf'))).toContain('SALAD-1');
    const held = await textOf(fileOf(pack, 'holds.pdf'));
    for (const expected of ['On hold now', 'Put on hold', 'Moisture 13 %']) expect(held).toContain(expected);
  });

  test('every file that the index names exists, with the bills', () => {
    expect(fileOf(pack, 'index.html').toString()).toMatch(/Made on 20-11-2026 12:\d\d PM \(Asia\/Kolkata\) by Godown/);
    const files = unzipSync(pack);
    const index = fileOf(pack, 'index.html').toString();
    const linked = Array.from(index.matchAll(/href="([^"]+)"/g), ([, name = '']) => decodeURIComponent(name));
    expect(new Set(linked)).toEqual(new Set(Object.keys(files).filter((name) => name !== 'index.html')));
    expect(linked.filter((name) => name.startsWith('bills/'))).toHaveLength(3);
    expect(index).toContain('3 lines, 3 bills.');
  });

  test('transaction certificates are listed line by line, each with its file once', async () => {
    const text = await textOf(fileOf(pack, 'transaction-certificates.pdf'));
    for (const expected of ['Purchase', 'TC/7', 'Issued', supplierName]) expect(text).toContain(expected);
    const files = Object.keys(unzipSync(pack)).filter((name) => name.startsWith('transaction-certificates/'));
    expect(files).toEqual([expect.stringMatching(/\d+-TC-7\.pdf$/)]);
    const [sheet] = await readXlsxFile(fileOf(pack, 'transaction-certificates.xlsx'));
    expect(sheet?.data.filter((row) => row.includes('TC/7') && row.includes(12.5))).toHaveLength(2);
    expect(fileOf(pack, 'index.html').toString()).toContain('1 transaction certificate, 1 file.');
  });

  test('for chosen lots it has their inputs and descendants, and nothing else', async () => {
    const chosen = await makePack({ ...period, lotIds: [leaf.lotIds[0]] });
    const rows = await sortableOf(chosen);
    expect(new Set(rows.map((row) => row['Critical tracking event']))).toEqual(
      new Set(['Receiving', 'Transformation', 'Shipping', 'Lost in a count']),
    );
    expect(rows.map((row) => row['Traceability lot code'])).not.toContain('JAR-1');
    expect(rows.filter((row) => row['Critical tracking event'] === 'Receiving')).toHaveLength(1);
  });
});

describe('a pack proves itself', () => {
  test('created twice from the same records at the same moment, it is identical to the byte', async () => {
    const { now } = app.clock;
    Object.assign(app.clock, { now: madeAt, moves: false });
    const again = await makePack();
    Object.assign(app.clock, { now, moves: true });
    expect(again.equals(pack)).toBe(true);
  });

  test('the product verifies that it is whole and its origin, and names changed, missing and added files', async () => {
    const { json: key } = await admin('GET', '/inspection-packs/key');
    expect(await verified(pack)).toMatchObject({
      isWhole: true,
      origin: 'recorded',
      fingerprint: key.fingerprint,
      ...period,
      faults: [],
      problem: null,
    });
    const changed = Buffer.from(pack);
    const at = changed.indexOf('traces.pdf') + 2000;
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(await verified(changed)).toMatchObject({
      isWhole: false,
      faults: [{ name: 'traces.pdf', kind: 'changed' }],
    });
    // Renamed in both places, a file is missing and another was added.
    const renamed = Buffer.from(pack.toString('latin1').replaceAll('holds.pdf', 'holdz.pdf'), 'latin1');
    expect((await verified(renamed)).faults).toEqual([
      { name: 'holds.pdf', kind: 'missing' },
      { name: 'holdz.pdf', kind: 'added' },
    ]);
    const longer = Buffer.concat([pack, Buffer.from(' ')]);
    expect((await verified(longer)).isWhole).toBe(false);
    expect(await verified(Buffer.from('no pack'))).toMatchObject({ isWhole: false, problem: expect.any(String) });
    expect((await admin('POST', '/inspection-packs/verify', {})).status).toBe(400);
    expect((await admin('POST', '/suppliers', 'x', { 'content-type': 'application/zip' })).status).toBe(415);
  });
});

// Needs no database.
if (!onPostgres) {
  test('npm run verify-pack verifies it in another folder, without a database', async () => {
    const { json: key } = await admin('GET', '/inspection-packs/key');
    const file = join(app.place.dataDir, 'elsewhere.zip');
    await writeFile(file, pack);
    const whole = await runScript('scripts/verifyPack.ts', {}, [file, '--key', key.fingerprint.toUpperCase()]);
    expect(whole).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Nothing was changed.') });
    const other = await runScript('scripts/verifyPack.ts', {}, [file, '--key', '00 11']);
    expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining('not the key') });
    const changed = Buffer.from(pack);
    changed.writeUInt8(changed.readUInt8(3000) ^ 1, 3000);
    await writeFile(file, changed);
    const damaged = await runScript('scripts/verifyPack.ts', {}, [file]);
    expect(damaged).toMatchObject({ code: 1, stdout: expect.stringContaining('changed: mass-balances.pdf') });
    expect(await runScript('scripts/verifyPack.ts', {}, [`${file}.none`])).toMatchObject({ code: 1, stdout: '' });
  });
}

describe('the creation of packs', () => {
  test('keeps the files of the newest packs, and lists older ones without their files', async () => {
    const { json: before } = await admin('GET', '/inspection-packs');
    const [newest] = before;
    // As if many had been made since the first one.
    const row = await app.store.db
      .selectFrom('inspection_pack')
      .selectAll()
      .where('id', '=', newest.packId)
      .executeTakeFirstOrThrow();
    const later = Array.from({ length: FILES_KEPT }, (_, index) => ({ ...row, id: newest.packId + 1 + index }));
    await app.store.db.insertInto('inspection_pack').values(later).execute();
    await app.store.db
      .insertInto('inspection_pack_part')
      .values(later.map(({ id }) => ({ pack_id: id, position: 0, bytes: Buffer.from('x') })))
      .execute();
    if (onPostgres)
      await sql`select setval(pg_get_serial_sequence('inspection_pack', 'id'), 1000)`.execute(app.store.db);
    await makePack({ from: '2026-05-01', to: '2026-05-02' });
    const { json: after } = await admin('GET', '/inspection-packs');
    const files = after.map(({ fileName }: { fileName: string | null }) => fileName !== null);
    expect(files.slice(0, FILES_KEPT + 1)).toEqual([...Array<boolean>(FILES_KEPT).fill(true), false]);
    expect(files.filter(Boolean)).toHaveLength(FILES_KEPT);
  });

  test('refuses wrong periods and unknown lots, and has no file for an unfinished pack', async () => {
    const { status, json } = await admin('POST', '/inspection-packs', { from: '2026-12-01', to: '2026-11-01' });
    expect([status, Object.keys(json.errors)]).toEqual([400, ['to']]);
    const unknown = await admin('POST', '/inspection-packs', { ...period, lotIds: [9999] });
    expect([unknown.status, Object.keys(unknown.json.errors)]).toEqual([400, ['lotIds']]);
    expect((await admin('GET', '/inspection-packs/9999/file')).status).toBe(404);
  });

  test('happens once among two servers, is in the history with its requester, and is repeated if left unfinished', async () => {
    const other = () => new Packs({ ...app.services, onFailure: () => undefined });
    const stateOfPack = async (id: number) =>
      await app.store.db
        .selectFrom('inspection_pack')
        .select(['state', 'attempts'])
        .where('id', '=', id)
        .executeTakeFirst();
    const change = async (id: number, to: object) =>
      await app.store.db.updateTable('inspection_pack').set(to).where('id', '=', id).execute();
    const { packId } = await done('POST', '/inspection-packs', period);
    await Promise.all([other().work(), app.settled()]);
    await app.services.packs.work();
    await expect
      .poll(async () => await stateOfPack(packId), { timeout: 30_000 })
      .toEqual({ state: 'done', attempts: 1 });
    const { json } = await admin('GET', '/activity?kind=packs');
    expect(json[0]).toMatchObject({ action: 'create', recordId: packId, userName: 'A admin' });
    // Made at another moment.
    expect((await download(packId)).equals(pack)).toBe(false);
    // One that is stopped leaves it to the next, and this attempt doesn't count.
    await change(packId, { state: 'queued', attempts: 0, sha256: null, size: null });
    const stopped = other();
    const working = stopped.work();
    await expect.poll(async () => (await stateOfPack(packId))?.state, { timeout: 30_000 }).toBe('running');
    await stopped.stop();
    await working;
    expect(await stateOfPack(packId)).toEqual({ state: 'queued', attempts: 0 });

    // One that says nothing any more is taken over.
    const lost = { state: 'running', sha256: null, size: null, beat_at: '2026-11-20T06:00:00.000Z' };
    await change(packId, lost);
    await app.services.packs.work();
    expect((await verified(await download(packId))).isWhole).toBe(true);
    await change(packId, { ...lost, attempts: 3 });
    await app.services.packs.work();
    const { json: packs } = await admin('GET', '/inspection-packs');
    expect(packs[0]).toMatchObject({ packId, state: 'failed', fileName: null });
  });
});
