/** The specification's alerts: an error stays until someone closes it, a success goes by itself. */
import { useSyncExternalStore } from 'react';

export interface Toast {
  id: string;
  failed: boolean;
  text: string;
  why: Why;
}

interface Why {
  /** Where it adds something to the text. */
  reason?: string;
  /** By what it is found in the log. */
  reference?: string;
}

let toasts: readonly Toast[] = [];
let said = 0;
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

/** Takes every alert away, once what they said is settled. */
export function clearToasts() {
  show([]);
}

/** Takes the failures away, before the same is tried again; what was done stays said. */
export function clearFailures() {
  show(toasts.filter(({ failed }) => !failed));
}

/** Says that something was done; the alerts of the tries before it are settled with it. */
export function toastDone(text: string) {
  said += 1;
  show([{ id: `done ${said}`, failed: false, text, why: {} }]);
}

/** Says that something failed, and below it why; said again, it comes anew and stands once. */
export function toastFailed(text: string, why: Why = {}) {
  said += 1;
  const others = toasts.filter((each) => each.text !== text);
  show([...others, { id: `failed ${said}`, failed: true, text, why }]);
}
