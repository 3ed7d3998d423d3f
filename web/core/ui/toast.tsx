/** The specification's alerts as toasts: an error stays until it is closed, a success closes itself. */
import { useSyncExternalStore } from 'react';
import type { BlockingDocument } from '#contract/core/errors.ts';

export interface Toast {
  id: string;
  failed: boolean;
  text: string;
  why: Why;
  action?: ToastAction;
}

/** Action offered while the toast is shown, such as undo. */
export interface ToastAction {
  label: string;
  onClick: () => void;
  /** Reverts the action, as Ctrl Z does. */
  isUndo?: boolean;
}

interface Why {
  reason?: string | undefined;
  /** Finds the error in the server's log. */
  reference?: string;
  /** Blocking documents, shown as links. */
  documents?: readonly BlockingDocument[];
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]) {
  toasts = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

export function closeToast(id: string) {
  show(toasts.filter((toast) => toast.id !== id));
}

export function clearToasts() {
  show([]);
}

/** Closes the errors, before a retry. */
export function clearFailures() {
  show(toasts.filter(({ failed }) => !failed));
}

/** Shows a success, with the name of the record below it, and closes the toasts before it. */
export function toastDone(text: string, action?: ToastAction, name?: string) {
  lastId += 1;
  show([{ id: `done ${lastId}`, failed: false, text, why: { reason: name }, action }]);
}

/** Shows an error with its reason; the same error replaces itself. */
export function toastFailed(text: string, why: Why = {}, action?: ToastAction) {
  lastId += 1;
  const others = toasts.filter((each) => each.text !== text);
  show([...others, { id: `failed ${lastId}`, failed: true, text, why, action }]);
}
