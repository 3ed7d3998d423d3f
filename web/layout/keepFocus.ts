/**
 * The focus never falls to the page itself. Where what has it goes away or is disabled (a deleted row, an answered dialog,
 * the last page's Next), it goes on, in this order: to the same button of the row beside; to a button beside; back to
 * where it was before; to the screen's own button; to the content. A key that is held down meanwhile presses nothing there.
 */

/** As far back as anybody has been on one screen. */
const REMEMBERED = 20;

/** What stands among its like, so that beside it is one more. */
const ROWS = 'tr, li, [role=group]';

/** The button of the row beside that does there what `lost` did in its own, which is already taken out of the page. */
function inRowBeside(lost: Element, row: Element, beside: Node | null): Element | undefined {
  if (!row.matches(ROWS) || !(beside instanceof Element) || !beside.matches(ROWS)) return undefined;
  const buttons = [...beside.querySelectorAll('button')];
  return buttons[[...row.querySelectorAll('button')].findIndex((button) => button === lost)];
}

/** Where to go from what was taken away, or disabled, nearest first. */
function nearest(lost: Element, { type, target, removedNodes, nextSibling, previousSibling }: MutationRecord) {
  if (type === 'attributes') return [lost.nextElementSibling, lost.previousElementSibling];
  const removed = [...removedNodes].find((node) => node.contains(lost));
  if (!(removed instanceof Element) || !target.isConnected) return [];
  return [nextSibling, previousSibling].map((beside) => inRowBeside(lost, removed, beside));
}

/** Begins, and answers what ends it. */
export function keepFocus(): () => void {
  let visited = document.activeElement ? [document.activeElement] : [];
  /** Somebody pressed where nothing takes the focus: so they wanted. */
  let isLeft = false;
  let header: Element | null = null;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    isLeft = false;
    header = document.querySelector('#content > header');
    visited = [target, ...visited.filter((each) => each !== target && each.isConnected)].slice(0, REMEMBERED);
  };
  const press = ({ target }: PointerEvent) => {
    isLeft = target instanceof Element && target.closest('button, a, input, textarea, [tabindex]') === null;
  };
  let pressedOn: EventTarget | null = null;
  const hold = (event: KeyboardEvent) => {
    if (!event.repeat) pressedOn = event.target;
    else if (event.key === 'Enter' && event.target !== pressedOn) event.preventDefault();
  };
  const isLost = () => document.activeElement === document.body && !isLeft;

  const observer = new MutationObserver((records) => {
    const [lost, ...before] = visited;
    if (!isLost() || !lost) return;
    const gone = records.find(({ type, target, removedNodes }) =>
      type === 'attributes' ? target === lost : [...removedNodes].some((node) => node.contains(lost)),
    );
    if (!gone) return;
    const dialog = gone.target instanceof Element ? gone.target.closest('[role=dialog]') : null;
    // Neither the menu nor what lies over the screen is where one works.
    const here = before.filter((each) => each.closest('#content, header'));
    const ownButton = header?.isConnected ? header.querySelector(':scope > div > button') : null;
    const content = document.getElementById('content');
    const places = [...nearest(lost, gone), dialog, ...here, ownButton, content];
    // What took it away may know better where it goes.
    requestAnimationFrame(() => {
      // What cannot have the focus, such as what is disabled, leaves it to the next.
      for (const place of places) {
        if (isLost() && place instanceof HTMLElement) place.focus({ preventScroll: place === content });
      }
    });
  });

  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', press, true);
  document.addEventListener('keydown', hold, true);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', press, true);
    document.removeEventListener('keydown', hold, true);
    observer.disconnect();
  };
}
