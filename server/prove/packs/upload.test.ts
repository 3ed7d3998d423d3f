/** The file of a pack that is sent to be checked: where it lies meanwhile. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import { Packs } from './packs.ts';
import { writeUpload } from './upload.ts';

const app = await buildTestApp();
const { dataDir } = app.services.config;
const unfinished = () => readdirSync(dataDir).filter((name) => name.startsWith('.unfinished'));

test('an uploaded pack is stored in the data folder until it is checked, not in the temporary folder', async () => {
  const { token } = await app.person('admin');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/zip' };
  vi.stubEnv('TMPDIR', '/dev/null');
  const sent = {
    method: 'POST',
    url: '/api/inspection-packs/verify',
    headers,
    payload: Buffer.from('no pack'),
  } as const;
  const answer = await app.app.inject(sent);
  vi.unstubAllEnvs();
  expect([answer.statusCode, answer.json().isWhole], answer.payload).toEqual([200, false]);
  expect(unfinished()).toEqual([]);
});

test('an account uploads one pack at a time, and the next waits until the first is deleted', async () => {
  const { token } = await app.person('admin');
  const url = `http://127.0.0.1:${await app.listen()}/api/inspection-packs/verify`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/zip' };
  const sending = request(url, { method: 'POST', headers: { ...headers, 'content-length': 2_000_000 } });
  sending.on('error', () => undefined).write(Buffer.alloc(1_000_000));
  await vi.waitFor(() => expect(unfinished()).toHaveLength(1));

  let isAnswered = false;
  const next = fetch(url, { method: 'POST', headers, body: 'no pack' }).finally(() => (isAnswered = true));
  await delay(200);
  expect([isAnswered, unfinished().length]).toEqual([false, 1]);
  sending.destroy();
  expect((await next).status).toBe(200);
  await vi.waitFor(() => expect(unfinished()).toEqual([]));
});

test('an unfinished upload of a killed server is removed at the next start', async () => {
  mkdirSync(join(dataDir, `.unfinished-${process.pid}-0`));
  const packs = new Packs({ ...app.services, onFailure: () => undefined });
  await packs.begin();
  await packs.stop();
  expect(unfinished()).toEqual([]);
});

// A device of Linux on which every write fails so.
if (existsSync('/dev/full')) {
  test('an upload to a full disk is refused with a sentence', async () => {
    await expect(writeUpload(Readable.from([Buffer.alloc(99)]), '/dev/full')).rejects.toMatchObject({
      code: 'too_large',
      message: 'The server has no room on its disk for this file. Check it with npm run verify-pack.',
    });
  });
}
