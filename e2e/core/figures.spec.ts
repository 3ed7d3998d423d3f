/** Quantities in tables align at decimal points and units, by padding that is neither read out nor copied. */
import { addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { office } from '../support/office.ts';
import { signIn } from '../support/people.ts';
import { goOn } from '../support/desk.ts';
import { rowOf, rowsOf } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import type { Locator } from '@playwright/test';

const call = office();

test.beforeAll(async () => {
  const turmeric = await addMaterial(call, { name: 'Turmeric' });
  const bottle = await addMaterial(call, { name: 'Bottle', unit: 'piece' });
  const label = await addMaterial(call, { name: 'Label', unit: '' });
  await addInward(call, await addSupplier(call), [
    [turmeric, 980],
    [bottle, 12_400],
    [label, 7],
  ]);
  await addProduction(call, turmeric, 755.25, { productionDate: '2026-11-10' });
  await addProduction(call, bottle, 9700, { productionDate: '2026-11-10' });
  await addProduction(call, label, 7, { productionDate: '2026-11-12' });
});

/** The distinct x positions of decimal points and of units; one of each if all align. */
async function edges(quantities: Locator): Promise<{ points: number[]; units: number[] }> {
  const found = await quantities.evaluateAll((elements) =>
    elements.map((element) => {
      const number = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      const whole = document.createRange();
      if (!number?.textContent) throw new Error('There is no quantity.');
      whole.setStart(number, 0);
      whole.setEnd(number, number.textContent.split('.')[0]?.length ?? 0);
      const unit = element.querySelector('[data-units]')?.getBoundingClientRect().left ?? 0;
      return { point: Math.round(whole.getBoundingClientRect().right), unit: Math.round(unit) };
    }),
  );
  const distinct = (edge: 'point' | 'unit') => [...new Set(found.map((each) => each[edge]))];
  return { points: distinct('point'), units: distinct('unit') };
}

/** The text that copying the element yields. */
async function copied(element: Locator): Promise<string> {
  return await element.evaluate((node) => {
    window.getSelection()?.selectAllChildren(node);
    return window.getSelection()?.toString() ?? '';
  });
}

test('figures are aligned', async ({ page, godown }) => {
  await signIn(page, godown);
  await page.goto('/reports/rawmaterialreports');

  await test.step('figures are aligned at decimal points and units, and their padding is neither read aloud nor copied', async () => {
    const list = 'Raw Material Stock';
    await expect(rowsOf(page, list)).toHaveCount(3);
    for (const column of [4, 5, 6]) {
      const { points, units } = await edges(rowsOf(page, list).locator(`td:nth-child(${column})`));
      expect([points.length, units.length], `column ${column}`).toEqual([1, 1]);
    }

    const turmeric = rowOf(page, list, 'Turmeric');
    const figures = ['980 kg', '755.250 kg', '224.750 kg'];
    for (const name of figures) await expect(turmeric.getByRole('cell', { name, exact: true })).toBeVisible();
    expect(await copied(turmeric)).toContain(figures.join('\t'));
    await expect(rowOf(page, list, 'Label').getByRole('cell', { name: '0', exact: true })).toBeVisible();
    /** The CSS padding after the number of a column. */
    const drawn = (column: number) =>
      turmeric
        .locator(`td:nth-child(${column}) span span`)
        .first()
        .evaluate((node) => getComputedStyle(node, '::after').content);
    // Padding only in columns with decimals.
    expect([await drawn(4), await drawn(5)]).toEqual(['none', 'none']);
    const bottles = rowOf(page, list, 'Bottle').locator('td:nth-child(5) span span').first();
    expect(await bottles.evaluate((node) => getComputedStyle(node, '::after').content)).toMatch(/^"\.000"/);
  });

  await test.step('the figures of one production day are aligned with those of the other days', async () => {
    await goOn(page, '/reports/productionreports');
    const days = rowsOf(page, 'Production Reports');
    await expect(days).toHaveCount(2);
    await expect(days.getByRole('listitem')).toHaveText(['Label : 7', 'Bottle : 9,700 piece', 'Turmeric : 755.250 kg']);
    const firsts = days.locator('li:first-child > span:last-child');
    const { points, units } = await edges(firsts);
    expect([points.length, units.length]).toEqual([1, 1]);
  });
});
