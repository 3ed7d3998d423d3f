import type { Page } from '@playwright/test';

/** Counts what is pressed and typed. */
export function keysOf(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async press(...names: string[]) {
      for (const name of names) await page.keyboard.press(name);
      count += names.length;
    },
    async type(text: string) {
      await page.keyboard.type(text);
      count += text.length;
    },
  };
}
