/** The specification's alerts: an error stays until someone closes it, a success goes by itself. */
import { useSyncExternalStore } from 'react';

export interface Toast {
  id: string;
  failed: boolean;
  text: string;
  /** Why, where that adds something. */
  reason?: string;
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

/** Says that something was done; the alerts of the tries before it are settled with it. */
export function toastDone(text: string) {
  said += 1;
  show([{ id: `done ${said}`, failed: false, text }]);
}

/** Says that something failed, and below it why, where that adds something; said again, it gives the newest reason. */
export function toastFailed(text: string, reason?: string) {
  const toast = { id: text, failed: true, text, reason: reason && !text.includes(reason) ? reason : undefined };
  const isThere = toasts.some(({ id }) => id === text);
  show(isThere ? toasts.map((each) => (each.id === text ? toast : each)) : [...toasts, toast]);
}
