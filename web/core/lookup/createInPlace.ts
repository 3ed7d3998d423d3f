/**
 * A record that a lookup misses and that a panel creates beside the unchanged form: requested here, shown by the frame.
 */
import { useSyncExternalStore } from 'react';
import type { MasterKind } from '#contract/kinds.ts';

export interface WantedRecord {
  kind: MasterKind;
  /** As typed into the lookup. */
  name: string;
  /** The new record, or one that was there already. */
  onChosen: (id: number, name: string) => void;
  onCancelled: () => void;
}

let wanted: WantedRecord | undefined;
const listeners = new Set<() => void>();

/** Requests a record to be created; undefined once it is created or cancelled. */
export function wantRecord(next: WantedRecord | undefined): void {
  wanted = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWantedRecord(): WantedRecord | undefined {
  return useSyncExternalStore(subscribe, () => wanted);
}
