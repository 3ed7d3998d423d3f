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

/** The rows of the lists from the fourth on, and the cards in their place; not what stands in forms and dialogs. */
const moreRows = ['tbody > tr', 'ul[aria-label] > li'].map(
  (row) => `main ${row}:nth-child(n + 4):not(form *, [role=dialog] *)`,
);

interface Looked {
  /** The rules of colours alone, instead of all. */
  rules?: 'all' | 'colours';
  /** Whether only the first three rows of each list are looked at: enough where all of them were, in the state before. */
  rows?: 'all' | 'first';
}

/** What axe finds on the page as it is now, or nothing if axe is not on the page yet. */
async function findingsOn(page: Page, { rules = 'all', rows = 'all' }: Looked): Promise<string[] | undefined> {
  const runOnly: axe.RunOnly =
    rules === 'all' ? { type: 'tag', values: standards } : { type: 'rule', values: colourRules };
  const leftOut = rows === 'all' ? [] : moreRows;
  return page.evaluate(
    async ({ only, exclude }) => {
      // Colours in the middle of a fade are nobody's contrast. What goes on for ever, or with scrolling, never finishes.
      const ending = document
        .getAnimations()
        .filter((one) => one.timeline === document.timeline && one.effect?.getComputedTiming().iterations !== Infinity);
      await Promise.allSettled(ending.map(async (animation) => animation.finished));
      const options: axe.RunOptions = {
        resultTypes: ['violations'],
        // What these ask for, frames and the files of the styles, our screens don't have or our rules don't read.
        iframes: false,
        preload: false,
      };
      const context = { include: [['html']], exclude: exclude.map((each) => [each]) };
      const { violations } = (await window.axe?.run(context, { ...options, runOnly: only })) ?? {};
      const found = violations?.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, node }))) ?? [];
      const told: string[] = [];
      for (const { id, node } of found) {
        // Once more in the middle of the screen: what lies partly behind the buttons of a phone's form is no small target.
        if (id === 'target-size') {
          const target = node.target.join(' ');
          document.querySelector(target)?.scrollIntoView({ block: 'center' });
          const again = await window.axe?.run(target, { ...options, runOnly: [id] });
          if (again?.violations.length === 0) continue;
        }
        told.push(`${id}: ${node.target.join(' ')}\n  ${node.failureSummary ?? ''}`);
      }
      return violations && told;
    },
    { only: runOnly, exclude: leftOut },
  );
}

/** Expects that axe finds nothing against WCAG 2.2 AA on the page as it is now. */
export async function expectAccessible(page: Page, looked: Looked = {}): Promise<void> {
  let findings = await findingsOn(page, looked);
  if (findings === undefined) {
    await page.evaluate(axeSource);
    findings = await findingsOn(page, looked);
  }
  expect(findings, `accessibility of ${page.url()}`).toEqual([]);
}
