const RETRY_MS = 2000;

/** Requests a style sheet that failed to load again until it comes. Vite takes it for loaded, and the part would stay without it. */
export function retryStyles(): void {
  const retry = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    setTimeout(() => target.replaceWith(target.cloneNode()), RETRY_MS);
  };
  // The errors of elements don't bubble.
  addEventListener('error', retry, true);
}
