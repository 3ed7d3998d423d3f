/** Locators and actions that work on desktop and phone. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Whether the page is as narrow as a phone: cards instead of tables, a drawer instead of a sidebar. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

/** A list by its name: a table, or cards on a phone. */
export function listOf(page: Page, name: string): Locator {
  return page.getByRole('table', { name, exact: true }).or(page.getByRole('list', { name, exact: true }));
}

/** Its rows or cards, without the header row. */
export function rowsOf(page: Page, list: string): Locator {
  return listOf(page, list).locator(':scope > tbody > tr, :scope > li');
}

/** The rows of a list that contain a text. */
export function rowOf(page: Page, list: string, text: string): Locator {
  return rowsOf(page, list).filter({ hasText: text });
}

/** The headings of a table, from left to right. */
export function headingsOf(page: Page, list: string): Locator {
  return listOf(page, list).getByRole('columnheader');
}

/** The footer of a list: 'Showing X to Y of Z entries'. */
export function entries(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: `Showing ${text}` });
}

/** An alert with exactly this text as its heading or reason. */
export function alert(page: Page, text: string): Locator {
  return page.getByRole('alert').getByText(text, { exact: true });
}

/** Closes all alerts: on a phone they may cover buttons. */
export async function dismiss(page: Page): Promise<void> {
  const closers = page.getByRole('alert').getByRole('button', { name: 'Close' });
  for (let left = await closers.count(); left > 0; left -= 1) {
    await closers.first().click();
    await expect(closers).toHaveCount(left - 1);
  }
}

/** A success toast; a double click may show it twice. */
export function done(page: Page, text: string): Locator {
  return page.getByRole('status').getByText(text, { exact: true }).first();
}

/** A text field by its label. */
export function field(within: Page | Locator, label: string): Locator {
  return within.getByRole('textbox', { name: label, exact: true });
}

/** Types into a lookup field and waits until only options with the text are left: until then they move under a click. */
async function searchOptions(within: Locator, label: string, text: string): Promise<[Locator, Locator]> {
  const input = within.getByLabel(label).and(within.locator('input'));
  const options = within.getByRole('option');
  await input.fill(text);
  await expect(options.first()).toBeVisible();
  await expect(options.filter({ hasNotText: text })).toHaveCount(0);
  return [input, options];
}

/** Searches in a lookup field and chooses the option with exactly this name. */
export async function choose(within: Locator, label: string, name: string): Promise<void> {
  const [input, options] = await searchOptions(within, label, name);
  const option = options.filter({ has: within.page().getByText(name, { exact: true }) });
  // Options are hidden when the field is scrolled out of view: retries the click.
  await expect(async () => {
    await input.scrollIntoViewIfNeeded();
    await option.click({ timeout: 5000 });
  }).toPass();
  await expect(options).toHaveCount(0);
  await expect(input).toHaveValue(name);
}

/** Searches in a lookup field and chooses the first option that has the text. */
export async function chooseFirst(within: Locator, label: string, text: string): Promise<void> {
  const [, options] = await searchOptions(within, label, text);
  await options.first().click();
}

/** Chooses an option of a select. */
export async function select(within: Locator, label: string, value: string): Promise<void> {
  const input = within.getByLabel(label).and(within.locator('input'));
  const option = within.page().getByRole('listbox').getByRole('option', { name: value, exact: true });
  // A form that has just opened takes the focus once more, and the list closes: retries the click.
  await expect(async () => {
    if (!(await option.isVisible())) await input.click();
    await option.click({ timeout: 2000 });
  }).toPass();
}

/** Presses a button of the open dialog. */
export async function answer(page: Page, question: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question, exact: true });
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Expects the dialog, with the focus on its harmless button. */
export async function expectQuestion(page: Page, question: string, quiet = 'Cancel'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question, exact: true });
  await expect(dialog.getByRole('button', { name: quiet, exact: true })).toBeFocused();
}

/** The name of the hue of an element's text or background. */
export async function colourOf(element: Locator, property: 'color' | 'backgroundColor' = 'color'): Promise<string> {
  const computed = await element.evaluate((node, name) => getComputedStyle(node)[name], property);
  const [red = 0, green = 0, blue = 0] = (computed.match(/[\d.]+/g) ?? []).map(Number);
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return 'grey';
  // The hue: red at 0, yellow at 60, green at 120.
  const sixth =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  const angle = (sixth * 60 + 360) % 360;
  if (angle < 20 || angle > 340) return 'red';
  if (angle < 70) return 'yellow';
  return angle < 170 ? 'green' : 'blue';
}

/** Delays the calls of an address, all or those of a method, until the returned function is called. */
export async function holdBack(page: Page, address: string, method?: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    if (method === undefined || route.request().method() === method) await released;
    await route.continue();
  });
  return release;
}

/** The navigation; opens the drawer on a phone. */
export async function openMenu(page: Page): Promise<Locator> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('navigation', { name: 'Screens' });
}

/** A double click whose second click comes before the next render. */
export const clickTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

function rowMenu(within: Page | Locator, name: string | RegExp): Locator {
  if (typeof name !== 'string') return within.getByRole('button', { name }).first();
  return within.getByRole('button', { name: `More for ${name}`, exact: true });
}

/** Chooses an entry of a row's menu, by the name of the row, or what matches the name of the menu's button. */
export async function chooseFromMenu(within: Page | Locator, name: string | RegExp, entry: string): Promise<void> {
  const button = rowMenu(within, name);
  await button.click();
  await button.page().getByRole('menuitem', { name: entry }).click();
}

/** The entries of a row's menu. */
export async function menuOf(within: Page | Locator, name: string): Promise<string[]> {
  const button = rowMenu(within, name);
  await button.click();
  await button.page().getByRole('menuitem').first().waitFor();
  const shown = await button.page().getByRole('menuitem').locator('[data-menu-item-label]').allTextContents();
  await button.page().keyboard.press('Escape');
  return shown;
}

/** Does what is refused, unless a call in the background has heard before that the session is lost. */
export async function untilLogin(page: Page, action: Promise<void>): Promise<void> {
  await Promise.race([action, page.waitForURL(/\/login/)]);
}
