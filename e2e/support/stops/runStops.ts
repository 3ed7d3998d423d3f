/** The stops of a run: the form with what is made, the page of a run, and the page of a batch. */
import type { Page } from '@playwright/test';
import { choose, field } from '../screen.ts';
import type { Stop } from '../tour.ts';

async function fillRun(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Add production' });
  const group = (name: string) => form.getByRole('group', { name, exact: true });
  await choose(group('Output 1'), 'Product', 'Turmeric powder 200 g');
  await field(group('Output 1'), 'Quantity').fill('20');
  // The recipe fills the inputs.
  await group('Material 1')
    .getByRole('button', { name: /^From / })
    .first()
    .click();
  await form.getByRole('table', { name: /^Lots of / }).waitFor();
  await form.getByRole('button', { name: 'Add loss' }).click();
  await group('Loss 1').getByLabel('Loss').and(form.locator('input')).fill('Grinding dust');
  await field(group('Loss 1'), 'Quantity').fill('0.05');
  await form.getByRole('region', { name: 'Balance' }).waitFor();
}

export const runStops: Stop[] = [
  { screen: 'production', state: 'run', office: 'sample', path: '/production', reach: fillRun },
  {
    screen: 'production',
    state: 'run-page',
    office: 'sample',
    path: '/production?search=coconut',
    reach: async (page) => {
      const rows = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recorded productions' }) });
      await rows.getByRole('link').first().click();
      await page.getByRole('heading', { name: 'What went in' }).waitFor();
    },
  },
  {
    screen: 'finishedgoods',
    state: 'batch',
    office: 'sample',
    path: '/finishedgoods?search=TP-',
    reach: async (page) => {
      const links = page.getByRole('main').getByRole('link', { name: /^TP-\d+$/ });
      await links.first().click();
      await page.getByRole('heading', { name: 'Movements' }).waitFor();
    },
  },
];
