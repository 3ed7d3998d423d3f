/** The list that a record was opened from: its page leads to the next record of the list, and to the one before. */
import type { LinkProps } from '@tanstack/react-router';
import type { LeftRow } from './leftRow.ts';

interface ListedRecord {
  total: number;
  /** Its page and its row; undefined past the end of the list. */
  record?: { page: Pick<LinkProps, 'to' | 'params'>; left: LeftRow };
}

interface OpenedList {
  label: string;
  /** By the address of a record's page: its position in the list, counted from 1. */
  positions: Readonly<Record<string, number>>;
  total: number;
  recordAt: (position: number) => Promise<ListedRecord>;
}

let opened: OpenedList | undefined;
const listeners = new Set<() => void>();

export function setOpenedList(next: OpenedList): void {
  opened = next;
  for (const listener of listeners) listener();
}

export function openedList(): OpenedList | undefined {
  return opened;
}

export function onOpenedList(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
