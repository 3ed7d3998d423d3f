/** Reads what Chromium prints, page by page. */
import type { Page } from '@playwright/test';
import { type Sheet, sheetsOf } from '#test/printedPages.ts';

/** The pages that the screen prints. */
export async function printed(page: Page): Promise<Sheet[]> {
  return await sheetsOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
}
