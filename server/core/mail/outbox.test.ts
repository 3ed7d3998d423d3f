/** Mails as files, without a mail server. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';

test('the file of a mail appears once its record is stored, and not when storing fails', async () => {
  const { place, services } = await buildTestApp();
  const outbox = join(place.dataDir, 'outbox');
  const files = () => (existsSync(outbox) ? readdirSync(outbox) : []);
  const mail = { id: 'one-id', to: 'somebody@example.in', subject: 'A mail', text: 'Hello', html: '<p>Hello</p>' };
  const unstored = services.mailer.send(mail, async () => await Promise.reject(new Error('not stored')));
  await expect(unstored).rejects.toThrow('not stored');
  expect(files()).toEqual([]);
  let before: string[] = ['not called'];
  await services.mailer.send(mail, async () => {
    before = files();
    await Promise.resolve();
  });
  expect([before, files().length]).toEqual([[], 1]);
  expect(readFileSync(join(outbox, files()[0] ?? ''), 'utf8')).toContain('Message-ID: <one-id@');
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith('.unfinished'))).toEqual([]);
});
