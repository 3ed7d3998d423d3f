/** Two people save one record: the refused save becomes a comparison, and nothing is typed again. */
import { addInward, addMaterial, addSupplier } from '#test/factories.ts';
import type { Caller } from '#test/buildTestApp.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { callerOf, openOffice } from '../support/api.ts';
import { offer, reload } from '../support/kept.ts';
import { manager, openSession, signIn } from '../support/people.ts';
import { done, field } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

let call: Caller;
let other: Caller;

test.beforeAll(async ({ serverOf }, { file }) => {
  const godown = await serverOf(file);
  call = await openOffice(godown, manager);
  other = callerOf(godown, (await openSession(godown, manager)).token);
});

test.beforeEach(({ browserErrors }) => {
  browserErrors.expect(/status of 409/);
});

const radio = (label: string, side: string) => new RegExp(`^${label}, ${side}:`);

/** Somebody else changes some fields of a record. */
async function change(path: string, fields: object): Promise<void> {
  const record = (await other('GET', path)).json;
  const { status } = await other('PUT', path, { ...record, ...fields });
  expect(status).toBe(200);
}

test('a supplier that two people changed is compared, and a saved record is edited with its saved values', async ({
  page,
  godown,
}) => {
  await addSupplier(call, { name: 'Wayanad Pepper' });
  await signIn(page, godown);

  await test.step('fields changed by both ask, others are merged, and the result is saved, also after a further change', async () => {
    const supplierId = await addSupplier(call, {
      name: 'Kongu Moringa',
      phone: '9443033060',
      email: 'old@kongu.example',
      address: '14 Mill Road, Dharapuram',
    });
    const path = `/suppliers/${supplierId}`;
    await page.goto('/suppliers');
    await page.getByRole('button', { name: 'Edit Kongu Moringa' }).click();
    const form = page.getByRole('form', { name: 'Update Supplier' });
    await expect(form).toBeVisible();
    await field(form, 'Phone').fill('9443033061');
    await field(form, 'Address').fill('22 Bypass Road, Dharapuram');
    await field(form, 'GSTIN').fill('33AAAAK3306F2Z9');
    await change(path, {
      phone: '9003011060',
      address: '14 Mill Road, near the bus stand',
      email: 'new@kongu.example',
    });
    await form.getByRole('button', { name: 'Update' }).click();

    await expect(form.getByText(/changed this supplier at .*, after you opened it\./)).toContainText(manager.fullName);
    await expect(form.getByText(/You both changed Phone and Address:/)).toBeVisible();
    await expect(form.getByRole('radio', { name: radio('Phone', 'theirs') })).toBeFocused();
    await expect(form.getByText('new@kongu.example')).not.toHaveCount(0);
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
    // Open choices are highlighted; nothing is sent.
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(form.getByText('Choose one of the two, or type another.')).toHaveCount(2);
    await form.getByRole('radio', { name: radio('Phone', 'theirs') }).check();
    await expect(field(form, 'Will be saved: Phone')).toHaveValue('9003011060');
    await field(form, 'Will be saved: Address').fill('22 Bypass Road, near the bus stand');

    await change(path, { phone: '9003011099' });
    await form.getByRole('button', { name: 'Update' }).click();
    // Their own phone was taken, so nothing of this side differs from what was seen: the newest counts.
    await expect(form.getByText(/so both are saved/)).toBeVisible();
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Supplier updated successfully!')).toBeVisible();
    await expect(form).toBeHidden();
    const saved = (await call('GET', path)).json;
    expect(saved).toMatchObject({
      phone: '9003011099',
      address: '22 Bypass Road, near the bus stand',
      email: 'new@kongu.example',
      gstinNumber: '33AAAAK3306F2Z9',
    });
  });

  await test.step('a record that was just saved opens with its saved values before its list is read again', async () => {
    const edit = page.getByRole('button', { name: 'Edit Wayanad Pepper' });
    const form = page.getByRole('form', { name: 'Update Supplier' });
    await edit.click();
    await field(form, 'Address').fill('Kalpetta');
    // The list stays as it was.
    await page.route('**/api/suppliers?**', () => undefined);
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Supplier updated successfully!')).toBeVisible();
    await expect(page.getByRole('row', { name: /Wayanad Pepper/ })).toContainText('Kalpetta');
    await edit.click();
    await expect(field(form, 'Address')).toHaveValue('Kalpetta');
    await field(form, 'Address').fill('Sulthan Bathery');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(form).toBeHidden();
    expect((await call('GET', '/suppliers?search=Wayanad')).json).toMatchObject([{ address: 'Sulthan Bathery' }]);
  });
});

