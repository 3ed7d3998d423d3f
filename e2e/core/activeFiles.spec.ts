/** A PDF with scripts is shown as pictures of its pages, wherever a file is shown: nothing of it acts. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { requireChromium } from '../../scripts/chromium.ts';
import { activePdf, activePdfs, lockedPdf, manyPages } from '#test/activePdfs.ts';
import { addInward, addMaterial, addSupplier, dataUrl } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { launchOf } from '../support/launch.ts';
import { signIn } from '../support/people.ts';
import { answer } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const alerting = activePdfs['a script on opening'];
const note = 'This PDF has parts that may act when it is opened in other programs: scripts, actions on opening.';
const phone = { width: 390, height: 844 };
const call = office();
let supplier: number;
let material: number;

// The browser's own viewer would run the scripts.
test.use({ launchOptions: launchOf(requireChromium()), isAlone: true });

test.beforeAll(async () => {
  supplier = await addSupplier(call, { name: 'Hill Farms' });
  material = await addMaterial(call, { name: 'Turmeric' });
});

async function inwardWith(invoiceNumber: string, bill: Buffer): Promise<number> {
  const over = { invoiceNumber, billAttachment: dataUrl(bill) };
  return (await addInward(call, supplier, [[material, 1]], over)).inwardId;
}

/** Notes each dialog of a page and of the tabs that it opens. */
function dialogsOf(page: Page): string[] {
  const seen: string[] = [];
  page.context().on('dialog', (dialog) => {
    seen.push(dialog.message());
    dialog.dismiss().catch(() => undefined);
  });
  return seen;
}

const sheet = (page: Page, number = 1): Locator => page.getByRole('group', { name: new RegExp(`^Page ${number} of `) });

/** Dark and green dots of a page: its text and its rectangle. */
async function inkOf(page: Page, number = 1): Promise<number> {
  const picture = sheet(page, number).locator('canvas');
  await expect(picture).toBeVisible();
  return await picture.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return 0;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return Array.from(data).filter((value, index) => index % 4 === 0 && value < 128).length;
  });
}

/** Expects that a page of Godown draws the PDF, and hands it to no program of the browser. */
async function expectDrawn(page: Page): Promise<void> {
  expect(await inkOf(page)).toBeGreaterThan(1000);
  await expect(page.locator('iframe, embed, object')).toHaveCount(0);
  expect(page.frames().map((frame) => new URL(frame.url()).protocol)).toEqual(['http:']);
}

async function tabOf(page: Page, button: Locator): Promise<Page> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  return tab;
}

test('this browser runs the script of a PDF that it opens itself', async ({ page, godown }) => {
  const dialogs = dialogsOf(page);
  await page.goto(`${godown.address}/login`);
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    window.open(URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' })), '_blank');
  }, alerting.toString('base64'));
  await expect.poll(() => dialogs).toEqual(['Type your password']);
});

test('a bill with scripts is drawn without running them beside its inward, in its tab, from the list and on the form', async ({
  page,
  godown,
}) => {
  const dialogs = dialogsOf(page);
  const inwardId = await inwardWith('ACT/1', alerting);
  await signIn(page, godown);

  await page.goto(`/inward/${inwardId}`);
  await expect(page.getByRole('note')).toContainText(note);
  await expectDrawn(page);
  await expect(sheet(page)).toContainText('Bill of the farm');
  const tab = await tabOf(page, page.getByRole('button', { name: 'Open', exact: true }));
  await expect(tab).toHaveURL(`${godown.address}/files/inward/${inwardId}`);
  await expect(tab.getByRole('heading', { level: 1, name: 'Bill of ACT/1' })).toBeVisible();
  await expect(tab.getByRole('note')).toContainText(note);
  await expectDrawn(tab);
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme });
    await expectAccessible(tab);
  }
  const [download] = await Promise.all([
    tab.waitForEvent('download'),
    tab.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await download.path())).toEqual(alerting);
  await tab.reload();
  await expectDrawn(tab);
  await tab.close();

  await page.goto('/inward');
  const fromList = await tabOf(page, page.getByRole('button', { name: 'Bill of ACT/1' }));
  await expectDrawn(fromList);
  await fromList.close();

  await page.getByRole('button', { name: 'Edit inward ACT/1' }).click();
  const edit = page.getByRole('form', { name: 'Update Inward' });
  await expect(edit.getByRole('note')).toContainText(note);
  const fromForm = await tabOf(page, edit.getByRole('button', { name: 'Preview' }));
  await expectDrawn(fromForm);
  await fromForm.close();
  expect(dialogs).toEqual([]);
});

test('a chosen file is drawn before it is saved, and its tab says when the form was closed', async ({
  page,
  godown,
}) => {
  const dialogs = dialogsOf(page);
  await signIn(page, godown);
  await page.goto('/inward');
  await page.getByRole('button', { name: 'Add New Inward' }).click();
  const form = page.getByRole('form', { name: 'Add Inward' });
  const file = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: alerting };
  await form.getByLabel('Bill', { exact: true }).setInputFiles(file);
  const tab = await tabOf(page, form.getByRole('button', { name: 'Preview' }));
  await expect(tab).toHaveURL(/\/files\/chosen\/[0-9a-f]{32}$/);
  await expect(tab.getByRole('heading', { level: 1, name: 'bill.pdf' })).toBeVisible();
  await expectDrawn(tab);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Leave without saving what you typed?', 'Discard');
  await tab.reload();
  await expect(tab.getByText('This file is not saved yet. Open it again from the form')).toBeVisible();
  expect(dialogs).toEqual([]);
});

