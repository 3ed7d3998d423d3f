import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import { expect, type Locator, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Undefined before the first check of the page. */
    axe?: typeof axe;
  }
}

/** Minified, a third of axe's own `source`: each loaded page parses it once. */
const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** axe's names for WCAG 2.2 AA. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** List rows and cards from the fourth on, outside forms and dialogs. */
const moreRows = ['tbody > tr', 'ul[aria-label] > li'].map(
  (row) => `main ${row}:nth-child(n + 4):not(form *, [role=dialog] *)`,
);

/** The sidebar and the top bar: the same in every state of a screen. */
const frame = ['#sidebar', '#root > div > div > header'];

interface Looked {
  rules?: 'all' | 'colours';
  /** `first` checks only three rows of each list: enough if the state before was checked with all. */
  rows?: 'all' | 'first';
  /** Whether the frame around the screen is left out: enough if a state before was checked with it, in the same look. */
  withoutFrame?: boolean;
  /** The only part that is checked: enough where the tour has seen the rest. */
  part?: Locator;
}

/** axe's findings on the current page; undefined if axe is not loaded yet. */
async function findingsOn(
  page: Page,
  { rules = 'all', rows = 'all', withoutFrame = false, part }: Looked,
): Promise<string[] | undefined> {
  const runOnly: axe.RunOnly =
    rules === 'all' ? { type: 'tag', values: standards } : { type: 'rule', values: colourRules };
  const leftOut = [...(rows === 'all' ? [] : moreRows), ...(withoutFrame ? frame : [])];
  const element = await part?.elementHandle();
  return page.evaluate(
    async ({ only, exclude, within }) => {
      // Contrast is undefined during a fade. Infinite and scroll-driven animations never finish.
      const ending = document
        .getAnimations()
        .filter((one) => one.timeline === document.timeline && one.effect?.getComputedTiming().iterations !== Infinity);
      await Promise.allSettled(ending.map(async (animation) => animation.finished));
      const options: axe.RunOptions = {
        resultTypes: ['violations'],
        // Godown has no frames, and the rules need no external style sheets.
        iframes: false,
        preload: false,
      };
      const context = within ?? { include: [['html']], exclude: exclude.map((each) => [each]) };
      const { violations } = (await window.axe?.run(context, { ...options, runOnly: only })) ?? {};
      const found = violations?.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, node }))) ?? [];
      const told: string[] = [];
      for (const { id, node } of found) {
        // Rechecked in the middle of the screen: a target partly behind a phone form's sticky buttons is not small.
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
    { only: runOnly, exclude: leftOut, within: element },
  );
}

/** Expects that the current page has no WCAG 2.2 AA violation. */
export async function expectAccessible(page: Page, looked: Looked = {}): Promise<void> {
  let findings = await findingsOn(page, looked);
  if (findings === undefined) {
    await page.evaluate(axeSource);
    findings = await findingsOn(page, looked);
  }
  expect(findings, `accessibility of ${page.url()}`).toEqual([]);
}
