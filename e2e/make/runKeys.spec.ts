/** A run is recorded by the keyboard alone, with a loss, and asks whether it is complete when it gets its first output. */
import { addInward, addMaterial, addProduct, addRun, addSupplier } from '#test/factories.ts';
import { begin, goOn } from '../support/desk.ts';
import { office } from '../support/office.ts';
import { choose, done, field, select } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator, Page } from '@playwright/test';

const call = office();
let amla: number;

test.use({ goesOn: true });

test.beforeAll(async () => {
  const supplierId = await addSupplier(call, { name: 'Malwa Growers' });
  amla = await addMaterial(call, { name: 'Amla, dried' });
  await addInward(call, supplierId, [[amla, 300]]);
  await addProduct(call, { name: 'Amla powder', unit: 'kg' });
});

function editing(page: Page, title: string) {
  const form = page.getByRole('form', { name: title });
  const group = (name: string) => form.getByRole('group', { name, exact: true });
  const input = (name: string, label: string) => group(name).getByLabel(label).and(form.locator('input'));
  return { form, group, input };
}

/** Presses keys, or types a text, one by one; returns their number. */
async function press(page: Page, ...keys: string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key);
  return keys.length;
}

async function type(page: Page, text: string): Promise<number> {
  await page.keyboard.type(text);
  return text.length;
}

async function expectChoice(lookup: Locator, name: string): Promise<void> {
  await expect(lookup).toBeFocused();
  await expect(lookup.page().getByRole('option', { name }).first()).toBeVisible();
}

test('a run with a loss is saved at the first try with at most 40 keys', async ({ page, godown }) => {
  await begin(page, godown, '/production');
  const { form, group, input } = editing(page, 'Add production');
  await input('Output 1', 'Product').focus();
  let keys = await type(page, 'amla');
  await expectChoice(input('Output 1', 'Product'), 'Amla powder');
  keys += (await press(page, 'Enter')) + (await type(page, 'AP-1'));
  keys += (await press(page, 'Enter')) + (await type(page, '20'));
  keys += (await press(page, 'Enter')) + (await type(page, 'amla'));
  await expectChoice(input('Material 1', 'Raw material'), 'Amla, dried');
  keys += (await press(page, 'Enter')) + (await type(page, '20.5')) + (await press(page, 'Enter'));
  await expect(input('Material 2', 'Raw material')).toBeFocused();
  // Behind the last material come the losses, behind a loss the next one.
  keys += await press(page, 'Enter');
  await expect(form.getByRole('button', { name: 'Add loss' })).toBeFocused();
  keys += await press(page, 'Enter', 'g', 'Enter');
  await expect(field(group('Loss 1'), 'Quantity')).toBeFocused();
  keys += (await type(page, '0.5')) + (await press(page, 'Enter'));
  await expect(input('Loss 2', 'Loss')).toBeFocused();
  // Neither the untouched material nor the untouched loss is in the way.
  keys += await press(page, 'Control+Enter');
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  expect(keys).toBeLessThanOrEqual(40);
  const [run] = (await call('GET', '/production-runs?search=AP-1')).json;
  expect(run.losses).toMatchObject([{ reason: 'Grinding dust', grams: 500 }]);
  expect(run.inputs).toHaveLength(1);
});

test('Enter goes from an untouched loss to the save button, and a half-filled line is a fault at its place', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/production');
  const { form, group, input } = editing(page, 'Add production');
  await choose(group('Material 1'), 'Raw material', 'Amla, dried');
  await field(group('Material 1'), 'Quantity').fill('1');
  await form.getByRole('button', { name: 'Add loss' }).click();
  await expect(input('Loss 1', 'Loss')).toBeFocused();
  await press(page, 'Enter', 'Enter');
  await expect(form.getByRole('button', { name: 'Save production' })).toBeFocused();
  await form.getByRole('button', { name: 'Add loss' }).click();
  await input('Loss 2', 'Loss').fill('Moisture');
  await page.keyboard.press('Control+Enter');
  await expect(field(group('Loss 2'), 'Quantity')).toBeFocused();
  await expect(field(group('Loss 2'), 'Quantity')).toHaveAttribute('aria-invalid', 'true');
});

