/** The first steps of a new installation, on the dashboard. */
import { begin, goOn } from '../support/desk.ts';
import { office } from '../support/office.ts';
import { addMaterial } from '#test/factories.ts';
import { expect, test } from '../support/test.ts';

const call = office();

test('the first steps lead to their screens, are ticked once done, and can be hidden', async ({ page, godown }) => {
  await addMaterial(call);
  await begin(page, godown, '/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('link')).toHaveText([
    /Name your company/,
    /Add raw/,
    /Add organic/,
    /Enter the opening/,
  ]);
  await steps.getByRole('link', { name: /Name your company/ }).click();
  await expect(page.getByRole('heading', { name: 'Company' })).toBeVisible();
  await goOn(page, '/dashboard');
  await expect(steps.getByRole('img', { name: 'done' })).toHaveCount(1);
  await steps.getByRole('button', { name: 'Hide' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
