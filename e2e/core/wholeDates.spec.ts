/** Dates, codes of lots and short words stay in one line, on a phone and on paper. */
import type { Page } from '@playwright/test';
import { begin, goOn } from '../support/desk.ts';
import { expect, test } from '../support/test.ts';
import { openSampleOffice } from '../support/tour.ts';

test.beforeAll(async ({ serverOf }, { file }) => {
  await openSampleOffice(await serverOf(file));
});

const phone = { width: 390, height: 844 };
/** A4 without its margins. */
const paper = { width: 703, height: 1000 };

const dateOrCode = /\b\d\d-\d\d-\d{4}\b|\b[A-Z]{2,6}(?:-\d+)+\b/;
const wholeOnPaper = new RegExp(`${dateOrCode.source}|₹ [\\d,.]+|Organic\\b|conversion\\b|Conventional\\b`);

/** Matching texts of the screen that continue in a second line. */
async function broken(page: Page, pattern: RegExp): Promise<string[]> {
  return page.evaluate((source) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(new RegExp(source, 'g'))) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
        if (new Set(lines).size > 1) found.push(`${word} of ${node.textContent}`);
      }
    }
    return found;
  }, pattern.source);
}

async function open(page: Page, path: string): Promise<void> {
  await goOn(page, path);
  await expect(page.getByRole('main')).toHaveText(/\d\d-\d\d-\d{4}/);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

test('on a phone dates and codes do not break at a hyphen', async ({ page, godown }) => {
  await page.setViewportSize(phone);
  await begin(page, godown, '/readiness');
  for (const path of ['/readiness', '/recalls/1', '/suppliers/1', '/buyers/1', '/lots', '/production/20']) {
    await open(page, path);
    expect(await broken(page, dateOrCode), path).toEqual([]);
  }
});

test('on paper dates, codes, amounts and claims do not break', async ({ page, godown }) => {
  await begin(page, godown, '/lots');
  for (const path of ['/lots', '/lots?asOn=2026-11-01', '/inward', '/certificates', '/activity', '/readiness']) {
    await page.emulateMedia({ media: 'screen' });
    // Wide enough for a table instead of cards.
    await page.setViewportSize({ ...paper, width: 1280 });
    await open(page, path);
    await page.setViewportSize(paper);
    await page.emulateMedia({ media: 'print' });
    expect(await broken(page, wholeOnPaper), path).toEqual([]);
  }
});
