/** Connection state: lost after a call without an answer, restored by the next answer. */
import { useSyncExternalStore } from 'react';

let lost = false;
const listeners = new Set<() => void>();

export function setConnectionLost(isLost: boolean) {
  if (isLost === lost) return;
  lost = isLost;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => lost);
}
