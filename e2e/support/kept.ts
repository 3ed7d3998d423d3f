/** Typed work that is kept on the device. */
import type { Locator, Page } from '@playwright/test';

/** The note that offers a form of before. */
export function offer(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: 'This form was kept' });
}

/** Everything that is kept on the device. */
export async function keptOn(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    // Opening a database that is not there yet would create it without its store, before the page can.
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'godown')) return '[]';
    const request = indexedDB.open('godown');
    await new Promise((resolve) => (request.onsuccess = resolve));
    const all = request.result.transaction('kept-forms').objectStore('kept-forms').getAll();
    await new Promise((resolve) => (all.onsuccess = resolve));
    request.result.close();
    return JSON.stringify(all.result);
  });
}

/** Leaves as a crash does: without a question. */
export async function reload(page: Page): Promise<void> {
  page.once('dialog', async (dialog) => await dialog.accept());
  await page.reload();
}
