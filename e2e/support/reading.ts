/** Checks for zoomed screens and for reduced motion. */
import { expect, type Page } from '@playwright/test';

/** Expects no horizontal scrolling of the page; a table may scroll inside itself (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content, `the width of ${page.url()} in a window of ${window}`).toBeLessThanOrEqual(window);
}

/** The elements with animations or transitions. */
export async function movingOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('*')).flatMap((element) =>
      ['', '::before', '::after'].flatMap((part) => {
        const { animationName, transitionDuration } = getComputedStyle(element, part);
        const moves = animationName !== 'none' || transitionDuration.split(', ').some((time) => parseFloat(time) > 0);
        return moves ? [`${element.tagName} ${element.className}${part}`] : [];
      }),
    ),
  );
}
