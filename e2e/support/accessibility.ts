import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Expects that axe finds nothing against WCAG 2.2 AA on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours in the middle of a fade are nobody's contrast. What goes on for ever, or with scrolling, never finishes.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.timeline === document.timeline && one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(async (animation) => animation.finished));
  });
  // Legacy mode spares a second page a look; what it lacks are frames of other origins, and we have none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(standards).analyze();
  const findings = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}\n  ${node.failureSummary ?? ''}`),
  );
  expect(findings, `accessibility of ${page.url()}`).toEqual([]);
}
