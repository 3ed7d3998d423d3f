/** Differences of paper from the screen: light colours, and a head and a foot on each page. */

const ATTRIBUTE = 'data-mantine-color-scheme';

/** Prints the dark scheme as the light one, and shows it dark again afterwards. */
export function printLight(): void {
  const root = document.documentElement;
  let before: string | null = null;
  window.addEventListener('beforeprint', () => {
    before = root.getAttribute(ATTRIBUTE);
    root.setAttribute(ATTRIBUTE, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (before !== null) root.setAttribute(ATTRIBUTE, before);
  });
}

/** Follows the name of a screen in the title of the window. */
export const TITLE_END = ' · Godown';

/** A text as a string of CSS. */
export function cssString(text: string): string {
  const escaped = text.replaceAll(/["\\]|\p{Cc}/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `);
  return `"${escaped}"`;
}

let company = '';

/** Sets whose paper it is. */
export function headPaper(name: string): void {
  company = name;
}

/**
 * Heads each printed page with the company and the screen's name, and foots it with the text that is read and the page's
 * number (styles.css). An element that prints in place of the screen, or names it more closely, has its name in
 * data-running-head; an empty one, such as on labels, leaves the pages without. Returns a function that ends it.
 */
export function runHeads(readFoot: () => string): () => void {
  const { style } = document.documentElement;
  const set = () => {
    const own = document.querySelector<HTMLElement>('[data-running-head]')?.dataset['runningHead'];
    const texts = {
      '--paper-company': cssString(company),
      '--paper-name': cssString(own ?? document.title.replace(TITLE_END, '')),
      '--paper-printed': cssString(readFoot()),
      '--paper-page': 'counter(page) " of " counter(pages)',
    };
    for (const [name, text] of Object.entries(texts)) style.setProperty(name, own === '' ? 'none' : text);
  };
  window.addEventListener('beforeprint', set);
  return () => window.removeEventListener('beforeprint', set);
}
