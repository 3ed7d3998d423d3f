/** How tests find things on a screen, on a desk and on a phone alike. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Whether the page is as narrow as a phone: cards instead of tables, a drawer instead of a sidebar. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

/** The list of that name: a table, or cards on a phone. */
export function listOf(page: Page, name: string): Locator {
  return page.getByRole('table', { name, exact: true }).or(page.getByRole('list', { name, exact: true }));
}

/** Its rows or cards, without the row of headings. */
export function rowsOf(page: Page, list: string): Locator {
  return listOf(page, list).locator(':scope > tbody > tr, :scope > li');
}

/** The rows of a list in which a text stands. */
export function rowOf(page: Page, list: string, text: string): Locator {
  return rowsOf(page, list).filter({ hasText: text });
}

/** The headings of a table, from left to right. */
export function headingsOf(page: Page, list: string): Locator {
  return listOf(page, list).getByRole('columnheader');
}

/** The foot of a list: 'Showing X to Y of Z entries'. */
export function entries(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: `Showing ${text}` });
}

/** What the specification calls an alert, with exactly this text as its heading or as the reason below it. */
export function alert(page: Page, text: string): Locator {
  return page.getByRole('alert').getByText(text, { exact: true });
}

/** Closes every alert, as people do who have read it: on a phone it may lie over the buttons. */
export async function dismiss(page: Page): Promise<void> {
  const closers = page.getByRole('alert').getByRole('button', { name: 'Close' });
  for (let left = await closers.count(); left > 0; left -= 1) {
    await closers.first().click();
    await expect(closers).toHaveCount(left - 1);
  }
}

/** The same for what was done; a click that arrived twice may say it twice, and that is harmless. */
export function done(page: Page, text: string): Locator {
  return page.getByRole('status').getByText(text, { exact: true }).first();
}

/** A field by its label, whether or not a star stands behind it. */
export function field(within: Page | Locator, label: string): Locator {
  return within.getByRole('textbox', { name: label, exact: true });
}

/** Types into a field that searches records, and takes the one of exactly this name. */
export async function choose(within: Locator, label: string, name: string): Promise<void> {
  const input = within.getByLabel(label).and(within.locator('input'));
  await input.fill(name);
  const option = within.getByRole('option').filter({ has: within.page().getByText(name, { exact: true }) });
  // The choices move while they become fewer, and are hidden where the page was scrolled away from their field: whoever missed one goes back to it.
  await expect(async () => {
    await input.scrollIntoViewIfNeeded();
    await option.click({ timeout: 5000 });
  }).toPass();
  await expect(input).toHaveValue(name);
}

/** Takes one of the few values that a field offers. */
export async function select(within: Locator, label: string, value: string): Promise<void> {
  await within.getByLabel(label).and(within.locator('input')).click();
  await within.page().getByRole('option', { name: value, exact: true }).click();
}

/** Answers the dialog that is open by one of its buttons. */
export async function answer(page: Page, question: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question, exact: true });
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Expects that the dialog asks this, with the focus on what harms nothing. */
export async function expectQuestion(page: Page, question: string, quiet = 'Cancel'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question, exact: true });
  await expect(dialog.getByRole('button', { name: quiet, exact: true })).toBeFocused();
}

/** What the eye calls the colour of a text, or of what lies behind it. */
export async function colourOf(element: Locator, property: 'color' | 'backgroundColor' = 'color'): Promise<string> {
  const computed = await element.evaluate((node, name) => getComputedStyle(node)[name], property);
  const [red = 0, green = 0, blue = 0] = (computed.match(/[\d.]+/g) ?? []).map(Number);
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return 'grey';
  // The angle on the wheel of colours: red at 0, yellow at 60, green at 120.
  const sixth =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  const angle = (sixth * 60 + 360) % 360;
  if (angle < 20 || angle > 340) return 'red';
  if (angle < 70) return 'yellow';
  return angle < 170 ? 'green' : 'blue';
}

/** Keeps the answers of an address back until what it answers is called. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let goOn = () => {};
  const released = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return goOn;
}

/** Opens the menu where it is a drawer. */
export async function openMenu(page: Page): Promise<Locator> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('navigation', { name: 'Screens' });
}
