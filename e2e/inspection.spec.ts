/** An inspection of the sample data, as an inspector leads it: back, forward, how much, a drill, a pack, and is it whole. */
import { runScript } from '../test/runScript.ts';
import { done, field, rowOf, rowsOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import { openSampleOffice, signInEverywhere } from './support/tour.ts';
import type { Page } from '@playwright/test';

test.beforeAll(async ({ serverOf }, { file }) => {
  await openSampleOffice(await serverOf(file));
});

async function openTrace(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Trace', exact: true }).click();
  await expect(page.getByText('Answered in')).toBeVisible();
}

test('a batch back to the farms, a delivery forward, the balance, a drill, and a pack that is whole', async ({
  page,
  godown,
}) => {
  await signInEverywhere(page, [godown]);
  await page.goto(`${godown.address}/finishedgoods?search=TP-10`);
  await rowOf(page, 'Finished Goods', 'TP-10').getByRole('link').first().click();
  await openTrace(page);
  await expect(page.getByText(/ kg from \d+ suppliers? in \d+ lots?.*, all certified on the day/)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Terra Earthfood');

  // Years and codes are those of the day on which the sample data were made.
  await page.goto(`${godown.address}/inward?search=Jaintia`);
  await rowsOf(page, 'Inward')
    .getByRole('link', { name: /\/0498$/ })
    .click();
  await rowOf(page, 'Raw material', 'Turmeric, Lakadong').getByRole('link').nth(1).click();
  await expect(page.getByRole('heading', { level: 1, name: /^TUR-/ })).toBeVisible();
  const lot = page.url();
  await openTrace(page);
  await expect(page.getByRole('main')).toContainText('Terra Earthfood');

  await page.goto(`${godown.address}/mass-balance`);
  await page.getByLabel('Item').first().click();
  await page.getByRole('option', { name: 'Turmeric, Lakadong' }).click();
  await page.getByRole('button', { name: 'All time' }).click();
  await expect(page.getByText(/^Covered\. .* kg sold, .* 0 kg short\.$/)).toBeVisible();

  await page.goto(lot);
  await page.getByRole('link', { name: 'Recall', exact: true }).click();
  const begin = page.getByRole('form', { name: 'Begin a recall' });
  await field(begin, 'Reason').fill('Yearly drill');
  await begin.getByRole('button', { name: 'Begin drill' }).click();
  await expect(done(page, 'Drill begun.')).toBeVisible();
  await expect(rowOf(page, 'Buyers', 'Terra Earthfood')).toContainText('120 jar');
  await page.getByRole('button', { name: 'Close drill' }).click();
  const closing = page.getByRole('dialog');
  await field(closing, 'Conclusion').fill('All of it was found');
  await closing.getByRole('button', { name: 'Close drill' }).click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();

  await page.goto(`${godown.address}/inspection-packs`);
  await page.getByRole('button', { name: 'Make a pack' }).click();
  await field(page.getByRole('form', { name: 'Make a pack' }), 'To').press('Control+Enter');
  await expect(rowsOf(page, 'Inspection packs').first().getByText('Done')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Download the pack/ })
    .first()
    .click();
  const pack = await (await downloading).path();
  const { code, stdout, stderr } = await runScript('scripts/verifyPack.ts', {}, [pack]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Nothing was changed.');
});
