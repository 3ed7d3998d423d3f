/** Saved views of a list: the address under a name, shared by the office. */
import { addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { begin } from '../support/desk.ts';
import { administrator, manager, storekeeper } from '../support/people.ts';
import { done, entries, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office(manager, storekeeper);

test.use({ goesOn: true });

test.beforeAll(async () => {
  await addSupplier(call, { name: 'Amla Growers', status: 0 });
  await addSupplier(call, { name: 'Brahmi Farm' });
});

test('a filtered list is saved as a view, shown again, renamed, shared and deleted', async ({ page, godown }) => {
  await begin(page, godown, '/suppliers?status=0&sort=name&order=desc', manager);
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: 'All' })).toBeVisible();
  await views.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await field(dialog, 'Name').fill('Not active');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(done(page, 'View saved.')).toBeVisible();
  await expect(views.getByRole('link', { name: 'Not active' })).toHaveAttribute('aria-current', /true|page/);
  await expect(views.getByRole('link', { name: 'Not active' })).toBeFocused();

  await views.getByRole('link', { name: 'All' }).click();
  await expect(entries(page, '1 to 2 of 2')).toBeVisible();
  await expect(views.getByRole('link', { name: 'Not active 1', exact: true })).toBeVisible();
  await views.getByRole('link', { name: 'Not active' }).click();
  await expect(entries(page, '1 to 1 of 1')).toBeVisible();
  await expect(page).toHaveURL(/status=0/);

  await views.getByRole('button', { name: 'Change the view Not active' }).click();
  const change = page.getByRole('dialog', { name: 'Change the view' });
  await field(change, 'Name').fill('Inactive ones');
  await change.getByLabel('Everyone sees it').check();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(views.getByRole('link', { name: 'Inactive ones' })).toBeVisible();

  await begin(page, godown, '/suppliers', storekeeper);
  await views.getByRole('link', { name: 'Inactive ones' }).click();
  await expect(entries(page, '1 to 1 of 1')).toBeVisible();
  await expect(views.getByRole('button', { name: /Change the view/ })).toHaveCount(0);

  // Its owner alone stops sharing it.
  await begin(page, godown, '/suppliers?status=0&sort=name&order=desc', administrator);
  await views.getByRole('button', { name: 'Change the view Inactive ones' }).click();
  await expect(field(change, 'Name')).toHaveValue('Inactive ones');
  await expect(change.getByLabel('Everyone sees it')).toHaveCount(0);
  await change.getByRole('button', { name: 'Cancel' }).click();

  await begin(page, godown, '/suppliers?status=0&sort=name&order=desc', manager);
  await views.getByRole('button', { name: 'Change the view Inactive ones' }).click();
  await change.getByRole('button', { name: 'Delete' }).click();
  await expect(done(page, 'View deleted.')).toBeVisible();
  await expect(views.getByRole('link', { name: 'Inactive ones' })).toHaveCount(0);
});
