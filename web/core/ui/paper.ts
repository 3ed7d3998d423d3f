/** Paper is white: the dark colours give way while the screen is printed. */

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
