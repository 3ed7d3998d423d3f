import { addInward, addMaterial, addSupplier, dataUrl } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { pdfBill, pngBill } from '../support/bills.ts';
import { signIn } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { alert, answer, choose, dismiss, done, field, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

const list = 'Inward';
const call = office();

/** Expects that the button opens a PDF in a new tab. */
async function expectNewTab(page: Page, button: Locator): Promise<void> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await expect(tab).toHaveURL(/\/files\/(?:chosen|inward)\//);
  await expect(tab.getByRole('region', { name: /^Pages of / })).toContainText('Hill Farms');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tab.close();
}

async function expectPopup(page: Page, button: Locator, title: string): Promise<void> {
  await button.click();
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  const image = dialog.getByRole('img', { name: title });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
}

test('the bill of an inward is viewed, kept, replaced and refused', async ({ page, godown, browserErrors }) => {
  browserErrors.expect(/status of 400/);
  await addSupplier(call, { name: 'Hill Farms' });
  await addMaterial(call, { name: 'Turmeric' });
  await addSupplier(call, { name: 'Doubtful' });
  await addMaterial(call, { name: 'Kokum' });
  await signIn(page, godown);
  await page.goto('/inward');

  await test.step('only PDF, PNG and JPEG are accepted; a PDF is shown in a new tab and an image in a popup', async () => {
    await page.getByRole('button', { name: 'Add New Inward' }).click();
    const form = page.getByRole('form', { name: 'Add Inward' });
    await choose(form, 'Supplier', 'Hill Farms');
    await field(form, 'Invoice number').fill('HF/1');
    const line = form.getByRole('group', { name: 'Line 1' });
    await choose(line, 'Raw material', 'Turmeric');
    await field(line, 'Quantity').fill('1');
    await field(line, 'Price per unit (₹)').fill('2');

    const bill = form.getByLabel('Bill', { exact: true });
    await expect(bill).toHaveAttribute('accept', 'application/pdf,image/png,image/jpeg');
    await bill.setInputFiles({ name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('A bill, honestly') });
    await expect(alert(page, 'Only PDF, PNG, JPG allowed')).toBeVisible();
    await expect(form.getByText('bill.txt')).toHaveCount(0);
    await dismiss(page);

    await bill.setInputFiles(pdfBill);
    await expectNewTab(page, form.getByRole('button', { name: 'Preview' }));
    await bill.setInputFiles(pngBill);
    await expectPopup(page, form.getByRole('button', { name: 'Preview' }), 'bill.png');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(done(page, 'Added successfully!')).toBeVisible();
    await expectPopup(page, page.getByRole('button', { name: 'Bill of HF/1' }), 'Bill of HF/1');
  });

  await test.step('Esc closes the popup of a bill and leaves the form behind it alone', async () => {
    await page.getByRole('button', { name: 'Add New Inward' }).click();
    const form = page.getByRole('form', { name: 'Add Inward' });
    await form.getByLabel('Bill', { exact: true }).setInputFiles(pngBill);
    await form.getByRole('button', { name: 'Preview' }).click();
    const close = page.getByRole('dialog', { name: 'bill.png' }).getByRole('button', { name: 'Close' });
    await expect(close).toBeFocused();
    await close.press('Control+Enter');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(close).toBeHidden();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(form.getByText('bill.png')).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await answer(page, 'Leave without saving what you typed?', 'Discard');
  });

  await test.step('a file that only calls itself a PDF is refused by the server, and nothing typed is lost', async () => {
    await page.getByRole('button', { name: 'Add New Inward' }).click();
    const form = page.getByRole('form', { name: 'Add Inward' });
    await choose(form, 'Supplier', 'Doubtful');
    await field(form, 'Invoice number').fill('D/1');
    const line = form.getByRole('group', { name: 'Line 1' });
    await choose(line, 'Raw material', 'Kokum');
    await field(line, 'Quantity').fill('1');
    await field(line, 'Price per unit (₹)').fill('2');
    const bill = form.getByLabel('Bill', { exact: true });
    await bill.setInputFiles({ ...pdfBill, buffer: Buffer.from('<html>A page</html>') });
    const add = form.getByRole('button', { name: 'Add', exact: true });
    await add.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Only PDF, PNG, JPG allowed' })).toBeVisible();
    await expect(field(form, 'Invoice number')).toHaveValue('D/1');
    await bill.setInputFiles(pdfBill);
    await dismiss(page);
    await add.dblclick();
    await expect(done(page, 'Added successfully!')).toBeVisible();
    await expect(rowOf(page, list, 'D/1')).toHaveCount(1);
  });

  await test.step('an edit keeps the stored bill, or replaces it by a dropped or pasted one', async () => {
    const supplierId = await addSupplier(call);
    const fields = { invoiceNumber: 'KEPT/1', billAttachment: dataUrl(pdfBill.buffer) };
    const { inwardId } = await addInward(call, supplierId, [[await addMaterial(call), 1]], fields);
    const kept = async () => (await call('GET', `/inward/${inwardId}`)).json.billAttachment;
    await goOn(page, '/inward?search=KEPT/1');
    const row = rowOf(page, list, 'KEPT/1');
    await expectNewTab(page, row.getByRole('button', { name: 'Bill of KEPT/1' }));

    await row.getByRole('button', { name: 'Edit inward KEPT/1' }).click();
    const edit = page.getByRole('form', { name: 'Update Inward' });
    await expectNewTab(page, edit.getByRole('button', { name: 'Preview' }));
    await field(edit, 'Invoice number').fill('KEPT/1b');
    await edit.getByRole('button', { name: 'Update' }).click();
    await expect(done(page, 'Updated successfully!')).toBeVisible();
    expect(await kept()).toBe(dataUrl(pdfBill.buffer));

    await rowOf(page, list, 'KEPT/1b').getByRole('button', { name: 'Edit inward' }).click();
    await expect(edit.getByText('The bill that is kept')).toBeVisible();
    for (const [event, name] of [
      ['drop', 'dropped.png'],
      ['paste', 'pasted.png'],
    ] as const) {
      // Synthetic drop and paste events: Playwright cannot drag real files.
      const base64 = pngBill.buffer.toString('base64');
      await edit.getByText('Replace').evaluate(
        (element, given) => {
          const bytes = Uint8Array.from(atob(given.base64), (sign) => sign.charCodeAt(0));
          const transfer = new DataTransfer();
          transfer.items.add(new File([bytes], given.name, { type: 'image/png' }));
          const options = { bubbles: true, cancelable: true };
          element.dispatchEvent(
            given.event === 'drop'
              ? new DragEvent('drop', { ...options, dataTransfer: transfer })
              : new ClipboardEvent('paste', { ...options, clipboardData: transfer }),
          );
        },
        { base64, event, name },
      );
      await expect(edit.getByText(name)).toBeVisible();
    }
    await edit.getByRole('button', { name: 'Update' }).click();
    await expect(edit).toBeHidden();
    expect(await kept()).toBe(dataUrl(pngBill.buffer, 'image/png'));
  });
});
