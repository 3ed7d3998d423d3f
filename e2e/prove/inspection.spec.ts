/** An inspection of the sample data, as an inspector leads it: back, forward, how much, a drill, a pack, and is it whole. */
import { runScript } from '#test/runScript.ts';
import type { GoodRecord } from '#contract/make/goods.ts';
import { callerOf } from '../support/api.ts';
import type { Godown } from '../support/godown.ts';
import { openSession } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { done, field, rowOf, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import { openSampleOffice, signInEverywhere } from '../support/tour.ts';
import type { Page } from '@playwright/test';

test.beforeAll(async ({ serverOf }, { file }) => {
  await openSampleOffice(await serverOf(file));
});

/** A batch picked at random, but for the one that Readiness says has no run. */
async function anyBatch(godown: Godown): Promise<string> {
  const call = callerOf(godown, (await openSession(godown)).token);
  const goods: GoodRecord[] = (await call('GET', '/goods')).json;
  const batches = goods.flatMap(({ batchNumber }) => (batchNumber === 'KS-9' ? [] : batchNumber));
  return batches[Math.floor(Math.random() * batches.length)] ?? '';
}

async function openTrace(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Trace', exact: true }).click();
  await expect(page.getByText('Answered in')).toBeVisible();
}

test('an inspection: a batch is traced back, a delivery forward, then balance, drill, and a verified pack', async ({
  page,
  godown,
}) => {
  await signInEverywhere(page, [godown]);
  const batch = await anyBatch(godown);
  // Names the batch in every failure.
  test.info().annotations.push({ type: 'batch', description: batch });
  await page.goto(`${godown.address}/trace`);
  await page.getByRole('searchbox', { name: 'What to trace' }).fill(batch);
  await page
    .getByRole('list', { name: 'Found' })
    .getByRole('button', { name: new RegExp(`^${batch}\\s*Batch`) })
    .click();
  await expect(page.getByText(/ kg from \d+ suppliers? in \d+ lots?.*, all certified on the day/)).toBeVisible();
  const farms = page.getByRole('table', { name: 'Back to the farms' });
  await expect(farms.getByRole('link', { name: /^(ORG|PGS)\// }).first()).toBeVisible();
  await farms
    .getByRole('link', { name: /^(ORG|PGS)\// })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Certificate (ORG|PGS)\// })).toBeVisible();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^Open the file of certificate/ }).click();
  await opening;

  // Years and codes are those of the day on which the sample data were made.
  await goOn(page, '/inward?search=Jaintia');
  await rowsOf(page, 'Inward')
    .getByRole('link', { name: /\/0447$/ })
    .click();
  await rowOf(page, 'Raw material', 'Turmeric, Lakadong').getByRole('link').nth(1).click();
  await expect(page.getByRole('heading', { level: 1, name: /^TUR-/ })).toBeVisible();
  const lot = page.url();
  await openTrace(page);
  await expect(page.getByRole('main')).toContainText('Terra Earthfood');

  await goOn(page, '/mass-balance');
  await page.getByLabel('Item').first().click();
  await page.getByRole('option', { name: 'Turmeric, Lakadong' }).click();
  for (const period of ['This season', 'All time']) {
    await page.getByRole('button', { name: period }).click();
    await expect(page.getByRole('button', { name: period, pressed: true })).toBeVisible();
    await expect(page.getByText(/^Covered\. .* 0 kg short\.$/)).toBeVisible();
  }
  await expect(page.getByText(/^Covered\. .* kg sold, .* 0 kg short\.$/)).toBeVisible();

  await goOn(page, lot);
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

  await goOn(page, '/inspection-packs');
  await page.getByRole('button', { name: 'Make a pack' }).click();
  await field(page.getByRole('form', { name: 'Make a pack' }), 'To').press('Control+Enter');
  // A pack is made in the background, behind whatever else the machine does.
  await expect(rowsOf(page, 'Inspection packs').first().getByText('Done')).toBeVisible({ timeout: 240_000 });
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Download the pack/ })
    .first()
    .click();
  const pack = await (await downloading).path();
  const fingerprint = await page.getByText(/^([0-9a-f]{4} ){15}[0-9a-f]{4}$/).textContent();
  const { code, stdout, stderr } = await runScript('scripts/verifyPack.ts', {}, [pack, '--key', fingerprint ?? '']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Nothing was changed.');
});