test('certificates and transaction certificates with scripts are drawn without running them', async ({
  page,
  godown,
}) => {
  const dialogs = dialogsOf(page);
  const certificate = {
    holder: 'supplier',
    supplierId: supplier,
    scheme: 'NPOP',
    number: 'ORG/1',
    allItems: true,
    validFrom: '2026-04-01',
    validTo: '2027-03-31',
    file: dataUrl(activePdfs['a script on opening, in an object stream']),
  };
  const { json } = await call('POST', '/certificates', certificate);
  await signIn(page, godown);
  await page.goto(`/certificates/${json.certificateId}`);
  await expect(page.getByRole('note')).toContainText(note);
  await expectAccessible(page);
  const tab = await tabOf(page, page.getByRole('button', { name: 'Open the file of certificate ORG/1' }));
  await expect(tab.getByRole('heading', { level: 1, name: 'Certificate ORG/1' })).toBeVisible();
  await expectDrawn(tab);
  await tab.close();

  const { rawMaterials } = await addInward(call, supplier, [[material, 1]], { invoiceNumber: 'TC/1' });
  const transaction = {
    direction: 'purchase',
    supplierId: supplier,
    scheme: 'NPOP',
    number: 'TC-1',
    status: 'issued',
    issuedOn: '2026-11-20',
    lines: [{ lineId: rawMaterials[0].id, quantity: 1 }],
    file: dataUrl(alerting),
  };
  const made = await call('POST', '/transaction-certificates', transaction);
  expect(made.status).toBe(201);
  await page.goto(`/files/transaction-certificates/${made.json.transactionCertificateId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Transaction certificate TC-1' })).toBeVisible();
  await expect(page.getByRole('note')).toContainText(note);
  await expectDrawn(page);
  expect(dialogs).toEqual([]);
});

test('a file with scripts is drawn on a phone and on paper', async ({ page, godown }) => {
  const dialogs = dialogsOf(page);
  const inwardId = await inwardWith('PHONE/1', alerting);
  await signIn(page, godown);
  await page.setViewportSize(phone);
  await page.goto(`/inward/${inwardId}`);
  await expect(page.getByRole('note')).toContainText(note);
  const tab = await tabOf(page, page.getByRole('button', { name: 'See the bill' }));
  await tab.setViewportSize(phone);
  await expectDrawn(tab);
  await expectAccessible(tab);
  const { width = 0 } = (await sheet(tab).boundingBox()) ?? {};
  expect(width).toBeGreaterThan(300);
  expect(width).toBeLessThan(phone.width);
  // A printed page would wait for the person.
  await tab.evaluate(() => {
    window.print = () =>
      document.body.setAttribute('data-printed', String(document.querySelectorAll('main canvas').length));
  });
  await tab.getByRole('button', { name: 'Print' }).click();
  await expect(tab.locator('body')).toHaveAttribute('data-printed', '1');
  expect(dialogs).toEqual([]);
});

test('a file of many pages keeps a few in memory, reaches all by keys, and can be resized', async ({
  page,
  godown,
}) => {
  const inwardId = await inwardWith('MANY/1', manyPages(40));
  await signIn(page, godown);
  await page.goto(`/files/inward/${inwardId}`);
  const pages = page.getByRole('region', { name: 'Pages of Bill of MANY/1' });
  await expect(sheet(page)).toContainText('Sheet 1');
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0);
  await pages.focus();
  await page.keyboard.press('End');
  await expect(page.getByText('Page 40 of 40', { exact: true })).toBeVisible();
  await expect(sheet(page, 40)).toContainText('Sheet 40');
  await expect(sheet(page).locator('canvas')).toHaveCount(0);
  expect(await pages.locator('canvas').count()).toBeLessThan(6);
  const widthOf = async () => (await sheet(page, 40).boundingBox())?.width ?? 0;
  const fits = await widthOf();
  await page.keyboard.press('+');
  await expect.poll(widthOf).toBeGreaterThan(1.2 * fits);
  await page.getByRole('button', { name: 'Fit width' }).click();
  await expect.poll(widthOf).toBe(fits);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(widthOf).toBeLessThan(0.8 * fits);
});

for (const [name, bytes, sentence] of [
  ['damaged', Buffer.from('%PDF-1.7\nand nothing of a PDF'), 'This PDF is damaged, so its pages cannot be shown.'],
  ['locked', lockedPdf, 'This PDF is locked with a password, so its pages cannot be shown.'],
] as const) {
  test(`a PDF that is ${name} is reported as such, and downloaded unchanged`, async ({ page, godown }) => {
    const inwardId = await inwardWith(name, bytes);
    await signIn(page, godown);
    await page.goto(`/files/inward/${inwardId}`);
    await expect(page.getByRole('alert')).toContainText(sentence);
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path())).toEqual(bytes);
  });
}

test('a page that cannot be drawn is reported beside the others', async ({ page, godown }) => {
  const inwardId = await inwardWith(
    'HALF/1',
    activePdf({ objects: { 2: '<< /Type /Pages /Kids [3 0 R 9 0 R] /Count 2 >>' } }),
  );
  await signIn(page, godown);
  await page.goto(`/files/inward/${inwardId}`);
  await expectDrawn(page);
  await expect(page.getByText('Page 2 could not be drawn.')).toBeVisible();
});
