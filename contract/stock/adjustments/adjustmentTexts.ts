import { fieldTexts } from '../../core/sharedTexts.ts';
import { adjustmentKinds, adjustmentStates } from '../../documentStatus.ts';
import { referenceTexts, unknownTexts } from '../referenceTexts.ts';
import { quantityTexts } from '../stock.ts';

export const adjustmentTexts = {
  worth: 'Value of the opening stock listed',
  adjusted: 'Value of the counts and write-offs listed',
  valueOf: (amount: string) => `Value ${amount}`,
  title: 'Adjustments',
  kindInvalid: `kind must be one of: ${adjustmentKinds.join(', ')}.`,
  stateInvalid: `state must be one of: ${adjustmentStates.join(', ')}.`,
  kindFixed: 'The kind of an adjustment cannot be changed.',
  dateRequired: fieldTexts.dateInvalid,
  linesRequired: 'Add at least one lot with its quantity.',
  lotRequired: 'Choose a lot.',
  lotUnknown: unknownTexts.lot,
  lotTwice: referenceTexts.lotTwice,
  itemRequired: referenceTexts.itemRequired,
  itemUnknown: unknownTexts.item,
  dispatchRequired: 'Choose what came back.',
  dispatchUnknown: 'This line of a dispatch does not exist.',
  supplierRequired: 'Choose the supplier.',
  supplierUnknown: unknownTexts.supplier,
  supplierOfOther: (code: string) => `${code} did not come from this supplier.`,
  quantityInvalid: fieldTexts.quantityInvalid,
  priceInvalid: 'Enter a price with at most 2 decimals.',
  expiryInvalid: fieldTexts.dateInvalid,
  lotShort: (code: string, left: string) => `Only ${left} left in ${code}.`,
  totalTooLarge: quantityTexts.tooLarge,
  valueTooLarge: 'The value is larger than what can be kept.',
  returnedState: 'Returned by the buyer',
  tooMuchReturned: (left: string) => `Only ${left} still with the buyer.`,
  notFound: 'Adjustment not found or already deleted.',
  added: 'Adjustment added successfully!',
  updated: 'Adjustment updated successfully!',
  deleted: 'Adjustment deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this adjustment?',
  saveFailed: 'Failed to save the adjustment.',
  deleteFailed: 'The adjustment could not be deleted.',
  loadFailed: 'The adjustments could not be loaded.',
  empty: 'No adjustments found.',
  nothingToCount: 'Nothing in stock to count.',
  searchPlaceholder: 'Search reason, lot or item',
} as const;

/** Reasons that the screens propose; others can be written. */
export const writeOffReasons = ['Spoilt', 'Spilt', 'Sample', 'Test', 'Broken'] as const;
export const countReasons = ['Moisture', 'Broken', 'Spilt', 'Miscounted before', 'Unknown'] as const;

/** Field labels, on the form and in the history. */
export const adjustmentLabels = {
  kind: 'Kind',
  state: 'State',
  date: 'Date',
  reason: 'Reason',
  supplierId: 'Supplier',
} as const;

/** Field labels of a line; a new lot's own are `lotLabels`. */
export const adjustmentLineLabels = {
  item: 'Raw material or product',
  lot: 'Lot',
  quantity: 'Quantity',
  pricePerUnit: 'Price per unit (₹)',
} as const;
