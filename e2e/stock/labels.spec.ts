/** Labels are printed, and lead back to what they are on: by a photo, a scanner, or their address. */
import { labelPath } from '#contract/stock/labels/labels.ts';
import { addMaterial, addProduct, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { signIn, storekeeper } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { field, isPhone, select } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const call = office(storekeeper);

/** Records the printed page, in place of the browser's dialog. */
async function hearPrinting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      const style = document.querySelector('body > [data-paper] style')?.textContent ?? '';
      const pages = Array.from(document.querySelectorAll('body > [data-paper] > div'), (one) => one.children.length);
      document.body.setAttribute('data-printed', `${style} ${pages.join(' ')}`);
    };
  });
}

/** A picture of the label's QR code, as a camera would take it. */
async function pictureOfCode(page: Page): Promise<Buffer> {
  const picture = await page
    .getByRole('img', { name: /^Label of/ })
    .locator('img')
    .evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement)) throw new Error('the code is no picture');
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [400, 400];
      const context = canvas.getContext('2d');
      if (!context) throw new Error('nothing can be drawn');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 400, 400);
      context.drawImage(image, 50, 50, 300, 300);
      return canvas.toDataURL('image/png');
    });
  return Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
}

/** In the page: keys that are sent one by one come slower than a scanner's on a busy machine. */
async function typeAsScanner(page: Page, text: string): Promise<void> {
  await page.evaluate((typed) => {
    for (const key of [...typed.split(''), 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }, text);
}

test(
  'labels are printed on a roll or a sheet, and a photo, a scanner and the address of one open the lot',
  { tag: '@phone' },
  async ({ page, godown }) => {
    const own = isPhone(page) ? ' (phone)' : '';
    const product = await addProduct(call, { name: `Turmeric powder 200 g${own}`, unit: 'jar' });
    const items = (await call('GET', '/items')).json;
    const item = items.find(({ productId }: { productId: number }) => productId === product);
    const settings = { ...item, gtin: '8901234567890', updatedAt: undefined };
    expect((await call('PUT', `/items/${item.itemId}`, settings)).status).toBe(200);
    const code = `TP/12 हल्दी${own}`;
    const good = { productId: product, batchNumber: code, quantity: 30, manufactureDate: '2026-10-01' };
    const { finishedGoodId } = (await call('POST', '/goods', good)).json;
    const material = await addMaterial(call, { name: `Turmeric${own}`, unit: 'kg' });
    const twin = { rawMaterialId: material, quantity: 5, code };
    expect((await call('POST', '/adjustments', { kind: 'opening', date: '2026-10-01', lines: [twin] })).status).toBe(
      201,
    );

    await hearPrinting(page);
    await signIn(page, godown);
    await page.goto(`/finishedgoods/${finishedGoodId}`);
    await page.getByRole('button', { name: 'Labels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Print labels' });
    // The printed width is that of the paper.
    if (!isPhone(page)) {
      await expect(field(dialog, 'Labels of each')).toHaveValue('30');
      await field(dialog, 'Labels of each').fill('2000');
      await dialog.getByRole('button', { name: 'Print' }).click();
      await expect(dialog.getByText('At most 1000 labels are printed at once.')).toBeVisible();
      await expect(dialog.getByText('will print')).toBeHidden();
      await field(dialog, 'Labels of each').fill('30');
      await expect(dialog.getByText('30 labels will print.', { exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: 'Print' }).click();
      await expect(page.locator('body')).toHaveAttribute('data-printed', /size: 50mm 25mm.*( 1){30}$/);
      await select(dialog, 'Paper', 'A4, 24 labels of 70 × 37 mm');
      await expect(dialog.getByText('30 labels will print, on 2 sheets.')).toBeVisible();
      await dialog.getByRole('button', { name: 'Print' }).click();
      await expect(page.locator('body')).toHaveAttribute('data-printed', /size: A4.* 24 6$/);
    }
    const photo = { name: 'label.png', mimeType: 'image/png', buffer: await pictureOfCode(page) };

    await goOn(page, '/scan');
    await expect(page.getByText(/^There is no camera/)).toBeVisible();
    await page.locator('input[type=file]').setInputFiles(photo);
    await expect(page).toHaveURL(`/finishedgoods/${finishedGoodId}`);
    await expect(page.getByRole('heading', { name: code })).toBeVisible();

    // Two items have a lot of this code, and a plain code doesn't say which.
    await page.goto(`/l/${encodeURIComponent(code)}`);
    const lots = page.getByRole('list', { name: 'Lots' }).getByRole('link');
    // Batches come before lots.
    await expect(lots).toHaveText([/^Turmeric powder/, new RegExp(`^Turmeric${own.replace(/[()]/g, '\\$&')}$`)]);
    // A scanner is at a desk.
    if (isPhone(page)) return;
    await goOn(page, '/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    // The listener for scanners loads when the browser is idle.
    await expect(async () => {
      await typeAsScanner(page, '(01)08901234567890(10)TP-99');
      await expect(page.getByText('Nothing here is called TP-99.')).toBeVisible({ timeout: 2000 });
    }).toPass();
    // From there one goes on.
    await expect(page.getByLabel('Code, or what a scanner types')).toHaveValue('TP-99');
    await page.getByLabel('Code, or what a scanner types').fill('TP-98');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByText('Nothing here is called TP-98.')).toBeVisible();
    await page.getByRole('link', { name: 'Scan a label' }).click();
    await expect(page).toHaveURL('/scan');
  },
);

test('any code opens its batch, also one with a meaning in addresses', async ({ page, godown }) => {
  const product = await addProduct(call, { name: 'Odd codes', unit: 'jar' });
  const codes = ['.', '..', '%2e%2e', '../B', 'A/B', '/', 'A\\B', 'A?B', '#', '%', '%zz', '🍃', 'A+B', '..;', '&amp;'];
  await signIn(page, godown);
  for (const [index, code] of codes.entries()) {
    const good = { productId: product, batchNumber: code, quantity: 1 };
    const { finishedGoodId } = (await call('POST', '/goods', good)).json;
    for (const gtin of ['', '8901234567890']) {
      const address = labelPath({ code, gtin });
      await page.goto(address);
      await expect(page, address).toHaveURL(`/finishedgoods/${finishedGoodId}`);
      await expect(page.getByRole('heading', { name: code, exact: true })).toBeVisible();
    }
    if (index > 1) continue;
    // Typed, or scanned with the camera of the screen.
    await goOn(page, '/scan');
    await page.getByLabel('Code, or what a scanner types').fill(code);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page).toHaveURL(`/finishedgoods/${finishedGoodId}`);
  }
});

test('a label has the whole code, the claim and the supplier, or the dialog says that the code is too long', async ({
  page,
  godown,
}) => {
  const supplierId = await addSupplier(call, { name: 'Marudhar Herbs' });
  const rawMaterialId = await addMaterial(call, { name: 'Shatavari root', unit: 'kg' });
  const codes = ['SHA-1', 'SHATAVARI-2026-11/LOT-0042', 'SHATAVARI-ROOT/2026-11-05/MARUDHAR/LOT-0042', 'W'.repeat(60)];
  const claims = ['organic', 'conventional', 'inConversion', 'conventional'];
  const lines = codes.map((code, index) => {
    return { rawMaterialId, quantity: 5, code, supplierId, claim: claims[index], expiresOn: '2028-03-31' };
  });
  const { json } = await call('POST', '/adjustments', { kind: 'opening', date: '2026-11-01', lines });
  await signIn(page, godown);
  for (const [index, said] of ['5 kg · Organic', '5 kg · Conventional', '5 kg · In conversion', ''].entries()) {
    await page.goto(`/lots/${json.lines[index].lotId}`);
    await page.getByRole('button', { name: 'Labels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Print labels' });
    const label = dialog.getByRole('img', { name: `Label of ${codes[index]}` });
    const isTooLong = said === '';
    await expect(dialog.getByRole('alert')).toHaveCount(isTooLong ? 1 : 0);
    if (isTooLong) continue;
    await expect(label).toContainText(said);
    await expect(label).toContainText('Marudhar Herbs');
    // Nothing is cut, neither of the code nor of the label.
    for (const element of [label.getByText(codes[index] ?? '', { exact: true }), label.locator(':scope > div')]) {
      const cut = await element.evaluate((node) => [
        node.scrollWidth - node.clientWidth,
        node.scrollHeight - node.clientHeight,
      ]);
      expect(Math.max(...cut), said).toBeLessThanOrEqual(1);
    }
  }
});
