/** An inspection pack: made, downloaded, and checked on the page, as it is and with a byte changed. */
import { readFile } from 'node:fs/promises';
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { manager, signIn } from '../support/people.ts';
import { done, field, isPhone, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office(manager);

test.beforeAll(async () => {
  await addInward(call, await addSupplier(call), [[await addMaterial(call), 12]]);
});

test('a manager creates a pack, downloads it, and verifies it', async ({ page, godown }) => {
  await signIn(page, godown, manager);
  await page.goto('/inspection-packs');
  await page.getByRole('button', { name: 'Make a pack' }).click();
  const form = page.getByRole('form', { name: 'Make a pack' });
  // The calendar leaves the form free until it is asked for, and takes Escape before the form does.
  const calendar = form.getByRole('button', { name: 'Next month' });
  await expect(field(form, 'From')).toBeFocused();
  await expect(calendar).toHaveCount(0);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(calendar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toHaveCount(0);
  await field(form, 'From').click();
  await expect(calendar).toBeVisible();
  await form.getByRole('button', { name: /^15 / }).first().click();
  await expect(calendar).toHaveCount(0);
  await expect(field(form, 'From')).toHaveValue(/^15-/);
  // Both widths share a server: each has a period of its own.
  const from = isPhone(page) ? '02-11-2026' : '01-11-2026';
  await field(form, 'From').fill(from);
  await field(form, 'To').fill('01-10-2026');
  // On a phone the calendar covers the button.
  await field(form, 'To').press('Control+Enter');
  await expect(form.getByText('The period ends before it begins.')).toBeVisible();
  await field(form, 'To').fill('20-11-2026');
  await field(form, 'To').press('Control+Enter');
  await expect(done(page, 'The pack is being made. This page shows when it is done.')).toBeVisible();
  const made = rowsOf(page, 'Inspection packs').filter({ hasText: from });
  await expect(made.getByText('Done')).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download the pack of ${from} to 20-11-2026` }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^inspection-pack-\d+_2026-11-0\d_2026-11-20\.zip$/);
  const pack = await readFile(await download.path());

  const checking = page.getByRole('region', { name: 'Check a pack' });
  const check = async (buffer: Buffer) =>
    await checking.locator('input[type=file]').setInputFiles({ name: 'pack.zip', mimeType: 'application/zip', buffer });
  await check(pack);
  await expect(checking.getByText('Nothing was changed.')).toBeVisible();
  await expect(checking.getByText(/It was made here, as recorded on \d\d-\d\d-\d{4}/)).toBeVisible();
  const changed = Buffer.from(pack);
  const at = changed.indexOf('holds.pdf') + 3000;
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  await check(changed);
  await expect(checking.getByText('This pack was changed.')).toBeVisible();
  await expect(checking.getByRole('listitem')).toHaveText(['holds.pdf: changed']);
  await check(Buffer.from('%PDF-1.7 a bill'));
  await expect(checking.getByText('This is no inspection pack.')).toBeVisible();
});
