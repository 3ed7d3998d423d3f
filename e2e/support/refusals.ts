/** Mocks of failed calls, and what a screen then shows and logs. */
import { expect, type Locator, type Page } from '@playwright/test';
import { alert, answer, chooseFromMenu, dismiss } from './screen.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Refusal = 'unreached' | { status: number; json?: object; body?: string };

/** A proxy's answer. */
export const wordless = (status: number): Refusal => ({ status, body: 'An answer of a proxy' });
export const refused = (status: number, code: string, message: string, more: object = {}): Refusal => ({
  status,
  json: { code, message, ...more },
});
/** The error body of another program: a proxy's, or an older server's. */
export const foreign = (status: number, json: object): Refusal => ({ status, json });
export const unavailable = refused(503, 'unavailable', 'Please wait.');

/** Mocks the answers of the next calls of that method, in order; later calls reach the server. */
export async function refuse(page: Page, method: Method, path: string, ...refusals: Refusal[]): Promise<void> {
  await page.route(`**/api${path}`, async (route) => {
    const refusal = route.request().method() === method ? refusals.shift() : undefined;
    if (refusal === undefined) await route.fallback();
    else if (refusal === 'unreached') await route.abort();
    else await route.fulfill(refusal);
  });
}

/** The errors that the page logs from now on. */
export function logOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') lines.push(message.text());
  });
  return lines;
}

/** Expects the alert, and the reason below it if given; then closes it. */
export async function expectAlert(page: Page, text: string, reason?: string): Promise<void> {
  await expect(alert(page, text)).toBeVisible();
  if (reason !== undefined) await expect(alert(page, reason)).toBeVisible();
  await dismiss(page);
}

export async function openEdit(page: Page, name: string, title: string): Promise<{ form: Locator; update: Locator }> {
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const form = page.getByRole('form', { name: title });
  return { form, update: form.getByRole('button', { name: 'Update' }) };
}

/** Deletes a record and confirms. */
export async function remove(page: Page, name: string, question: string): Promise<void> {
  await chooseFromMenu(page, name, 'Delete …');
  await answer(page, question, 'Delete');
}
