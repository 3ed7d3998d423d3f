/** Focus inside a form: to the first invalid field, and from field to field. */
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

/** The fields in tab order. A control that is no input, such as the file button, is marked with data-field. */
const FIELDS = 'input:not([type=hidden], [type=file], :disabled), [data-field]';

/** Fields that Enter passes over, such as those that come filled; Tab does not. */
const PROPOSED = '[data-proposed]';

/** Where Enter goes from a field that was left empty: out of a list of lines. */
function exitOf(field: HTMLInputElement): HTMLElement | undefined {
  const path = field.value === '' ? field.dataset.emptyGoesTo : undefined;
  if (path === undefined) return undefined;
  return field.closest('form')?.querySelector<HTMLElement>(`[data-path="${path}"]`) ?? undefined;
}

function goTo(field: HTMLElement) {
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/**
 * Shows errors and focuses the first invalid field, without waiting for the next frame: by then the user may be typing in
 * another field.
 */
export function focusFirstFault(showErrors: () => void = () => {}) {
  flushSync(showErrors);
  // A form in a panel lies over the form that opened it.
  const within = document.querySelector('[role=dialog] form') ?? document;
  within.querySelector<HTMLElement>('[data-path][aria-invalid=true]')?.focus();
}

/** Focuses the lookup with a text that chose no record, which is its fault from then on; whether there is one. */
export function focusUnchosen(part: HTMLElement): boolean {
  const find = () => part.querySelector<HTMLElement>('[data-unchosen]');
  // Left, a whole name is chosen, and another one is a fault; the person may still be in it.
  flushSync(() => find()?.blur());
  const field = find();
  field?.focus();
  return field !== null;
}

export function focusSave(form: HTMLFormElement) {
  form.querySelector<HTMLElement>('[type=submit]:not([data-other-save])')?.focus();
}

/** Focuses the first field after this part of the form, unless another field has the focus already. */
export function focusNextField(part: HTMLElement) {
  const focused = document.activeElement;
  if (focused?.matches(FIELDS) && !part.contains(focused)) return;
  const fields = part.closest('form')?.querySelectorAll<HTMLElement>(FIELDS) ?? [];
  const isAfter = (field: Node) => (part.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = [...fields].find((field) => isAfter(field) && !part.contains(field) && !field.matches(PROPOSED));
  if (next) goTo(next);
}

/** Enter in a field, such as a password, that must not send its form halfway: focuses the next one. */
export function goOnWithEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (!event.repeat) focusNextField(event.currentTarget);
}

export function enterGoesOn(field: HTMLElement): boolean {
  return field.closest('form')?.hasAttribute('data-enter-goes-on') === true;
}

/** After Enter chose an option: focuses the next field, with the characters typed ahead. */
export function focusNextAfterEnter(field: HTMLInputElement, ahead: string) {
  if (!enterGoesOn(field)) return;
  const exit = exitOf(field);
  if (exit) goTo(exit);
  else focusNextField(field);
  const next = document.activeElement;
  if (ahead === '' || next === field || !(next instanceof HTMLInputElement)) return;
  next.setRangeText(ahead, 0, next.value.length, 'end');
  next.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Enter focuses the next field, and after the last one calls `afterLast`. An open dropdown handles Enter itself. */
export function focusNextOnEnter(event: KeyboardEvent<HTMLFormElement>, afterLast: (form: HTMLFormElement) => void) {
  const field = event.target;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  if (!(field instanceof HTMLInputElement) || !event.currentTarget.contains(field)) return;
  if (field.getAttribute('aria-expanded') === 'true') return;
  // Enter must neither submit the form nor open a closed dropdown.
  event.preventDefault();
  event.stopPropagation();
  // A held key would run through the whole form.
  if (event.repeat) return;
  const isNext = (each: HTMLElement) => each === field || !each.matches(PROPOSED);
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(FIELDS)].filter(isNext);
  const next = exitOf(field) ?? fields[fields.indexOf(field) + 1];
  if (next) goTo(next);
  else afterLast(event.currentTarget);
}