test('an inward that two people changed is compared, and counts as saved after a lost answer', async ({
  page,
  godown,
  browserErrors,
}) => {
  const invoiceNumber = 'LOST/1';
  const materialId = await addMaterial(call, { name: 'Tulsi' });
  await addInward(call, await addSupplier(call, { name: 'Lost Farms' }), [[materialId, 10]], {
    invoiceNumber,
  });
  await signIn(page, godown);

  await test.step('lines of an inward are compared line by line', async () => {
    const supplierId = await addSupplier(call, { name: 'Hill Farms' });
    const names = ['Turmeric', 'Amla', 'Neem'];
    const lines: [number, number][] = [];
    for (const name of names) lines.push([await addMaterial(call, { name }), 10]);
    const { inwardId } = await addInward(call, supplierId, lines, { invoiceNumber: 'LINES/1' });
    await page.goto('/inward');
    await page.getByRole('button', { name: 'Edit inward LINES/1' }).click();
    const form = page.getByRole('form', { name: 'Update Inward' });
    await field(form.getByRole('group', { name: 'Line 1' }), 'Quantity').fill('12');
    await field(form.getByRole('group', { name: 'Line 2' }), 'Quantity').fill('15');

    const path = `/inward/${inwardId}`;
    const { rawMaterials } = (await other('GET', path)).json;
    const [first, second, third] = rawMaterials;
    await change(path, {
      billAttachment: null,
      rawMaterials: [{ ...first, quantity: 11 }, second, { ...third, pricePerUnit: 99 }],
    });
    await form.getByRole('button', { name: 'Update' }).click();

    await expect(form.getByText('You both changed Turmeric, Quantity:', { exact: false })).toBeVisible();
    // Unchanged fields have no row.
    await expect(form.getByRole('rowheader', { name: /^\S+, Raw material/ })).toHaveCount(0);
    await form.getByRole('button', { name: 'Keep all' }).click();
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(form).toBeHidden();
    const saved = (await call('GET', path)).json.rawMaterials;
    expect(saved.map((line: { quantity: number; pricePerUnit: number }) => [line.quantity, line.pricePerUnit])).toEqual(
      [
        [12, expect.anything()],
        [15, expect.anything()],
        [10, 99],
      ],
    );
  });

  await test.step('a draft of an inward counts as saved when only the answer was lost', async () => {
    const edit = page.getByRole('button', { name: `Edit inward ${invoiceNumber}` });
    const form = page.getByRole('form', { name: 'Update Inward' });
    await edit.click();
    await field(form, 'Quantity').fill('12');
    await expect(form.getByText(/^Kept on this computer/)).toBeVisible();
    browserErrors.expect(/ERR_FAILED/);
    await page.route('**/api/inward/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await reload(page);
    await edit.click();
    await offer(page).getByRole('button', { name: 'Go on' }).click();
    await expect(field(form, 'Quantity')).toHaveValue('12');

    // Keys are heard a moment after a reload.
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unroute('**/api/inward/*');
    await page.keyboard.press('Control+s');
    await expect(done(page, 'Updated successfully!')).toBeVisible();
    await expect(form).toBeHidden();
  });
});
