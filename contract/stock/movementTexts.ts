/** Stock movements in words, as lots and the history show them. */
import type { MovementKind } from './stock.ts';

/** Label of each kind of movement. */
export const movementLabels: Readonly<Record<MovementKind, string>> = {
  opening: 'Opening stock',
  received: 'Received',
  produced: 'Produced',
  returnedByBuyer: 'Returned by the buyer',
  found: 'Found',
  consumed: 'Consumed',
  dispatched: 'Dispatched',
  returnedToSupplier: 'Returned to the supplier',
  wasted: 'Written off',
  lost: 'Lost',
};

/** Words of each kind of movement and of its reversal. */
const directionWords: Record<MovementKind, { done: string; undone: string }> = {
  opening: { done: 'entered as opening stock in', undone: 'taken back out of' },
  received: { done: 'received into', undone: 'taken back out of' },
  produced: { done: 'made as', undone: 'taken back out of' },
  returnedByBuyer: { done: 'returned by the buyer into', undone: 'taken back out of' },
  found: { done: 'found in', undone: 'taken back out of' },
  consumed: { done: 'taken from', undone: 'given back to' },
  dispatched: { done: 'dispatched from', undone: 'given back to' },
  returnedToSupplier: { done: 'returned to the supplier from', undone: 'given back to' },
  wasted: { done: 'written off from', undone: 'given back to' },
  lost: { done: 'lost from', undone: 'given back to' },
};

/** Stock movements of a change, as texts. */
export const stockTexts = {
  moved: (kind: MovementKind, reverses: boolean, quantity: string, item: string, lot: string | number) =>
    `${quantity} of ${item} ${directionWords[kind][reverses ? 'undone' : 'done']} lot ${lot}`,
  /** Appended to movements that an inward's change caused in productions, before migration 17. */
  forProductions: (count: number) => (count === 1 ? ' by 1 production' : ` by ${count} productions`),
  /** Why a production's allocations moved, before migration 17. */
  because: (kind: string, id: number) => `because ${kind.toLowerCase()} ${id} was changed`,
} as const;

/** A line of an inward: '10.500 kg at 120.25'. */
export function lineText(quantity: string, price: string): string {
  return `${quantity} at ${price}`;
}
