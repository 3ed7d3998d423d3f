import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Not there until the page is looked at for the first time. */
    axe?: typeof axe;
  }
}

/** A third of what axe's own `source` is: every page that is loaded reads it once. */
const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** axe's names for WCAG 2.2 AA. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of these standards that look at colours; the others read the same whatever the scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page as it is now, or nothing if axe is not on the page yet. */
async function findingsOn(page: Page, rules: 'all' | 'colours'): Promise<string[] | undefined> {
  const runOnly: axe.RunOnly =
    rules === 'all' ? { type: 'tag', values: standards } : { type: 'rule', values: colourRules };
  return page.evaluate(async (only) => {
    // Colours in the middle of a fade are nobody's contrast. What goes on for ever, or with scrolling, never finishes.
    const ending = document
      .getAnimations()
      .filter((one) => one.timeline === document.timeline && one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(async (animation) => animation.finished));
    const { violations } =
      (await window.axe?.run(document, {
        runOnly: only,
        resultTypes: ['violations'],
        // What these ask for, frames and the files of the styles, our screens don't have or our rules don't read.
        iframes: false,
        preload: false,
      })) ?? {};
    return violations?.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}\n  ${node.failureSummary ?? ''}`),
    );
  }, runOnly);
}

/** Expects that axe finds nothing against WCAG 2.2 AA on the page as it is now; `rules` may be those of colours alone. */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  let findings = await findingsOn(page, rules);
  if (findings === undefined) {
    await page.evaluate(axeSource);
    findings = await findingsOn(page, rules);
  }
  expect(findings, `accessibility of ${page.url()}`).toEqual([]);
}
