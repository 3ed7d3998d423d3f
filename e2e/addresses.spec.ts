import type { Caller } from '../test/buildTestApp.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openOffice } from './support/api.ts';
import { signIn } from './support/people.ts';
import { done, field, rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const address = ['दुकान नं. १२', 'पुराना बाज़ार', 'Near the old mill,', 'Coorg 571201', 'Karnataka'];
let call: Caller;

test.beforeAll(async ({ serverOf }, { file }) => {
  call = await openOffice(await serverOf(file));
});

const screens = [
  { path: '/suppliers', list: 'Suppliers', open: 'Add New Supplier', noun: 'Supplier' },
  { path: '/buyers', list: 'Buyers', open: 'Add New Buyer', noun: 'Buyer' },
];

for (const { path, list, open, noun } of screens) {
  test(`an address in ${list} has as many lines as it has on an envelope`, async ({ page, godown }) => {
    await signIn(page, godown);
    await page.goto(path);
    await page.getByRole('button', { name: open }).click();
    const form = page.getByRole('form', { name: `Add ${noun}` });
    await field(form, 'Name').fill('Hill Farms');
    await field(form, 'Phone').fill('9811111112');
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
    await expectAccessible(page);
    await input.press('Control+Enter');
    await expect(done(page, `${noun} added successfully!`)).toBeVisible();
    expect((await call('GET', path)).json[0].address).toBe(address.join('\n'));

    // On one line in the list, with the whole address as a tooltip.
    const row = rowOf(page, list, 'Hill Farms');
    const cut = row.getByText('दुकान नं. १२, पुराना बाज़ार, Near the old mill, Coorg 571201, Karnataka');
    await expect(cut).toBeVisible();
    expect((await row.boundingBox())?.height).toBeLessThan(90);
    await cut.locator('..').focus();
    await expect(page.getByRole('tooltip')).toContainText('Near the old mill,\nCoorg 571201');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Edit Hill Farms' }).click();
    const edit = page.getByRole('form', { name: `Update ${noun}` });
    await field(edit, 'Name').fill('Hill Farms & Sons');
    await edit.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, `${noun} updated successfully!`)).toBeVisible();
    expect((await call('GET', path)).json[0].address).toBe(address.join('\n'));
  });
}
