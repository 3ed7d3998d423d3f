/** Origin of packs: every backup contains the signing key, but only the server writes the record of created packs. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildTestApp, onPostgres } from '#test/buildTestApp.ts';
import { runScript } from '#test/runScript.ts';
import { fingerprintOf, PackFile } from './file/packFile.ts';
import { findPrivateKey, findPublicKey } from './file/signingKey.ts';

const app = await buildTestApp();
const admin = await app.as('admin');
const period = { from: '2026-04-01', to: '2027-03-31' };

let pack: Buffer;
let packId: number;
let madeAt: string;

beforeAll(async () => {
  packId = (await admin('POST', '/inspection-packs', period)).json.packId;
  await app.settled();
  [{ madeAt }] = (await admin('GET', '/inspection-packs')).json;
  const { token } = await app.person('admin');
  const url = `/api/inspection-packs/${packId}/file`;
  pack = (await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).rawPayload;
});

async function verified(file: Buffer) {
  const { token } = await app.person('manager');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/zip' };
  const answer = await app.app.inject({ method: 'POST', url: '/api/inspection-packs/verify', headers, payload: file });
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json();
}

/** A pack with forged content, signed with a key. */
async function forge(privateKey: string, at: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const file = new PackFile(privateKey, async (bytes) => {
    pieces.push(bytes);
    await Promise.resolve();
  });
  await file.add('index.html', '<p>All of it is organic.</p>');
  await file.finish({ madeAt: at, ...period, lots: [] });
  return Buffer.concat(pieces);
}

test('a pack of this Godown has the time of its record, also once its file is deleted', async () => {
  const recorded = { isWhole: true, origin: 'recorded', recordedAt: madeAt, problem: null };
  expect(await verified(pack)).toMatchObject(recorded);
  await app.store.db.deleteFrom('inspection_pack_part').where('pack_id', '=', packId).execute();
  expect((await admin('GET', '/inspection-packs')).json[0]).toMatchObject({ packId, fileName: null });
  expect(await verified(pack)).toMatchObject(recorded);
});

test('a pack that somebody else signed with our key is reported as unrecorded', async () => {
  const forged = await forge(await findPrivateKey(app.store.db), new Date().toISOString());
  const { fingerprint } = await findPublicKey(app.store.db);
  expect(await verified(forged)).toMatchObject({ isWhole: true, origin: 'unrecorded', recordedAt: null, fingerprint });
});

test('a pack dated before our key was created is refused, unless it is recorded', async () => {
  const { db } = app.store;
  const { createdAt } = await findPublicKey(db);
  const privateKey = await findPrivateKey(db);
  const before = await forge(privateKey, new Date(Date.parse(createdAt) - 1).toISOString());
  expect(await verified(before)).toMatchObject({ isWhole: false, origin: 'predated', recordedAt: null });
  expect(await verified(await forge(privateKey, createdAt))).toMatchObject({ isWhole: true, origin: 'unrecorded' });
  // As if the clock had been ahead when Godown was installed.
  await db.updateTable('signing_key').set({ created_at: '2099-01-01T00:00:00.000Z' }).execute();
  expect(await verified(pack)).toMatchObject({ isWhole: true, origin: 'recorded' });
  await db.updateTable('signing_key').set({ created_at: createdAt }).execute();
});

test('a pack signed with another key is foreign, and a changed or unsigned one is not whole', async () => {
  const { privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const fingerprint = fingerprintOf(createPublicKey(createPrivateKey(privateKey)));
  const foreign = await verified(await forge(privateKey, madeAt));
  expect(foreign).toMatchObject({ isWhole: true, origin: 'foreign', fingerprint, recordedAt: null });
  const longer = await verified(Buffer.concat([pack, Buffer.from(' ')]));
  expect([longer.isWhole, longer.recordedAt]).toEqual([false, null]);
  expect(await verified(Buffer.from('no pack'))).toMatchObject({ isWhole: false, origin: null, recordedAt: null });
});

// Needs no database.
if (!onPostgres) {
  test('npm run verify-pack exits with 0 for the right key, 1 for another or a changed pack, 2 without a key', async () => {
    const { fingerprint } = await findPublicKey(app.store.db);
    const file = join(app.place.dataDir, 'pack.zip');
    await writeFile(file, pack);
    const run = async (...args: string[]) => await runScript('scripts/verifyPack.ts', {}, args);
    expect(await run(file, '--key', fingerprint)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('only the Godown itself says whether it made this pack'),
    });
    expect((await run(file, '--key', '00 11')).code).toBe(1);
    expect(await run(file)).toMatchObject({ code: 2, stdout: expect.stringContaining('nothing says whose it is') });
    await writeFile(file, Buffer.concat([pack, Buffer.from(' ')]));
    expect((await run(file)).code).toBe(1);
    expect((await run(file, '--key', fingerprint)).code).toBe(1);
  });
}
