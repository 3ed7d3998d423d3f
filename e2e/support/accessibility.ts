import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of these standards that look at colours; the others read the same whatever the scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Expects that axe finds nothing against WCAG 2.2 AA on the page as it is now; `rules` may be those of colours alone. */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  // Colours in the middle of a fade are nobody's contrast. What goes on for ever, or with scrolling, never finishes.
  const isThere = await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.timeline === document.timeline && one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(async (animation) => animation.finished));
    return 'axe' in window;
  });
  // To read axe's half a megabyte again takes longer than to run it.
  const axe = new AxeBuilder({ page, axeSource: isThere ? 'void 0' : undefined });
  const runOnly: { type: 'tag' | 'rule'; values: string[] } =
    rules === 'all' ? { type: 'tag', values: standards } : { type: 'rule', values: colourRules };
  // Legacy mode spares a second page a look; what it lacks are frames of other origins, and we have none.
  const { violations } = await axe
    .setLegacyMode()
    .options({ runOnly, resultTypes: ['violations'] })
    .analyze();
  const findings = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}\n  ${node.failureSummary ?? ''}`),
  );
  expect(findings, `accessibility of ${page.url()}`).toEqual([]);
}
