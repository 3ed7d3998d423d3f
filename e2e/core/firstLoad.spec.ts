import { stat } from 'node:fs/promises';
import path from 'node:path';
import { addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { field, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const built = path.resolve(import.meta.dirname, '../../dist/web');

/** The paths of the scripts and styles that the page fetches from now on, except when idle. */
async function fetchedBy(page: Page): Promise<ReadonlySet<string>> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const fetched = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname)) fetched.add(pathname);
  });
  return fetched;
}

/** Their compressed size in kB. */
async function sizeOf(files: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all([...files].map(async (file) => (await stat(`${path.join(built, file)}.br`)).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

// An empty HTTP cache, as on the first visit.
test.use({ isAlone: true });

const call = office();

test.beforeAll(async () => {
  await addSupplier(call, { name: 'Malabar Spices' });
});

// docs/decisions/109-size-limits-without-chunk-rules.md explains the limits.
test('the sign-in needs at most 200 KB of script and style', async ({ page }) => {
  const fetched = await fetchedBy(page);
  await page.goto('/login');
  await expect(field(page, 'Email')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await sizeOf(fetched)).toBeLessThan(200);
});

test('a list needs at most 240 KB of script and style until its rows are there', async ({ page, godown }) => {
  await signIn(page, godown);
  const fetched = await fetchedBy(page);
  await page.goto('/suppliers');
  await expect(rowOf(page, 'Suppliers', 'Malabar Spices')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await sizeOf(fetched)).toBeLessThan(240);
});

test('no script tries what the security policy forbids, which browsers list as issues of the page', async ({
  page,
  godown,
}) => {
  const issues: unknown[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Audits.issueAdded', ({ issue }) => issues.push(issue));
  await session.send('Audits.enable');
  await signIn(page, godown);
  await page.goto('/suppliers');
  await expect(rowOf(page, 'Suppliers', 'Malabar Spices')).toBeVisible();
  expect(issues).toEqual([]);
});
