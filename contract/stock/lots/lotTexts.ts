import { fieldTexts } from '../../core/sharedTexts.ts';
import type { LotState } from '../stock.ts';

/** Texts of lots (docs/domain.md, Lots). */
export const lotTexts = {
  title: 'Lots',
  codeRequired: 'Enter the code of the lot.',
  codeUsed: (code: string) => `Another lot of this item has the code "${code}".`,
  codeFixed: 'The code can no longer be changed: something has left this lot.',
  expiryInvalid: fieldTexts.dateInvalid,
  expired: 'Expired',
  heldAlready: 'This lot is on hold already.',
  notHeld: 'This lot is not on hold.',
  recalled: 'This lot is recalled: its recall releases it.',
  notFound: 'There is no such lot.',
  edit: 'Edit lot',
  changeClaim: 'Change the claim',
  hold: 'Put on hold',
  inStock: 'In stock',
  lots: (count: string, isOne: boolean) => (isOne ? '1 lot' : `${count} lots`),
  worth: 'Worth at their own prices',
  withoutPrice: (count: string) => `without ${count} whose price is not known`,
  heldSince: (state: string, date: string, by: string) => `${state} since ${date}${by === '' ? '' : ` by ${by}`}`,
  left: 'In the store',
  whereIs: 'Where it is',
  release: 'Release',
  held: 'Lot put on hold.',
  released: 'Lot released.',
  updated: 'Lot updated successfully!',
  saveFailed: 'Failed to save the lot.',
  loadFailed: 'The lots could not be loaded.',
  ofRunInProgress: 'from a run in progress',
  provisional: '(provisional)',
  notLoaded: 'The lot could not be loaded.',
  noMovements: 'Nothing has moved yet.',
  ofBatch: 'Batch number and expiry date of a finished good are changed in Finished Goods.',
  empty: 'No lots found.',
  searchPlaceholder: 'Search code, item or supplier',
} as const;

/** Field labels, on the form and in the history. */
export const lotLabels = {
  code: 'Code',
  supplierLotNumber: 'Supplier lot number',
  expiresOn: 'Expires on',
  claim: 'Claim',
  state: 'State',
  stateReason: 'Reason',
} as const;

export const lotStateLabels = { released: 'Released', onHold: 'On hold', recalled: 'Recalled' } as const;
export const lotOriginLabels = {
  opening: 'Opening stock',
  received: 'Received',
  produced: 'Produced',
  found: 'Found',
  returned: 'Returned',
} as const;

/** The code of a lot whose code is left empty; `stored` is that of a lot that has one. */
export function codePlaceholder(stored?: string): string {
  return stored === undefined ? 'proposed' : `${stored} stays`;
}

/** Why nothing is allocated from a lot. */
export function heldText(code: string, state: LotState): string {
  return `${code} is ${lotStateLabels[state].toLowerCase()}.`;
}