test('a run in progress that gets its first output asks whether it is complete, and its batch says that it is not', async ({
  page,
  godown,
}) => {
  const { runId } = await addRun(call, [{ rawMaterialId: amla, quantity: 10 }], { status: 'in_progress' });
  await begin(page, godown, '/production');
  await page.getByRole('button', { name: `Edit production ${runId}` }).click();
  const { form, group } = editing(page, 'Update production');
  const question = form.getByText('Is it complete, or still in progress?');
  await expect(question).toHaveCount(0);
  await choose(group('Output 1'), 'Product', 'Amla powder');
  await field(group('Output 1'), 'Batch number').fill('AP-HALF');
  await field(group('Output 1'), 'Quantity').fill('4');
  await expect(question).toBeVisible();
  await expect(form.getByRole('button', { name: 'Complete' })).toBeVisible();
  await form.getByRole('button', { name: 'Save as in progress' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();
  const { status, outputs } = (await call('GET', `/production-runs/${runId}`)).json;
  expect(status).toBe('in_progress');
  for (const path of [`/finishedgoods/${outputs[0].finishedGoodId}`, `/lots/${outputs[0].lotId}`]) {
    await begin(page, godown, path);
    await expect(page.getByRole('main').locator('dl').first()).toContainText('from a run in progress');
  }
});

test('the beginning of a reason is the reason by Enter, Tab and on saving, and Escape keeps it', async ({
  page,
  godown,
}) => {
  await begin(page, godown, '/production');
  const { form, group, input } = editing(page, 'Add production');
  await choose(group('Material 1'), 'Raw material', 'Amla, dried');
  await field(group('Material 1'), 'Quantity').fill('4');
  const addLoss = form.getByRole('button', { name: 'Add loss' });
  const loseAs = async (number: number, ...keys: string[]) => {
    await addLoss.click();
    await expect(input(`Loss ${number}`, 'Loss')).toBeFocused();
    await press(page, ...keys);
  };
  await loseAs(1, 'g', 'Enter');
  await expect(input('Loss 1', 'Loss')).toHaveValue('Grinding dust');
  await field(group('Loss 1'), 'Quantity').fill('0.1');
  await loseAs(2, 'm', 'Tab');
  await expect(input('Loss 2', 'Loss')).toHaveValue('Moisture');
  await field(group('Loss 2'), 'Quantity').fill('0.2');
  await loseAs(3, 'c', 'l', 'Escape', 'Tab');
  await expect(input('Loss 3', 'Loss')).toHaveValue('cl');
  await field(group('Loss 3'), 'Quantity').fill('0.3');
  await loseAs(4, 's', 't', 'i', 'c', 'k', 'y', 'Tab');
  await field(group('Loss 4'), 'Quantity').fill('0.4');
  await loseAs(5);
  await field(group('Loss 5'), 'Quantity').fill('0.5');
  await input('Loss 5', 'Loss').focus();
  await press(page, 'b', 'r', 'Control+Enter');
  await expect(done(page, 'Production added successfully!')).toBeVisible();
  const [run] = (await call('GET', '/production-runs?productionDateFrom=2026-11-01')).json;
  expect(run.losses.map(({ reason }: { reason: string }) => reason)).toEqual([
    'Grinding dust',
    'Moisture',
    'cl',
    'sticky',
    'Broken',
  ]);
});

test('a run without a product is asked about before it is completed: by its button, its menu and its status', async ({
  page,
  godown,
}) => {
  const { runId } = await addRun(call, [{ rawMaterialId: amla, quantity: 3 }], { status: 'in_progress' });
  const question = page.getByRole('dialog', { name: 'Complete it without a product?' });
  const stored = async () => (await call('GET', `/production-runs/${runId}`)).json;
  await begin(page, godown, `/production/${runId}`);
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  const completing = editing(page, 'Complete production').form;
  await completing.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(question).toContainText('This production has no output');
  await question.getByRole('button', { name: 'Go back' }).click();
  expect((await stored()).status).toBe('in_progress');
  await completing.getByRole('button', { name: 'Save as in progress' }).click();
  await expect(done(page, 'Production updated successfully!')).toBeVisible();

  await goOn(page, '/production');
  await page.getByRole('button', { name: `Edit production ${runId}` }).click();
  const { form } = editing(page, 'Update production');
  await select(form, 'Status', 'Completed');
  await page.keyboard.press('Control+Enter');
  await question.getByRole('button', { name: 'Complete anyway' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Production updated successfully!' });
  await expect(toast).toContainText('Amla, dried 3 kg');
  expect((await stored()).status).toBe('completed');

  // It is stored so: another change of it is not asked about again.
  await page.getByRole('button', { name: `Edit production ${runId}` }).click();
  await field(form, 'Reason').fill('Weighed again');
  await page.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
});
