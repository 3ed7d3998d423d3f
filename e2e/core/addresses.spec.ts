import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { done, field, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const address = ['दुकान नं. १२', 'पुराना बाज़ार', 'Near the old mill,', 'Coorg 571201', 'Karnataka'];
const call = office();

// Buyers have the same form and list.
test('the field of an address grows with its lines, which are shown as entered', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/suppliers');
  await page.getByRole('button', { name: 'Add New Supplier' }).click();
  const form = page.getByRole('form', { name: 'Add Supplier' });
  await field(form, 'Name').fill('Hill Farms');
  await field(form, 'Phone').fill('9811111191');
  const input = field(form, 'Address');
  const height = () => input.evaluate((element) => element.getBoundingClientRect().height);
  const ofOneLine = await height();
  await input.focus();
  for (const [index, line] of address.entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await page.keyboard.insertText(line);
  }
  await expect(input).toHaveValue(address.join('\n'));
  expect(await height()).toBeGreaterThan(3 * ofOneLine - 30);
  await input.press('Control+Enter');
  await expect(done(page, 'Supplier added successfully!')).toBeVisible();
  expect((await call('GET', '/suppliers')).json[0].address).toBe(address.join('\n'));

  // On one line in the list, with the whole address as a tooltip.
  const row = rowOf(page, 'Suppliers', 'Hill Farms');
  const cut = row.getByText('दुकान नं. १२, पुराना बाज़ार, Near the old mill, Coorg 571201, Karnataka');
  await expect(cut).toBeVisible();
  expect((await row.boundingBox())?.height).toBeLessThan(90);
  await cut.locator('..').focus();
  await expect(page.getByRole('tooltip')).toContainText('Near the old mill,\nCoorg 571201');
  await expectAccessible(page, { rows: 'first', withoutFrame: true });

  await page.getByRole('button', { name: 'Edit Hill Farms' }).click();
  const edit = page.getByRole('form', { name: 'Update Supplier' });
  await field(edit, 'Name').fill('Hill Farms & Sons');
  await edit.getByRole('button', { name: 'Update' }).click();
  await expect(done(page, 'Supplier updated successfully!')).toBeVisible();
  expect((await call('GET', '/suppliers')).json[0].address).toBe(address.join('\n'));
});
