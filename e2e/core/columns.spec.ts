/** The columns of a list as one wants them, kept on the device for each person. */
import { addSupplier } from '#test/factories.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { office } from '../support/office.ts';
import { manager, signIn } from '../support/people.ts';
import { headingsOf, rowOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from '@playwright/test';

const widthOf = async (page: Page, header: string) =>
  await heading(page, header).evaluate((cell: HTMLElement) => cell.offsetWidth);
const heading = (page: Page, header: string) => headingsOf(page, 'Suppliers').filter({ hasText: header });

const call = office(manager);

test.beforeAll(async () => {
  await addSupplier(call, { name: 'Amla Growers' });
});

test('columns are chosen, and the choice is stored', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/suppliers');

  await test.step('columns are hidden, ordered and sized by keys, rows are denser, and all stays after a reload', async () => {
    await expect(rowOf(page, 'Suppliers', 'Amla Growers')).toBeVisible();
    const usual = await headingsOf(page, 'Suppliers').allTextContents();
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await expectAccessible(page, { rows: 'first', withoutFrame: true });
    await dialog.getByRole('checkbox', { name: 'GSTIN', exact: true }).uncheck();
    await dialog.getByRole('button', { name: 'Move Phone before GSTIN' }).press('Enter');
    await dialog.getByRole('button', { name: 'Move Phone before Email' }).press('Enter');
    await expect(dialog.getByRole('checkbox', { name: 'Name', exact: true })).toBeDisabled();
    const before = await rowOf(page, 'Suppliers', 'Amla Growers').evaluate((row) => row.clientHeight);
    await dialog.getByLabel('Closer rows').check();
    await dialog.getByRole('spinbutton', { name: 'Width of Address in pixels' }).fill('130');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const chosen = ['ID', 'Name', 'Phone', 'Email', 'Address', 'Status'];
    await expect(headingsOf(page, 'Suppliers').nth(2)).toHaveText('Phone');
    expect((await headingsOf(page, 'Suppliers').allTextContents()).slice(0, 6)).toEqual(chosen);
    await page.reload();
    await expect(headingsOf(page, 'Suppliers').nth(2)).toHaveText('Phone');
    expect(await widthOf(page, 'Address')).toBe(130);
    expect(await rowOf(page, 'Suppliers', 'Amla Growers').evaluate((row) => row.clientHeight)).toBeLessThan(before);

    // Another person on this device has the usual ones; so has this one after a reset.
    await signIn(page, godown, manager);
    await page.goto('/suppliers');
    await expect(rowOf(page, 'Suppliers', 'Amla Growers')).toBeVisible();
    expect(await headingsOf(page, 'Suppliers').allTextContents()).toEqual(usual);
    await signIn(page, godown);
    await page.goto('/suppliers');
    await page.getByRole('button', { name: 'Columns' }).click();
    await dialog.getByRole('button', { name: 'Reset columns' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(headingsOf(page, 'Suppliers').nth(2)).toHaveText('Email');
  });

  await test.step('dragging the edge of a heading makes its column wider, and the width stays', async () => {
    const before = await widthOf(page, 'Phone');
    const grip = heading(page, 'Phone').getByTitle(/^Drag/);
    await grip.hover();
    const box = await grip.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 4, (box?.y ?? 0) + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y);
    await page.mouse.move(x + 60, y);
    await page.mouse.up();
    expect(await widthOf(page, 'Phone')).toBe(before + 60);
    await page.reload();
    await expect(rowOf(page, 'Suppliers', 'Amla Growers')).toBeVisible();
    expect(await widthOf(page, 'Phone')).toBe(before + 60);
    await grip.dblclick();
    await expect.poll(async () => await widthOf(page, 'Phone')).toBe(before);
  });
});
