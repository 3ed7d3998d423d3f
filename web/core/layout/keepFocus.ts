/**
 * Focus recovery: the focus never falls back to the body. When the focused element is removed or disabled (a deleted row,
 * a closed dialog, Next on the last page), the focus moves to the first that takes it: the same button of an adjacent row,
 * an adjacent button, the elements focused before, the header's last button, the content. A held Enter does not press it.
 */

const HISTORY_LENGTH = 20;

const ROWS = 'tr, li, [role=group]';

/** The button of the adjacent row at the position that `lost` had in its own, removed row. */
function inAdjacentRow(lost: Element, row: Element, beside: Node | null): Element | undefined {
  if (!row.matches(ROWS) || !(beside instanceof Element) || !beside.matches(ROWS)) return undefined;
  const buttons = [...beside.querySelectorAll('button')];
  return buttons[[...row.querySelectorAll('button')].findIndex((button) => button === lost)];
}

/** The candidates beside a removed or disabled element, nearest first. */
function nearest(lost: Element, { type, target, removedNodes, nextSibling, previousSibling }: MutationRecord) {
  if (type === 'attributes') return [lost.nextElementSibling, lost.previousElementSibling];
  const removed = [...removedNodes].find((node) => node.contains(lost));
  if (!(removed instanceof Element) || !target.isConnected) return [];
  return [nextSibling, previousSibling].map((beside) => inAdjacentRow(lost, removed, beside));
}

/** Starts focus recovery; returns a function that stops it. */
export function keepFocus(): () => void {
  /** Focused elements, latest first. */
  let visited = document.activeElement ? [document.activeElement] : [];
  /** The user clicked beside all focusable elements: the focus was dropped on purpose. */
  let isDropped = false;
  let header: Element | null = null;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    isDropped = false;
    header = document.querySelector('#content > header');
    visited = [target, ...visited.filter((each) => each !== target && each.isConnected)].slice(0, HISTORY_LENGTH);
  };
  const press = ({ target }: PointerEvent) => {
    isDropped = target instanceof Element && target.closest('button, a, input, textarea, [tabindex]') === null;
  };
  let pressedOn: EventTarget | null = null;
  const blockHeldEnter = (event: KeyboardEvent) => {
    if (!event.repeat) pressedOn = event.target;
    else if (event.key === 'Enter' && event.target !== pressedOn) event.preventDefault();
  };
  /** A button that was just disabled keeps the focus until the browser draws next, and no key reaches it. */
  const isLost = () => {
    const { activeElement, body } = document;
    return !isDropped && (activeElement === body || activeElement?.matches(':disabled') === true);
  };

  /** Where a row goes while a dialog has the focus, the adjacent row takes its place: the dialog gives the focus back to that. */
  const replaceRemoved = (record: MutationRecord) => {
    const [focused] = visited;
    const isGone = (each: Element) =>
      each !== focused && !each.isConnected && [...record.removedNodes].some((node) => node.contains(each));
    visited = visited.map((each) => (isGone(each) ? (nearest(each, record).find(Boolean) ?? each) : each));
  };

  const observer = new MutationObserver((records) => {
    records.forEach(replaceRemoved);
    const [lost, ...before] = visited;
    if (!isLost() || !lost) return;
    const gone = records.find(({ type, target, removedNodes }) =>
      type === 'attributes' ? target === lost : [...removedNodes].some((node) => node.contains(lost)),
    );
    if (!gone) return;
    const dialog = gone.target instanceof Element ? gone.target.closest('[role=dialog]') : null;
    // Neither the menu nor a dialog, but the panel that makes a record: its question is over it.
    const content = document.getElementById('content');
    // A link to a screen focuses the content: the user did not work there.
    const here = before.filter((each) => each !== content && each.closest('#content, header, [data-create-panel]'));
    const ownButton = header?.isConnected ? header.querySelector(':scope > div > button:last-of-type') : null;
    const places = [...nearest(lost, gone), dialog, ...here, ownButton, content];
    // In the next frame: the code that removed it may move the focus itself.
    requestAnimationFrame(() => {
      // A candidate that cannot be focused leaves it to the next one.
      for (const place of places) {
        if (isLost() && place instanceof HTMLElement) place.focus({ preventScroll: place === content });
      }
    });
  });

  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', press, true);
  document.addEventListener('keydown', blockHeldEnter, true);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', press, true);
    document.removeEventListener('keydown', blockHeldEnter, true);
    observer.disconnect();
  };
}
