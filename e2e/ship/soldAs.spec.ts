/** The claim that a dispatch is sold under: proposed from the buyer, refused with the lot in the way, and on the delivery note. */
import { addMaterial, addSupplier, certificateFields } from '#test/factories.ts';
import { worldOf } from '#test/world.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { choose, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const call = office();
const { must, receive } = worldOf(call);

test('the form proposes a claim, names the batch that breaks it, and goes on with a reason', async ({
  page,
  godown,
  browserErrors,
}) => {
  browserErrors.expect(/status of 409/);
  const supplierId = await addSupplier(call, { name: 'Malwa Farmers' });
  await must(201, 'POST', '/certificates', certificateFields(supplierId, { scheme: 'NPOP' }));
  const rawMaterialId = await addMaterial(call, { name: 'Fennel, whole' });
  const lotId = await receive(supplierId, rawMaterialId, 40, { claim: 'organic' });
  const { code } = await must(200, 'GET', `/lots/${lotId}`);
  await must(201, 'POST', '/buyers', { name: 'Bauckhof', phone: '9811111112', status: 1, market: 'EU' });
  await signIn(page, godown);
  await page.goto(`/dispatches?sendLotId=${lotId}`);
  const form = page.getByRole('form', { name: 'New dispatch' });
  const soldAs = form.getByRole('combobox', { name: 'Sold as' });
  await expect(soldAs).toHaveValue('Best claim of each batch');
  await field(form, 'Quantity').fill('4');
  await expect(form.getByRole('textbox', { name: /Certificate of inspection/ })).toBeHidden();
  await choose(form, 'Buyer', 'Bauckhof');
  await expect(soldAs).toHaveValue('EU organic');
  await expect(form.getByRole('textbox', { name: /Certificate of inspection/ })).toBeVisible();
  const refusal = form.getByRole('status').filter({ hasText: `${code} can't be sold as “EU organic”` });
  await expect(refusal).toContainText('No EU certificate of Malwa Farmers covers Fennel, whole');
  await form.getByRole('textbox', { name: 'Invoice number' }).fill('EXP/1');
  await form.getByRole('button', { name: 'Add dispatch' }).click();
  await expect(page.getByText('Failed to save the dispatch.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Reason for selling it as this' }).fill('The body confirmed the scope');
  await form.getByRole('button', { name: 'Add dispatch' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('link', { name: 'EXP/1' }).first().click();
  await expect(page.getByText('The body confirmed the scope')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('article').getByRole('row', { name: code })).toContainText('EU organic');
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/readiness');
  await expect(page.getByText(/EU organic, Bauckhof, .*: The body confirmed the scope/)).toBeVisible();
});
