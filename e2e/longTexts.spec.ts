/** A text that is longer than its field allows is a fault that a person sees, and is not cut. */
import { addProduct } from '../test/factories.ts';
import type { Caller } from '../test/buildTestApp.ts';
import { openOffice } from './support/api.ts';
import { signIn } from './support/people.ts';
import { choose, field } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import type { Locator } from '@playwright/test';

let call: Caller;

test.beforeAll(async ({ serverOf }, { file }) => {
  call = await openOffice(await serverOf(file));
});

/** As pasting does it: unlike a script that sets the value, it heeds what a field allows. */
async function paste(into: Locator, text: string): Promise<void> {
  await into.fill('');
  await into.page().keyboard.insertText(text);
}

test('a pasted batch number or label quantity that is too long is reported', async ({ page, godown }) => {
  const product = await addProduct(call, { name: 'Turmeric powder', unit: 'jar' });
  const { finishedGoodId } = (await call('POST', '/goods', { productId: product, batchNumber: 'B-1', quantity: 2 }))
    .json;
  await signIn(page, godown);
  await page.goto('/finishedgoods');
  await page.getByRole('button', { name: 'Add Finished Good', exact: true }).click();
  const form = page.getByRole('form', { name: 'Add Finished Good' });
  await choose(form, 'Product', 'Turmeric powder');
  await field(form, 'Quantity').fill('5');
  const batch = field(form, 'Batch number');
  await paste(batch, 'B'.repeat(61));
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(batch).toHaveValue('B'.repeat(61));
  await expect(batch).toHaveAccessibleDescription('At most 60 characters.');
  await paste(batch, 'B'.repeat(60));
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form).toBeHidden();

  await page.goto(`/finishedgoods/${finishedGoodId}`);
  await page.getByRole('button', { name: 'Labels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print labels' });
  const quantity = field(dialog, 'Quantity on the label');
  await paste(quantity, 'q'.repeat(31));
  await expect(quantity).toHaveValue('q'.repeat(31));
  await expect(quantity).toHaveAccessibleDescription('At most 30 characters.');
});
