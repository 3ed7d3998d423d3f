/** A record that a lookup misses and that is made beside the form, which stays as it is: asked for here, shown by the frame. */
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

/** Asks for a record to be made; undefined once it is or nobody wants it. */
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
