/** Where the focus goes inside a form: to the first fault, and from field to field. */
import type { KeyboardEvent } from 'react';

/** Fields as people count them; what is no input, such as the button that chooses a file, says that it is one. */
const FIELDS = 'input:not([type=hidden], [type=file], :disabled), [data-field]';

function goTo(field: HTMLElement) {
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** Leads to the first faulty field of the form, in the order of the screen, once its error stands there. */
export function focusFirstFault() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [data-path][aria-invalid=true]')?.focus());
}

/** Leads to the button that saves the form. */
export function focusSave(form: HTMLFormElement) {
  form.querySelector<HTMLElement>('[type=submit]')?.focus();
}

/** Goes to the first field of the form behind this part of it, unless the focus is in another field already. */
export function goOnBehind(part: HTMLElement) {
  const focused = document.activeElement;
  if (focused?.matches(FIELDS) && !part.contains(focused)) return;
  const fields = part.closest('form')?.querySelectorAll<HTMLElement>(FIELDS) ?? [];
  const isBehind = (field: Node) => (part.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = [...fields].find((field) => isBehind(field) && !part.contains(field));
  if (next) goTo(next);
}

/** Enter goes to the next field, and from the last one on to `behindLast`. What is open, such as choices, takes it for itself. */
export function goOnWithEnter(event: KeyboardEvent<HTMLFormElement>, behindLast: (form: HTMLFormElement) => void) {
  const field = event.target;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  if (!(field instanceof HTMLInputElement) || !event.currentTarget.contains(field)) return;
  if (field.getAttribute('aria-expanded') === 'true') return;
  // Neither shall the browser save the form, nor a closed list of choices open.
  event.preventDefault();
  event.stopPropagation();
  // Held down it would run through the whole form.
  if (event.repeat) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(FIELDS)];
  const next = fields[fields.indexOf(field) + 1];
  if (next) goTo(next);
  else behindLast(event.currentTarget);
}
