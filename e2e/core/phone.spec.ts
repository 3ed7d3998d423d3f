/** Screens on a phone: they fit its width, have large touch targets, and its camera takes bills. */
import { writeFile } from 'node:fs/promises';
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { begin, goOn } from '../support/desk.ts';
import { heavier, jpegPhoto, turned } from '../support/photos.ts';
import { administrator, manager, type Person, storekeeper } from '../support/people.ts';
import { expectNoSidewaysScroll } from '../support/reading.ts';
import { alert, choose, dismiss, done, field, openMenu, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page, TestInfo } from '@playwright/test';

const widths = [360, 390];
/** iOS zooms in on focused fields with smaller text. */
const MIN_LETTERS = 16;
/** The touch target size in pixels. */
const MIN_TARGET = 44;
const MAX_BYTES = 10 * 1024 * 1024;

const call = office(manager, storekeeper);

test.use({ goesOn: true });

test.beforeAll(async () => {
  const supplier = await addSupplier(call, {
    name: 'Hill Farms Organic Producer Company',
    address: 'Market Road, Coorg',
  });
  const turmeric = await addMaterial(call, { name: 'Turmeric' });
  await addInward(call, supplier, [[turmeric, 1_000_000]], { invoiceNumber: 'HF/26-27/0001' });
  await addProduction(call, turmeric, 1);
  const { categoryId } = (await call('POST', '/Categories', { name: 'Spices', status: 1 })).json;
  const product = { name: 'Turmeric powder', categoryId, price: 90, unit: 'jar' };
  const { productId } = (await call('POST', '/products', product)).json;
  await call('POST', '/goods', { productId, batchNumber: 'B-1', quantity: 5 });
  await call('POST', '/buyers', { name: 'Organic Corner', phone: '9833333334', status: 1 });
});

async function narrow(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
}

