import { readFileSync } from 'node:fs';
import { errorTexts } from '#contract/core/errors.ts';
import { openOffice } from '../support/api.ts';
import { backupState } from '../support/stops/backupStops.ts';
import { manager, signIn } from '../support/people.ts';
import { alert, done, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test.beforeAll(async ({ serverOf }, { file }) => {
  await openOffice(await serverOf(file), manager);
});

test('an administrator creates a backup, sees it verified, and downloads it', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/backups');
  await expect(page.getByText('None has been verified yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(done(page, 'The backup is being made. It comes into the list once it is whole.')).toBeVisible();
  const row = rowsOf(page, 'Backups');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('By hand');
  await expect(row.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByText('None has been verified yet.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeEnabled();

  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Download the backup of / }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^godown-.*-by-hand-\d+\.db$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 15)
      .toString(),
  ).toBe('SQLite format 3');
});

test('the fault of a damaged backup is shown below its row, and in its card on a phone', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.route('**/api/backups', async (route) => route.fulfill({ json: backupState }));
  await page.goto('/backups');
  const fault = page.getByText("a.db was damaged or edited after it was made: its checksum doesn't fit.");
  await expect(fault).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('list', { name: 'Backups' })).toContainText('a.db was damaged');
  await expect(fault).toBeVisible();
});

test('a manager does not have the screen of backups', async ({ page, godown }) => {
  await signIn(page, godown, manager);
  await page.goto('/backups');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(alert(page, errorTexts.noAccess)).toBeVisible();
});
