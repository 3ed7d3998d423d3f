/** Leads to the first faulty field of the form, in the order of the screen, once its error stands there. */
export function focusFirstFault() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [data-path][aria-invalid=true]')?.focus());
}
