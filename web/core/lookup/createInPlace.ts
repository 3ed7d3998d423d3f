/**
 * A record that a lookup misses and that a panel creates beside the unchanged form: requested here, shown by the frame.
 */
import { useSyncExternalStore } from 'react';
import type { CreatableKind } from '#contract/kinds.ts';

export interface RequestedRecord {
  kind: CreatableKind;
  /** As typed into the lookup. */
  name: string;
  /** The new record, or an existing one that the user chose instead. */
  onChosen: (id: number, name: string) => void;
  onCancelled: () => void;
}

let requested: RequestedRecord | undefined;
const listeners = new Set<() => void>();

/** Requests a record to be created; undefined once it is created or cancelled. */
export function requestRecord(next: RequestedRecord | undefined): void {
  requested = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useRequestedRecord(): RequestedRecord | undefined {
  return useSyncExternalStore(subscribe, () => requested);
}
