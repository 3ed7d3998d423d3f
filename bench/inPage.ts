/** The function that the bench runs in the measured page. */

/** Runs in the page, so that no message to this program is in the time: from a click or key to the picture that shows it. */
export function installWatch(): void {
  let pressed = 0;
  for (const moment of ['click', 'keydown']) {
    addEventListener(moment, (event) => (pressed = event.timeStamp), { capture: true });
  }
  const watch = (selector: string, pattern: string) =>
    new Promise<number>((resolve) => {
      const wanted = new RegExp(pattern);
      const from = pressed;
      const textThere = () => {
        const element = document.querySelector(selector);
        return element?.checkVisibility() ? element.textContent : '';
      };
      const before = textThere();
      const look = () => {
        if (pressed === from) return;
        const text = textThere();
        const isSettled = document.querySelector('[data-stale], [aria-busy="true"]') === null;
        if (!isSettled || text === before || !wanted.test(text)) return;
        observer.disconnect();
        // The frame is drawn after its callbacks; a message that is sent by one of them comes once it is.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - pressed);
          port2.postMessage(undefined);
        });
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    });
  Object.assign(globalThis, { watch });
}