for (const person of [administrator, manager, storekeeper]) {
  test(`the top bar fits for a person of the role ${person.userRole}, who stands in the menu`, async ({
    page,
    godown,
  }) => {
    await narrow(page, 360);
    await begin(page, godown, '/dashboard', person);
    for (const width of widths) {
      await narrow(page, width);
      const bar = page.getByRole('banner').first();
      const buttons = bar.getByRole('button');
      await expect(buttons).toHaveCount(4);
      for (const name of ['Menu', 'Find', /^Use the dark colours$/, 'Logout']) {
        const button = bar.getByRole('button', { name });
        const { x = -1, width: wide = 0, height = 0 } = (await button.boundingBox()) ?? {};
        expect(x, `${name} at ${width}`).toBeGreaterThanOrEqual(0);
        expect(x + wide, `${name} at ${width}`).toBeLessThanOrEqual(width);
        expect(Math.min(wide, height), `${name} at ${width}`).toBeGreaterThanOrEqual(MIN_TARGET - 2);
        expect(await button.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
      }
      await expectNoSidewaysScroll(page);
      await openMenu(page);
      const sidebar = page.locator('#sidebar');
      await expect(sidebar.getByRole('link', { name: `${person.fullName}, Your profile` })).toBeVisible();
      await expect(sidebar.getByText(roleOf(person), { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(sidebar).toBeHidden();
    }
  });
}

function roleOf({ userRole }: Person): string {
  return userRole.charAt(0).toUpperCase() + userRole.slice(1);
}

/** The font size of every visible field. */
async function lettersOf(page: Page): Promise<number[]> {
  const fields = page
    .locator('input:visible, textarea:visible')
    .and(page.locator(':not([type=checkbox], .visually-hidden)'));
  return fields.evaluateAll((all) => all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)));
}

test('no field has letters so small that an iPhone zooms', async ({ page, godown }) => {
  await narrow(page, 390);
  const trials: [path: string, opens: string | undefined][] = [
    ['/register', 'Add User'],
    ['/suppliers', 'Add New Supplier'],
    ['/inward', 'Add New Inward'],
    ['/production', undefined],
    ['/finishedgoods', 'Add Finished Good'],
    ['/activity', undefined],
    ['/forgot-password', undefined],
    ['/login', undefined],
  ];
  await begin(page, godown, '/register');
  for (const [path, opens] of trials) {
    await goOn(page, path);
    if (opens) await page.getByRole('button', { name: opens }).click();
    await expect(page.locator(opens ? 'form input' : 'input').first()).toBeVisible();
    const letters = await lettersOf(page);
    expect(letters.length, path).toBeGreaterThan(0);
    expect(Math.min(...letters), path).toBeGreaterThanOrEqual(MIN_LETTERS);
  }
});

test('the buttons of a row are for a finger', async ({ page, godown }) => {
  await begin(page, godown, '/suppliers');
  for (const [path, list] of [
    ['/suppliers', 'Suppliers'],
    ['/buyers', 'Buyers'],
    ['/categories', 'Categories'],
    ['/products', 'Products'],
    ['/rawmaterials', 'Raw Materials'],
    ['/finishedgoods', 'Finished Goods'],
    ['/inward', 'Inward'],
    ['/production', 'Recorded productions'],
    ['/register', 'Registered Users'],
    ['/activity', 'Activity'],
  ] as const) {
    await goOn(page, path);
    for (const width of widths) {
      await narrow(page, width);
      const buttons = rowsOf(page, list).getByRole('button');
      await expect(buttons.first()).toBeVisible();
      const sizes = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
      const least = Math.min(...sizes.flatMap((size) => [size.width, size.height]));
      expect(least, `${path} at ${width}`).toBeGreaterThanOrEqual(MIN_TARGET);
      await expectNoSidewaysScroll(page);
    }
  }
  await goOn(page, '/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const remove = await page.getByRole('button', { name: 'Remove line 1' }).boundingBox();
  expect(Math.min(remove?.width ?? 0, remove?.height ?? 0)).toBeGreaterThanOrEqual(MIN_TARGET);
});

/** A file on the disk: as a buffer, ten megabytes take seconds on their way to the browser. */
async function fileOf(testInfo: TestInfo, name: string, content: Buffer): Promise<string> {
  const path = testInfo.outputPath(name);
  await writeFile(path, content);
  return path;
}

test('the camera takes the bill, and a photo that is too large is made smaller', async ({ page, godown }, testInfo) => {
  await narrow(page, 390);
  await begin(page, godown, '/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });
  await expect(form.getByText('Drop the bill here')).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expect(form.locator('input[capture=environment]')).toHaveAttribute('accept', 'image/jpeg');
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Take photo' }).click();
  const camera = await chooser;

  // As a phone saves it: landscape pixels with an EXIF orientation.
  const photo = turned(heavier(await jpegPhoto(page, 4400, 3300), MAX_BYTES));
  expect(photo.length).toBeGreaterThan(MAX_BYTES);
  await camera.setFiles(await fileOf(testInfo, 'IMG_0042.jpg', photo));
  await expect(form.getByText('IMG_0042.jpg')).toBeVisible();
  await expect(form.getByText(/B, made smaller from \d\d\.\d MB/)).toBeVisible();

  await choose(form, 'Supplier', 'Hill Farms Organic Producer Company');
  await field(form, 'Invoice number').fill('PHOTO/1');
  const line = form.getByRole('group', { name: 'Line 1' });
  await choose(line, 'Raw material', 'Turmeric');
  await field(line, 'Quantity').fill('1');
  await field(line, 'Price per unit (₹)').fill('2');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(done(page, 'Added successfully!')).toBeVisible();

  const [{ inwardId }] = (await call('GET', '/inward?search=PHOTO/1')).json;
  const [head = '', base64 = ''] = String((await call('GET', `/inward/${inwardId}`)).json.billAttachment).split(',');
  expect(head).toBe('data:image/jpeg;base64');
  const kept = Buffer.from(base64, 'base64');
  expect(kept.length).toBeLessThanOrEqual(MAX_BYTES);
  expect(kept.length).toBeGreaterThan(100_000);
  const size = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, `${head},${base64}`);
  // Upright, and still legible.
  expect(size).toEqual([3000, 4000]);
});

test('what is too large and no picture is refused', async ({ page, godown }, testInfo) => {
  await begin(page, godown, '/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const bill = page.getByRole('form', { name: 'Add Inward' }).getByLabel('Bill', { exact: true });
  const buffer = Buffer.alloc(MAX_BYTES + 1, '%PDF-1.4 ');
  await bill.setInputFiles(await fileOf(testInfo, 'scan.pdf', buffer));
  await expect(alert(page, 'The bill is larger than 10 MB.')).toBeVisible();
  await dismiss(page);
  await bill.setInputFiles(await fileOf(testInfo, 'photo.jpg', buffer));
  await expect(alert(page, 'This file could not be read.')).toBeVisible();
  await expect(page.getByText('photo.jpg')).toHaveCount(0);
});
