/** The latest choices of a person in the lookups of a list, on this device. */
import { z } from 'zod';
import { SAVED_WORK } from '#web/core/api/deviceStorage.ts';
import { currentUser } from '#web/core/api/session.ts';
import { choice, type Choice } from './lookup.ts';

const MAX_RECENT = 5;

const stored = z.array(choice).catch([]);

/** Stays when the person logs out. */
const keyOf = (path: string) => `${SAVED_WORK}recent.${currentUser()?.userId ?? ''}.${path}`;

/** The choices from the list at `path`, the latest first. */
export function recentChoices(path: string): Choice[] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(keyOf(path)) ?? '[]'));
  } catch (error) {
    console.error('The latest choices could not be read.', error);
    return [];
  }
}

/** Storage that is full or blocked costs the order alone, never the choice. */
export function rememberChoice(path: string, chosen: Choice): void {
  const others = recentChoices(path).filter(({ value }) => value !== chosen.value);
  try {
    localStorage.setItem(keyOf(path), JSON.stringify([chosen, ...others].slice(0, MAX_RECENT)));
  } catch (error) {
    console.error('A choice could not be remembered.', error);
  }
}

/** The rows with the latest choices first; all others stay in their order. */
export function recentFirst<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => number,
  recent: readonly Choice[],
): Row[] {
  const places = new Map(recent.map(({ value }, place) => [value, place]));
  const placeOf = (row: Row) => places.get(valueOf(row)) ?? recent.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
